import torch

from storage import storage


def around(tensors, name, random):
    """The elements, flat, and 0 for the random numbers: only what lies around them is compared."""
    tensor = tensors[name]
    if tensor.numel() == 0:
        return torch.empty(0, dtype=tensor.dtype)
    whole = storage(tensor).clone()
    for other in [tensors[name] for name in random]:
        if other.untyped_storage()._cdata == tensor.untyped_storage()._cdata:
            place = other.storage_offset(), other.shape, other.stride()
            torch.empty(0, dtype=other.dtype).set_(whole.untyped_storage(), *place).zero_()
    return whole.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).flatten()
