#!/usr/bin/env python3
"""A Hypothesis test of views as one writes it in Python: a chain of views, then a write or a read.

The same calls go to the CPU and to the device; the base, the view and the result are compared by
value, shape, dtype and strides. Numbers are small and whole, so values have to be equal.
"""
import device  # first: keeps torch from loading other backends
import torch
from hypothesis import HealthCheck, Phase, given, seed as start, settings
from hypothesis import strategies as st

DTYPES = [torch.float32, torch.int64, torch.bfloat16, torch.float16, torch.float64, torch.int32, torch.uint8,
          torch.int8, torch.bool, torch.complex64]
LARGEST = 100  # of the numbers: fits every dtype


@st.composite
def values(draw, shape, dtype=None):
    """A dense tensor on the CPU."""
    count = torch.Size(shape).numel()
    numbers = (torch.arange(count) + draw(st.integers(0, 9))) % LARGEST
    return numbers.to(dtype or draw(st.sampled_from(DTYPES))).reshape(shape)


@st.composite
def slices(draw, size):
    return slice(draw(st.integers(-size, size)), draw(st.integers(-size, size) | st.none()), draw(st.integers(1, 3)))


def allowed_views(x):
    names = ["unsqueeze", "detach", "squeeze", "permute", "view_as", "reshape"]
    if x.dim():
        names += ["slice", "transpose"]
    if x.dim() and x.numel():
        names += ["select", "narrow", "unfold", "chunk", "unbind"]
    if x.dim() > 1:
        names.append("diagonal")
    if 1 in x.shape:
        names.append("expand")
    if x.is_contiguous():
        names.append("view")
    if x.is_complex():
        names += ["conj", "real"] + ["view_as_real"] * (not x.is_conj())
    return names


@st.composite
def view(draw, x):
    """A view op that `x` allows, as (text, function)."""
    dims = st.integers(0, x.dim() - 1)
    match name := draw(st.sampled_from(allowed_views(x))):
        case "permute":
            order = draw(st.permutations(range(x.dim())))
            return f"permute({order})", lambda t: t.permute(order)
        case "view_as":
            return "view_as(self)", lambda t: t.view_as(t)
        case "reshape" | "view":
            return f"{name}(-1)", lambda t: getattr(t, name)(-1)
        case "unsqueeze":
            dim = draw(st.integers(0, x.dim()))
            return f"unsqueeze({dim})", lambda t: t.unsqueeze(dim)
        case "slice":
            dim = draw(dims)
            part = draw(slices(x.shape[dim]))
            return f"[dim {dim}: {part}]", lambda t: t[(slice(None),) * dim + (part,)]
        case "transpose":
            dim, other = draw(dims), draw(dims)
            return f"transpose({dim}, {other})", lambda t: t.transpose(dim, other)
        case "select":
            dim = draw(dims)
            index = draw(st.integers(-x.shape[dim], x.shape[dim] - 1))
            return f"select({dim}, {index})", lambda t: t.select(dim, index)
        case "narrow" | "unfold":
            dim = draw(dims)
            width = draw(st.integers(1, x.shape[dim]))
            begin = draw(st.integers(0, x.shape[dim] - width)) if name == "narrow" else width
            args = (dim, begin, width) if name == "narrow" else (dim, width, begin)
            return f"{name}{args}", lambda t: getattr(t, name)(*args)
        case "chunk" | "unbind":
            args = (2, draw(dims)) if name == "chunk" else (draw(dims),)
            return f"{name}{args}[-1]", lambda t: getattr(t, name)(*args)[-1]
        case "diagonal":
            dim = draw(st.integers(0, x.dim() - 2))
            return f"diagonal(0, {dim}, {dim + 1})", lambda t: t.diagonal(0, dim, dim + 1)
        case "expand":
            sizes = [draw(st.integers(1, 3)) if n == 1 else n for n in x.shape]
            return f"expand({sizes})", lambda t: t.expand(sizes)
        case "real":
            return "real", lambda t: t.real
        case "view_as_real":
            return "view_as_real", torch.view_as_real
        case _:
            return f"{name}()", lambda t: getattr(t, name)()


@st.composite
def chain(draw, x, most):
    """View ops one after the other, as (texts, functions)."""
    texts, functions = [], []
    for _ in range(draw(st.integers(0, most))):
        text, function = draw(view(x))
        x = function(x)
        texts.append(text)
        functions.append(function)
    return texts, functions


def follow(functions, x):
    for function in functions:
        x = function(x)
    return x


@st.composite
def operand(draw, shape, dtype=None):
    """A strided tensor of the shape: (text, function of the device)."""
    padding = [draw(st.integers(0, 2)) for _ in shape]
    steps = [draw(st.integers(1, 2)) for _ in shape]
    order = draw(st.permutations(range(len(shape))))
    whole = draw(values([n * step + pad for n, step, pad in
                         ((shape[d], steps[d], padding[d]) for d in order)], dtype))
    back = [order.index(d) for d in range(len(shape))]
    window = tuple(slice(pad, None, step) for pad, step in zip(padding, steps))
    return (f"{whole.dtype} {list(whole.shape)} permuted by {back}, {window}",
            lambda where: whole.to(where).permute(back)[window])


WITH_A_TENSOR = ["copy_", "copy_ from the host", "copy_ that converts", "copy_ of one element", "add_", "add out=",
                 "masked_fill_"]
WITH_A_NUMBER = ["fill_", "mul_", "setitem"]
WITH_ROWS = ["index_fill_", "index_copy_", "index_select"]
ALONE = {
    "zero_": lambda t: t.zero_(), "clone": lambda t: t.clone(), "contiguous": lambda t: t.contiguous(),
    "abs": lambda t: t.abs(), "self + self": lambda t: t + t, "flip": lambda t: t.flip(list(range(t.dim()))),
    "cat": lambda t: torch.cat([t.reshape(-1), t.reshape(-1)]), "sum": lambda t: t.sum(),
}


@st.composite
def action(draw, x):
    """A write to `x` or a read of it: (text, function of the tensor)."""
    names = [*WITH_A_TENSOR, *WITH_A_NUMBER, *ALONE, "to"] + WITH_ROWS * bool(x.dim() and x.numel())
    name = draw(st.sampled_from(names))
    if name in ALONE:
        return name, ALONE[name]
    if name == "to":
        dtype, copy = draw(st.sampled_from(DTYPES)), draw(st.booleans())
        return f"to({dtype}, copy={copy})", lambda t: t.to(dtype, copy=copy)
    if name in WITH_A_NUMBER:
        number = draw(st.integers(0, 1))
        write = {"fill_": lambda t: t.fill_(number), "mul_": lambda t: t.mul_(number),
                 "setitem": lambda t: t.__setitem__(..., number)}[name]
        return f"{name} {number}", write
    if name in WITH_A_TENSOR:
        dtype = {"copy_ that converts": None, "copy_ from the host": None, "masked_fill_": torch.bool}.get(name, x.dtype)
        text, source = draw(operand(x.shape, dtype))
        write = {"copy_ from the host": lambda t: t.copy_(source("cpu")),
                 "copy_ of one element": lambda t: t.copy_(source(t.device).reshape(-1)[:1]),
                 "add_": lambda t: t.add_(source(t.device)),
                 "add out=": lambda t: torch.add(t, source(t.device), out=t),
                 "masked_fill_": lambda t: t.masked_fill_(source(t.device), 1)}.get(
                     name, lambda t: t.copy_(source(t.device)))
        return f"{name} with {text}", write
    dim = draw(st.integers(0, x.dim() - 1))
    rows = draw(st.lists(st.integers(0, x.shape[dim] - 1), unique=True))
    index = torch.tensor(rows, dtype=torch.int64)
    text, source = draw(operand([len(rows) if d == dim else n for d, n in enumerate(x.shape)], x.dtype))
    write = {"index_fill_": lambda t: t.index_fill_(dim, index.to(t.device), 1),
             "index_copy_": lambda t: t.index_copy_(dim, index.to(t.device), source(t.device)),
             "index_select": lambda t: t.index_select(dim, index.to(t.device))}[name]
    return f"{name}({dim}, {rows}) with {text}", write


def attempt(function, x):
    try:
        return function(x), None
    except Exception as error:
        return None, error


def difference(name, want, got):
    if not isinstance(want, torch.Tensor):
        return None
    for a, b in ((want.shape, got.shape), (want.dtype, got.dtype),
                 (want.stride() if want.numel() else 0, got.stride() if want.numel() else 0)):
        if a != b:
            return f"{name}: {b}, expected {a}"
    return None if torch.equal(got.cpu(), want) else f"{name}: other values"


def run(seed, watch):
    @start(seed)
    @settings(max_examples=10**9, deadline=None, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @given(st.data())
    def views_behave(data):
        base = data.draw(st.lists(st.integers(0, 4), max_size=5).flatmap(values))
        texts, functions = data.draw(chain(base, 4))
        text, act = data.draw(action(follow(functions, base)))
        program = f"{base.dtype} {list(base.shape)}: {'; '.join([*texts, text])}"

        def compare():
            there = base.to("npu")
            x, y = follow(functions, base), follow(functions, there)
            (want, refused), (got, error) = attempt(act, x), attempt(act, y)
            if (refused is None) != (error is None):
                return f"the CPU {refused or 'accepts it'}; the device {error or 'accepts it'}"
            return (refused is None and difference("result", want, got)) or difference("view", x, y) \
                or difference("base", base, there)

        watch.trial(program, compare)

    views_behave()


if __name__ == "__main__":
    device.main(run, __doc__)
