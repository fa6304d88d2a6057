"""What a Python user does first with the device. Usage: python_smoke.py libviewfuzz_npu.so"""
import os
import sys

os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
import torch

torch.ops.load_library(sys.argv[1])
torch.utils.rename_privateuse1_backend("npu")


def same(a, b):
    return torch.equal(a.cpu(), b) and a.stride() == b.stride() and a.dtype == b.dtype


# Making tensors and moving them.
assert torch.empty(3, device="npu").device == torch.device("npu", 0)
assert torch.empty(0, 2, device="npu").cpu().shape == (0, 2)
x = torch.arange(24.0).view(2, 3, 4)
d = x.to("npu")
assert d.device.type == "npu" and same(d, x)
assert same(torch.ones(2, 2, dtype=torch.int64, device="npu"), torch.ones(2, 2, dtype=torch.int64))
assert same(torch.full((2,), 7.5, device="npu"), torch.full((2,), 7.5))
assert d[0, 1, 2].item() == 6.0 and float(d.sum()) == 276.0 and d.tolist() == x.tolist()

# Printing.
text = str(d[0, :, 1])
assert "npu" in text and "9." in text, text
assert "size=(0,)" in str(torch.empty(0, device="npu")) or "[]" in str(torch.empty(0, device="npu"))
repr(d > 3)

# Indexing and assignment write through to the base.
for index in [0, (slice(None), 1), (..., slice(1, 3)), (slice(None), None, 2), (slice(None), [0, 2]),
              (torch.tensor([True, False]), 1)]:
    assert torch.equal(d[index].cpu(), x[index]), index
    y, e = x.clone(), d.clone()
    y[index] = -1.0
    e[index] = -1.0
    assert torch.equal(e.cpu(), y), index
e = d.clone()
e[:, 1].add_(100)
e.transpose(0, 2)[1] = torch.zeros(3, 2)
y = x.clone()
y[:, 1].add_(100)
y.transpose(0, 2)[1] = torch.zeros(3, 2)
assert same(e, y)
assert same(d[:, d[0, :, 0] > 1], x[:, x[0, :, 0] > 1])

# Arithmetic, devices mixed as the CPU mixes them with a scalar tensor.
assert same(d.transpose(1, 2) * torch.tensor(2.0) + 1, x.transpose(1, 2) * 2 + 1)
assert same(torch.cat([d, d], 1), torch.cat([x, x], 1))
assert same(torch.stack([d[0], d[1]], -1), torch.stack([x[0], x[1]], -1))
assert same(torch.matmul(d, d.mT), torch.matmul(x, x.mT))
z = torch.complex(x, -x)
assert same(z.to("npu").conj().resolve_conj(), z.conj().resolve_conj())
assert same(z.to("npu").conj().imag.contiguous(), z.conj().imag.contiguous())
try:
    d + x
    raise SystemExit("adding tensors of two devices was accepted")
except RuntimeError as error:
    assert "device" in str(error), error

# Autograd.
w = torch.nn.Linear(4, 3).requires_grad_()
v = torch.nn.Linear(4, 3).to("npu")
v.load_state_dict(w.state_dict())
for module, data in ((w, x), (v, d)):
    out = torch.nn.functional.softmax(module(data), -1)
    out[:, 1].pow(2).sum().backward()
assert torch.allclose(v.weight.grad.cpu(), w.weight.grad) and v.weight.grad.device.type == "npu"
leaf = d.clone().requires_grad_()
view = leaf.view(-1)[3:9]
view.mul(2).sum().backward()
assert leaf.grad.sum().item() == 12.0

# Random numbers are drawn as on the CPU.
torch.manual_seed(3)
first = torch.rand(4, device="npu").cpu()
torch.manual_seed(3)
assert torch.equal(first, torch.rand(4))
g = torch.Generator("npu").manual_seed(5)
h = torch.Generator().manual_seed(5)
assert torch.equal(torch.randn(4, generator=g, device="npu").cpu(), torch.randn(4, generator=h))

# Convolution and attention take the paths the CPU takes.
image, kernel = torch.randn(1, 2, 5, 5), torch.randn(3, 2, 3, 3)
assert torch.allclose(torch.conv2d(image.to("npu"), kernel.to("npu")).cpu(), torch.conv2d(image, kernel))
q = torch.randn(1, 2, 5, 8)
attend = torch.nn.functional.scaled_dot_product_attention
assert torch.allclose(attend(q.to("npu"), q.to("npu"), q.to("npu")).cpu(), attend(q, q, q), atol=1e-6)

# Saving, and the storage as Python sees it.
import io

buffer = io.BytesIO()
torch.save(d.cpu(), buffer)
buffer.seek(0)
assert same(torch.load(buffer).to("npu"), x)
assert d[1].untyped_storage().data_ptr() == d.untyped_storage().data_ptr()
assert d.untyped_storage().nbytes() == 96
print("ok")
