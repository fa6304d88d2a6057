import torch

from scramble import scramble


def uniform(seed, count, scale, offset):
    """Fractions, the same on every machine."""
    step = 0x9E3779B97F4A7C15
    parts = [scramble(seed + (i + 1) * step) >> 40 for i in range(count)]
    values = torch.tensor(parts, dtype=torch.float32) * 2.0**-24
    values = (values - 0.5) * torch.tensor(2 * scale, dtype=torch.float32)
    return values + offset if offset else values
