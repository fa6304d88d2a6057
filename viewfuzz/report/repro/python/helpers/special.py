import torch


def special(count, dtype):
    """NaN, infinities, -0, the smallest denormal, the extremes, in turn."""
    limits = torch.finfo(dtype)
    values = [float("nan"), float("inf"), -float("inf"), -0.0, limits.tiny * limits.eps,
              limits.max, limits.min, limits.tiny, 0.5, -1.5]
    return torch.tensor([values[i % 10] for i in range(count)], dtype=torch.float64).to(dtype)
