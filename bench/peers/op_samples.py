"""The samples of PyTorch's operator database (OpInfo), on the CPU and on the device."""
import itertools
import random

import device  # first: keeps torch from loading other backends
import numpy
import torch
from torch.testing._internal.common_methods_invocations import op_db

DTYPES = [torch.float32, torch.int64, torch.complex64, torch.bfloat16, torch.uint8, torch.bool, torch.float64,
          torch.float16, torch.int8]
LAYOUTS = {
    "contiguous": lambda sample: sample.transform(lambda x: x.clone() if isinstance(x, torch.Tensor) else x),
    "strided": lambda sample: sample.noncontiguous(),
}


def set_seed(seed):
    random.seed(seed)
    numpy.random.seed(seed)
    torch.default_generator.manual_seed(seed)  # torch.manual_seed takes 1 ms; the NPU draws as the CPU does


def moves_data(op):
    """Whether the schemas of an op return a view, or it can be called in place."""
    packet = getattr(torch.ops.aten, op.aten_name, None)
    schemas = [getattr(packet, name)._schema for name in packet.overloads()] if packet else []
    views = [result for schema in schemas for result in schema.returns
             if result.alias_info is not None and not result.alias_info.is_write]
    return bool(views) or op.inplace_variant is not None


def samples(seed, watch):
    """Yields (name, op, sample on the CPU, sample on the device), the ops of views and writes first.

    Both samples are made by the same calls from the same seed, so they agree in values and layout.
    That they can be made at all is a trial. An op without samples on the CPU is left out.
    `sample_inputs_func` is what `OpInfo.sample_inputs` calls, without its look for a unittest in the
    stack, which takes most of the time.
    """
    ops = sorted(op_db, key=lambda op: not moves_data(op))
    groups = [list(group) for _, group in itertools.groupby(ops, key=moves_data)]
    for group in groups:
        for dtype, op in itertools.product(DTYPES, group):
            if dtype not in op.dtypes:
                continue
            name = f"{op.formatted_name}:{str(dtype).removeprefix('torch.')}"
            set_seed(seed)
            try:
                here = list(op.sample_inputs_func(op, "cpu", dtype, False))
            except Exception:
                continue
            there = []

            def make():
                set_seed(seed)
                there.extend(op.sample_inputs_func(op, "npu", dtype, False))
                return None if len(there) == len(here) else f"{len(there)} samples, not {len(here)}"

            watch.trial(f"{name}:make", make)
            for i, pair in enumerate(zip(here, there)):
                yield f"{name}:{i}", op, *pair
