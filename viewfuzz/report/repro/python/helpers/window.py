import torch


def window(base, sizes, strides, offset):
    """A tensor in the storage of `base`, made without an operator that makes views."""
    empty = torch.empty(0, dtype=base.dtype, device=base.device)
    return empty.set_(base.untyped_storage(), offset, sizes, strides)
