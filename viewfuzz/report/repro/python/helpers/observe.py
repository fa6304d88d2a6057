import torch

from attempt import attempt


def observe(program, device, look):
    """What there is to see of each tensor at the end, and what was refused, and why."""
    refused, result = {}, {}
    with torch.no_grad(), attempt(refused, "the program"):
        result = program(device)
        refused.update(result.pop("refused", {}))
    tensors = {k: v for k, v in result.items() if isinstance(v, torch.Tensor)}
    return {name: look(tensors, name) for name in tensors}, refused
