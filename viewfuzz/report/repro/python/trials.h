#pragma once

#include <string_view>

namespace viewfuzz::python {

// In place of `run`, where autograd is on, or the device is held against the schemas of its ops.

inline constexpr std::string_view kGradients = R"py(

def node(tensor):
    """What made the tensor; views that autograd has given up may not even be asked."""
    try:
        if tensor.grad_fn:
            return tensor.grad_fn.name()
    except RuntimeError as error:
        return type(error).__name__
    return "a leaf" if tensor.requires_grad else "no gradient"


def seed(result):
    """1, 2, ..., 7, 1, ...: a gradient that tells elements apart."""
    numbers = torch.arange(result.numel()) % 7 + 1
    return numbers.reshape(result.shape).to(result.dtype).to(result.device)


def back(tensors, inputs):
    """The gradients of the inputs, from all results at once."""
    ends = [t for t in tensors if t.requires_grad
            and node(t) not in ("a leaf", "no gradient", "RuntimeError")]
    if not ends:
        return [None] * len(inputs)
    return torch.autograd.grad(ends, inputs, [seed(t) for t in ends], allow_unused=True)


def run(device):
    """The node of each tensor, the gradients of the inputs, and what was refused, and why."""
    refused, result, gradients = {}, {}, []
    with torch.enable_grad():
        with attempt(refused, "the program"):
            result = program(device)
            refused.update(result.pop("refused", {}))
        inputs = result.pop("inputs", {})
        tensors = {k: v for k, v in result.items() if isinstance(v, torch.Tensor)}
        with attempt(refused, "the way back"):
            gradients = back(tensors.values(), list(inputs.values()))
        seen = {name: {"was made by": node(tensor)} for name, tensor in tensors.items()}
    for name, gradient in zip(inputs, gradients):
        seen[name]["has a gradient of"] = "nothing"
        if gradient is not None:
            gradient = gradient.detach().resolve_conj().resolve_neg().contiguous().cpu()
            seen[name]["has a gradient of"] = f"sizes {list(gradient.shape)}, {gradient.dtype}"
        if gradient is not None and gradient.numel() > 0:
            seen[name]["'s gradient:"] = gradient.flatten()
    return seen, refused
)py";

/// {written}: the names of what the schema lets the last statement write.
inline constexpr std::string_view kWrites = R"py(

def contents(tensors):
    """By tensor: which storage it has, and the bytes in it."""
    return {name: (tensor.untyped_storage()._cdata, storage(tensor).clone().view(torch.uint8))
            for name, tensor in tensors.items() if isinstance(tensor, torch.Tensor)}


def differences(device):
    """The schema of the last operator says what it writes: nothing else may change."""
    with torch.no_grad():
        result = program(device)
    before, after = result["before"], contents(result)
    written = [before[name][0] for name in {written}]
    for name, (which, content) in before.items():
        if which not in written and not torch.equal(content, after[name][1]):
            yield f"the storage of {name} changed, and the schema says nothing of a write to it"
)py";

/// {pairs}: names of tensors that share a storage by the schema, or do not; {shared}: do they?
inline constexpr std::string_view kShares = R"py(

def differences(device):
    """The schema of the last operator says what shares a storage, and what does not."""
    with torch.no_grad():
        tensors = program(device)
    for name, other in {pairs}:
        if other not in tensors or 0 in (tensors[name].numel(), tensors[other].numel()):
            continue
        storages = [tensors[n].untyped_storage()._cdata for n in (name, other)]
        if (storages[0] == storages[1]) is not {shared}:
            yield f"{name} {verb} the storage of {other}, and the schema says otherwise"
)py";

inline constexpr std::string_view kSurvives = R"py(

def memory():
    """Bytes that the process has for itself."""
    with open("/proc/self/statm") as file:
        _, resident, of_files = (int(word) for word in file.read().split()[:3])
    return (resident - of_files) * os.sysconf("SC_PAGE_SIZE")


def differences(device):
    """Runs the program until it shows whether the device gives all memory back. With the bug the
    process may end here: by its own, or by the alarm that a hang runs into."""
    signal.alarm(120)
    for run in range(2048):
        if run == 64:
            before = memory()
        with torch.no_grad():
            program(device)
    grown = memory() - before
    if grown > 4 << 20:
        yield f"the process has grown by {grown} bytes in 2048 runs"
)py";

}  // namespace viewfuzz::python
