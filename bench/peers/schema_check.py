#!/usr/bin/env python3
"""SchemaCheckMode over the OpInfo samples: writes and aliases that the schema denies.

Counted is what is refused on the device, by the mode or by the call itself, and not on the CPU.
"""
import device  # first: keeps torch from loading other backends
import torch
from op_samples import LAYOUTS, samples
from torch._subclasses.schema_check_mode import SchemaCheckMode


def check(call, sample):
    try:
        with SchemaCheckMode():
            call(sample.input, *sample.args, **sample.kwargs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def run(seed, watch):
    with torch.no_grad():
        for name, op, here, there in samples(seed, watch):
            for layout, lay in LAYOUTS.items():
                for form, call in (("function", op), ("in_place", op.get_inplace())):
                    if call is not None:
                        watch.trial(f"{name}:{layout}:{form}",
                                    lambda: check(call, lay(there)) if check(call, lay(here)) is None else None)


if __name__ == "__main__":
    device.main(run, __doc__)
