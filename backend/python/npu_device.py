"""The simulated NPU for Python: `npu_device.load(path)` makes the device "npu" known to torch."""

import types

import torch


def _device_module() -> types.ModuleType:
    """torch.npu. Core imports a module of that name before it makes the first tensor."""
    module = types.ModuleType("torch.npu", "The simulated NPU.")
    module.is_available = lambda: True
    module.device_count = lambda: 1
    module.current_device = lambda: 0
    module.synchronize = lambda device=None: None
    module._is_in_bad_fork = lambda: False
    # Operators that are given no generator draw from the CPU's, which torch.manual_seed seeds.
    module.manual_seed_all = lambda seed: None
    return module


def load(library: str) -> None:
    """Loads libviewfuzz_npu.so and names its device "npu"."""
    torch.ops.load_library(library)
    torch.utils.rename_privateuse1_backend("npu")
    torch._register_device_module("npu", _device_module())
    torch.utils.generate_methods_for_privateuse1_backend()
