#!/usr/bin/env python3
"""PyTorch's OpInfo samples, run on the CPU and on the device: functions, in place, and with out=.

Compared are shape, dtype and strides, the values of the results, of all operands, and of the tensor
that a written view lies in; within the bound of PyTorch's own test_compare_cpu.
"""
import device  # first: keeps torch from loading other backends
import torch
from op_samples import LAYOUTS, samples
from torch.testing._internal.common_utils import noncontiguous_like
from torch.utils._pytree import tree_leaves, tree_map

BOUND = 1e-3  # absolute and relative, as in PyTorch's test_ops.py
UNWRITTEN = ("empty", "new_empty", "resize_")  # results have elements that nothing has written


def strides(x):
    return [stride for size, stride in zip(x.shape, x.stride()) if size > 1] if x.numel() else []


def difference(want, got, values):
    for a, b in zip(tree_leaves(want), tree_leaves(got), strict=True):
        if not isinstance(a, torch.Tensor):
            if isinstance(a, (int, float)) and a != b and not (a != a and b != b):
                return f"{b}, expected {a}"
            continue
        for aspect in (lambda x: x.shape, lambda x: x.dtype, strides):
            if aspect(a) != aspect(b):
                return f"{aspect(b)}, expected {aspect(a)}"
        if values:
            torch.testing.assert_close(b.cpu(), a, atol=BOUND, rtol=BOUND, equal_nan=True, check_stride=False)
    return None


def with_base(x):
    return tree_map(lambda x: (x, x._base) if isinstance(x, torch.Tensor) and x._is_view() else x, x)


def as_function(op, sample, out):
    return op(sample.input, *sample.args, **sample.kwargs)


def in_place(op, sample, out):
    return op.get_inplace()(sample.input, *sample.args, **sample.kwargs), with_base(sample.input)


def into_out(op, sample, out):
    return op(sample.input, *sample.args, **sample.kwargs, out=out), with_base(out)


def outputs(expected, layout, where):
    """Zeros to write `expected` to, as dense tensors or as every other element of larger ones."""
    def zeros(x):
        made = torch.zeros(x.shape, dtype=x.dtype, device=where)
        return noncontiguous_like(made) if layout == "strided" else made
    return tree_map(zeros, expected)


def forms(op):
    yield as_function
    if op.get_inplace() is not None:
        yield in_place
    if op.supports_out:
        yield into_out


def attempt(form, op, sample, out):
    """What the call gives and leaves behind, and what it raises."""
    torch.default_generator.manual_seed(0)
    try:
        return (form(op, sample, out), sample.input, sample.args, sample.kwargs), None
    except Exception as error:
        return None, error


def compare(form, layout, op, sample, there):
    outs = None, None
    if form is into_out:
        expected, refused = attempt(as_function, op, LAYOUTS[layout](sample), None)
        if refused or not all(isinstance(x, torch.Tensor) for x in tree_leaves(expected[0])):
            return None
        outs = [outputs(expected[0], layout, where) for where in ("cpu", "npu")]
    want, refused = attempt(form, op, LAYOUTS[layout](sample), outs[0])
    got, error = attempt(form, op, LAYOUTS[layout](there), outs[1])
    if (refused is None) != (error is None):
        return f"the CPU {refused or 'accepts it'}; the device {error or 'accepts it'}"
    return None if refused else difference(want, got, not op.name.startswith(UNWRITTEN))


def run(seed, watch):
    with torch.no_grad():
        for name, op, sample, there in samples(seed, watch):
            for layout in LAYOUTS:
                for form in forms(op):
                    watch.trial(f"{name}:{layout}:{form.__name__}",
                                lambda: compare(form, layout, op, sample, there))


if __name__ == "__main__":
    device.main(run, __doc__)
