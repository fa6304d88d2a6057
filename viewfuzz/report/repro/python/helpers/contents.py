import torch

from storage import storage


def contents(tensors):
    """By tensor: which storage it has, and the bytes in it."""
    return {name: (tensor.untyped_storage()._cdata, storage(tensor).clone().view(torch.uint8))
            for name, tensor in tensors.items() if isinstance(tensor, torch.Tensor)}
