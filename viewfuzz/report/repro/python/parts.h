#pragma once

#include <string_view>

namespace viewfuzz::python {

// The fixed parts of a produced Python file. It stays short: the program comes first, then one
// helper for each thing that is compared; helpers that only some programs need are left out of the
// others.

inline constexpr std::string_view kImports = R"py(
import argparse
import contextlib
import importlib
import sys
import types

import torch

)py";

inline constexpr std::string_view kWindow = R"py(

def window(base, sizes, strides, offset):
    """A tensor in the storage of `base`, made without an operator that makes views."""
    empty = torch.empty(0, dtype=base.dtype, device=base.device)
    return empty.set_(base.untyped_storage(), offset, sizes, strides)
)py";

inline constexpr std::string_view kMirrored = R"py(

def mirrored(real):
    return torch.complex(real, -real)
)py";

inline constexpr std::string_view kSpecial = R"py(

def special(count, dtype):
    """NaN, infinities, -0, the smallest denormal, the extremes, in turn."""
    limits = torch.finfo(dtype)
    values = [float("nan"), float("inf"), -float("inf"), -0.0, limits.tiny * limits.eps,
              limits.max, limits.min, limits.tiny, 0.5, -1.5]
    return torch.tensor([values[i % 10] for i in range(count)], dtype=torch.float64).to(dtype)
)py";

inline constexpr std::string_view kInts = R"py(

def ints(seed, count, lowest):
    """Small whole numbers, the same on every machine."""
    mask = 2**64 - 1

    def scramble(bits):
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & mask
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & mask
        return bits ^ (bits >> 31)

    start = seed * 0x9E3779B97F4A7C15
    return torch.tensor([scramble((start + i) & mask) % 9 + lowest for i in range(count)])
)py";

inline constexpr std::string_view kUniform = R"py(

def uniform(seed, count, scale, offset):
    """Fractions, the same on every machine."""
    mask = 2**64 - 1

    def scramble(bits):
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & mask
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & mask
        return bits ^ (bits >> 31)

    step = 0x9E3779B97F4A7C15
    parts = [scramble((seed + (i + 1) * step) & mask) >> 40 for i in range(count)]
    values = torch.tensor(parts, dtype=torch.float32) * 2.0**-24
    values = (values - 0.5) * torch.tensor(2 * scale, dtype=torch.float32)
    return values + offset if offset else values
)py";

inline constexpr std::string_view kCall = R"py(

def call(op, device, *args, **named):
    """Calls an operator by its schema, and gives its tensors as a list."""
    formals = op._schema.arguments
    named.update(zip((formal.name for formal in formals), args))
    for formal in formals:
        if "Device" in str(formal.type):
            named.setdefault(formal.name, device)
    return torch.utils._pytree.tree_leaves(op(**named))
)py";

inline constexpr std::string_view kGrowing = R"py(

@contextlib.contextmanager
def growing(tensor):
    """Nothing says what is in the bytes that a storage grows by, so they are made zeros."""
    storage = tensor.untyped_storage()
    before = storage.nbytes()
    try:
        yield
    finally:
        if storage.nbytes() > before:
            tail = torch.empty(0, dtype=torch.uint8, device=tensor.device)
            tail.set_(storage, before, (storage.nbytes() - before,), (1,))
            tail.copy_(torch.zeros(len(tail), dtype=torch.uint8))
)py";

inline constexpr std::string_view kAttempt = R"py(

@contextlib.contextmanager
def attempt(refused, what):
    """Goes on behind a statement that is refused, and keeps the reason."""
    try:
        yield
    except Exception as error:
        refused[what] = f"{type(error).__name__}: {error}".splitlines()[0]
)py";

}  // namespace viewfuzz::python
