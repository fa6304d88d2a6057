import signal

import torch

from memory import memory
from storage import storage


def survives(program, device):
    """Runs the program until it shows whether the device gives all memory back. Each run waits for
    the device, which may report an error only then. With the bug the process may end here: by its
    own, or by the alarm that a hang runs into."""
    signal.alarm(120)
    for run in range(2048):
        if run == 64:
            before = memory()
        try:
            with torch.no_grad():
                for tensor in program(device).values():
                    if isinstance(tensor, torch.Tensor):
                        storage(tensor)
        except Exception as error:
            yield f"run {run + 1} failed: {type(error).__name__}: {error}"
            return
    grown = memory() - before
    if grown > 4 << 20:
        yield f"the process has grown by {grown} bytes in 2048 runs"
