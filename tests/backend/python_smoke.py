"""The simulated NPU from Python: python_smoke.py <path of libviewfuzz_npu.so>."""

import pathlib
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "backend" / "python"))
import npu_device

npu_device.load(sys.argv[1])

# Made on the device, moved to it and back.
assert torch.empty(3, device="npu").device == torch.device("npu:0")
host = torch.arange(12.0).reshape(3, 4)
base = host.to("npu")
assert torch.equal(base.cpu(), host) and torch.equal(base.npu().cpu(), host)
assert "device='npu:0'" in repr(base) and "11." in repr(base)

# Indexing and assignment reach the base.
base[1, :2] = 7
base[:, 3] += 1
base[base > 8] = 0
host[1, :2] = 7
host[:, 3] += 1
host[host > 8] = 0
assert torch.equal(base.cpu(), host) and base.tolist() == host.tolist()
assert torch.equal(base[[2, 0]][:, None].cpu(), host[[2, 0]][:, None])

# Gradients.
weight = torch.ones(4, 2, device="npu", requires_grad=True)
torch.nn.functional.silu(base @ weight).sum().backward()
reference = torch.ones(4, 2, requires_grad=True)
torch.nn.functional.silu(host @ reference).sum().backward()
assert torch.equal(weight.grad.cpu(), reference.grad)

# A module, with its parameters moved.
module = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.LayerNorm(3), torch.nn.GELU()).to("npu")
module(base).sum().backward()
assert module[0].weight.grad.device.type == "npu"

# Random numbers.
torch.manual_seed(3)
drawn = torch.randn(5, device="npu")
torch.manual_seed(3)
assert torch.equal(drawn.cpu(), torch.randn(5))
generator = torch.Generator(device="npu").manual_seed(1)
assert torch.rand(2, device="npu", generator=generator).device.type == "npu"

# Storages.
storage = base.untyped_storage()
storage.resize_(400)
assert base.untyped_storage().nbytes() == 400 and torch.equal(base.cpu(), host)

# Refusals.
try:
    base.flatten()[1:].copy_(base.flatten()[:-1])
except RuntimeError as refused:
    assert "some elements of the input tensor and the written-to tensor" in str(refused), refused
else:
    raise AssertionError("an overlapping copy was accepted")

print("ok")
