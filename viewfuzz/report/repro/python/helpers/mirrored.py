import torch


def mirrored(real):
    return torch.complex(real, -real)
