import torch

from attempt import attempt
from back import back
from node import node


def observe_gradients(program, device, inputs):
    """The node of each tensor, the gradients of the inputs, and what was refused, and why."""
    refused, result, gradients = {}, {}, []
    with torch.enable_grad():
        with attempt(refused, "the program"):
            result = program(device)
            refused.update(result.pop("refused", {}))
        inputs = [name for name in inputs if name in result]
        tensors = {k: v for k, v in result.items() if isinstance(v, torch.Tensor)}
        with attempt(refused, "the way back"):
            gradients = back(tensors.values(), [tensors[name] for name in inputs])
        seen = {name: {"was made by": node(tensor)} for name, tensor in tensors.items()}
    for name, gradient in zip(inputs, gradients):
        seen[name]["has a gradient of"] = "nothing"
        if gradient is not None:
            gradient = gradient.detach().resolve_conj().resolve_neg().contiguous().cpu()
            seen[name]["has a gradient of"] = f"sizes {list(gradient.shape)}, {gradient.dtype}"
            seen[name]["'s gradient:"] = gradient.flatten()
    return seen, refused
