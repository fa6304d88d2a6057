import importlib
import types

import torch


def load(args):
    if args.module:
        importlib.import_module(args.module)
    if args.load:
        torch.ops.load_library(args.load)
        torch.utils.rename_privateuse1_backend(args.device)
        if not hasattr(torch, args.device):
            torch._register_device_module(args.device, types.ModuleType(args.device))
    torch.empty(1, device=args.device)
