import torch

from unequal import unequal


def unequal_sums(a, b):
    """Where two flat tensors differ by more than the order of summation, which is free."""
    if a.is_complex():
        a, b = torch.view_as_real(a).flatten(), torch.view_as_real(b).flatten()
        return unequal_sums(a, b).view(-1, 2).any(1)
    if not a.is_floating_point():
        return unequal(a, b)
    size = torch.cat([a, b]).double().abs().nan_to_num(1, 1, 1).clamp(min=1).max()
    close = (a.double() - b.double()).abs() <= 16 * torch.finfo(a.dtype).eps * size
    return unequal(a, b) & ~close
