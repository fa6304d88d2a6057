import torch

from node import node


def back(tensors, inputs):
    """The gradients of the inputs, from all results at once."""
    ends = [t for t in tensors if t.requires_grad
            and node(t) not in ("a leaf", "no gradient", "RuntimeError")]
    if not ends:
        return [None] * len(inputs)
    return torch.autograd.grad(ends, inputs, [weights(t) for t in ends], allow_unused=True)


def weights(result):
    """1, 2, ..., 7, 1, ...: a gradient that tells elements apart."""
    numbers = torch.arange(result.numel()) % 7 + 1
    return numbers.reshape(result.shape).to(result.dtype).to(result.device)
