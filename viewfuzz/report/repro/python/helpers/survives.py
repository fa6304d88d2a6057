import signal

import torch

from memory import memory


def survives(program, device):
    """Runs the program until it shows whether the device gives all memory back. With the bug the
    process may end here: by its own, or by the alarm that a hang runs into."""
    signal.alarm(120)
    for run in range(2048):
        if run == 64:
            before = memory()
        with torch.no_grad():
            program(device)
    grown = memory() - before
    if grown > 4 << 20:
        yield f"the process has grown by {grown} bytes in 2048 runs"
