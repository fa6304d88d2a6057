#pragma once

#include <string_view>

namespace viewfuzz::python {

// What a produced Python file looks at, and how it compares.

inline constexpr std::string_view kStorage = R"py(

def storage(tensor):
    """The whole storage, flat, on the CPU."""
    count = tensor.untyped_storage().nbytes() // tensor.element_size()
    return window(tensor, (count,), (1,), 0).cpu()
)py";

inline constexpr std::string_view kElements = R"py(

def elements(tensor):
    """The elements, flat, on the CPU: the whole storage is copied, and only then looked at."""
    whole = storage(tensor)
    return whole.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).flatten()
)py";

/// {random}: the names of the tensors with random numbers.
inline constexpr std::string_view kAround = R"py(

def around(tensor, tensors):
    """The elements, flat, and 0 for the random numbers: only what lies around them is compared."""
    whole = storage(tensor).clone()
    for there in [tensors[name] for name in {random}]:
        if there.untyped_storage()._cdata == tensor.untyped_storage()._cdata:
            numbers = torch.empty(0, dtype=there.dtype)
            numbers.set_(whole.untyped_storage(), there.storage_offset(), there.shape, there.stride())
            numbers.zero_()
    return whole.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).flatten()
)py";

/// {version}, {changed}: more that is looked at; {elements}: the helper that gives the elements.
inline constexpr std::string_view kRun = R"py(

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


def run(device{parameter}):
    """What there is to see of each tensor at the end, and what was refused, and why."""
    refused, result = {}, {}
    with torch.no_grad(), attempt(refused, "the program"):
        result = program(device)
        refused.update(result.pop("refused", {}))
    tensors = {k: v for k, v in result.items() if isinstance(v, torch.Tensor)}
    return {name: {
        "shares its storage with": partners(tensors, name),
        "has": layout(tensor),{version}{changed}
        ":": {elements} if tensor.numel() > 0 else None,
    } for name, tensor in tensors.items()}, refused
)py";

inline constexpr std::string_view kVersion = R"py(
        "is at version": tensor._version,)py";

/// {name}: the tensor that has to change.
inline constexpr std::string_view kChanged = R"py(
        "took random numbers:": name != "{name}"
        or bool(unequal(result["before"], elements(tensor)).any()),)py";

/// {within}, {bound}: how sums are compared; {refusal}: what of a refusal is compared.
inline constexpr std::string_view kDifferences = R"py(

def unequal(a, b):
    """Where two flat tensors differ: bit by bit, but any NaN equals any NaN{within}."""
    if a.is_complex():
        a, b = torch.view_as_real(a).flatten(), torch.view_as_real(b).flatten()
        return unequal(a, b).view(-1, 2).any(1)
    bits = [t.contiguous().view(torch.uint8).view(len(t), -1) for t in (a, b)]
    equal = (bits[0] == bits[1]).all(1) | (a.isnan() & b.isnan()){bound}
    return ~equal


def differences(expected, observed):
    (expected, refused_there), (observed, refused_here) = expected, observed
    for what in {**refused_there, **refused_here}:
        there, here = refused_there.get(what, "accepts it"), refused_here.get(what, "accepts it")
        if {refusal}:
            yield f"{what}: {there_name} {there}; {here_name} {here}"
    for name in [name for name in expected if name in observed]:
        for aspect, want in expected[name].items():
            got = observed[name].get(aspect)
            if not isinstance(want, torch.Tensor):
                if want is not None and got != want:
                    yield f"{name} {aspect} {got}; expected {want}"
            elif got is not None and got.dtype == want.dtype and got.shape == want.shape:
                wrong = unequal(want, got).nonzero().flatten().tolist()
                if wrong:
                    yield (f"{name}{aspect} {len(wrong)} of {len(want)} elements differ; element "
                           f"{wrong[0]} is {got[wrong[0]].item()}, expected {want[wrong[0]].item()}")
)py";

inline constexpr std::string_view kBound = R"py(
    if a.is_floating_point():  # the order of summation is free
        size = torch.cat([a, b]).double().abs().nan_to_num(1, 1, 1).clamp(min=1).max()
        equal |= (a.double() - b.double()).abs() <= 16 * torch.finfo(a.dtype).eps * size)py";

/// {expected} and {observed}: the two runs; {between}: what they are called; {found}: the
/// differences.
inline constexpr std::string_view kMain = R"py(

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
    found = list({found})
    print("\n".join(found) or {none})
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
)py";

}  // namespace viewfuzz::python
