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


def elements(tensor):
    """The elements, flat, on the CPU: the whole storage is copied, and only then looked at."""
    count = tensor.untyped_storage().nbytes() // tensor.element_size()
    whole = window(tensor, (count,), (1,), 0).cpu()
    return whole.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).flatten()
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

inline constexpr std::string_view kAttempt = R"py(

@contextlib.contextmanager
def attempt(refused, what):
    """Goes on behind a statement that is refused, and keeps the reason."""
    try:
        yield
    except Exception as error:
        refused[what] = f"{type(error).__name__}: {error}".splitlines()[0]
)py";

inline constexpr std::string_view kCompare = R"py(

def run(device):
    refused = {}
    with torch.no_grad(), attempt(refused, "the program"):
        result = program(device)
        refused.update(result.pop("refused", {}))
        return {k: v for k, v in result.items() if isinstance(v, torch.Tensor)}, refused
    return {}, refused


def partners(tensors, name):
    """The tensors that share the storage; an empty tensor shares nothing."""
    if tensors[name].numel() == 0:
        return "no other tensor"
    storage = tensors[name].untyped_storage()._cdata
    names = [other for other, tensor in tensors.items() if other != name
             and tensor.numel() > 0 and tensor.untyped_storage()._cdata == storage]
    return ", ".join(names) or "no other tensor"


def layout(tensor):
    """Strides of dims of size 1, and of empty tensors, say nothing."""
    full = tensor.numel() > 0
    strides = [stride if size > 1 else "-" for size, stride in zip(tensor.shape, tensor.stride())]
    return (f"sizes {list(tensor.shape)}, strides {strides if full else '-'}, "
            f"offset {tensor.storage_offset() if full else '-'}, {tensor.dtype}"
            f"{', conjugate' if tensor.is_conj() else ''}{', negative' if tensor.is_neg() else ''}")


def unequal(a, b):
    """Where two flat tensors differ: bit by bit, but any NaN equals any NaN{within}."""
    if a.is_complex():
        a, b = torch.view_as_real(a).flatten(), torch.view_as_real(b).flatten()
        return unequal(a, b).view(-1, 2).any(1)
    bits = [t.contiguous().view(torch.uint8).view(len(t), -1) for t in (a, b)]
    equal = (bits[0] == bits[1]).all(1) | (a.isnan() & b.isnan()){bound}
    return ~equal


def differences(cpu, device):
    (expected, refused_there), (observed, refused_here) = cpu, device
    for what in {**refused_there, **refused_here}:
        if (what in refused_there) != (what in refused_here):
            yield (f"{what}: the CPU {refused_there.get(what, 'accepts it')}; "
                   f"the device {refused_here.get(what, 'accepts it')}")
    for name in [name for name in expected if name in observed]:
        want, got = expected[name], observed[name]
        if partners(expected, name) != partners(observed, name):
            yield (f"{name} shares its storage with {partners(observed, name)}; "
                   f"expected {partners(expected, name)}")
        if layout(want) != layout(got):
            yield f"{name} has {layout(got)}; expected {layout(want)}"
        elif want.numel() > 0:
            a, b = elements(want), elements(got)
            wrong = unequal(a, b).nonzero().flatten().tolist()
            if wrong:
                yield (f"{name}: {len(wrong)} of {len(a)} elements differ; element {wrong[0]} is "
                       f"{b[wrong[0]].item()}, expected {a[wrong[0]].item()}")


def load(args):
    if args.module:
        importlib.import_module(args.module)
    if args.load:
        torch.ops.load_library(args.load)
        torch.utils.rename_privateuse1_backend(args.device)
        if not hasattr(torch, args.device):
            torch._register_device_module(args.device, types.ModuleType(args.device))
    torch.empty(1, device=args.device)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="npu", help="the device under test (npu)")
    parser.add_argument("--load", metavar="LIB.so", help="a library that registers the device")
    parser.add_argument("--import", metavar="MODULE", dest="module", help="a module that does so")
    args = parser.parse_args()
    try:
        load(args)
    except Exception as error:
        print(f"The device '{args.device}' cannot be loaded: {error}", file=sys.stderr)
        return 2
    found = list(differences(run("cpu"), run(args.device)))
    print("\n".join(found) or f"No difference between the CPU and {args.device}: fixed.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
)py";

inline constexpr std::string_view kBound = R"py(
    if a.is_floating_point():  # the order of summation is free
        size = torch.cat([a, b]).double().abs().nan_to_num(1, 1, 1).clamp(min=1).max()
        equal |= (a.double() - b.double()).abs() <= 16 * torch.finfo(a.dtype).eps * size)py";

}  // namespace viewfuzz::python
