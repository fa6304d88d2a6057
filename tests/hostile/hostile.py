#!/usr/bin/env python3
"""Gives files that nobody means well to every command that reads files.

Each run has to end in time and within its memory, with exit code 0, 1 or 2 and a sentence, and may
write nothing outside of its own folder. The files are made from a seed: programs and forms of the
corpus with bytes, lines and arguments changed, calls of ops by their schemas with arguments that
make no sense, dumps that say what is not so, and files that are nothing at all.

    hostile.py VIEWFUZZ CORPUS [--files 600] [--seed 1] [--seconds 60] [--keep DIR]
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MEMORY = 2 << 30  # bytes, of one process: what libtorch maps is not part of it
HEAD = "# viewfuzz program 1\n"
NUMBERS = [-1, 0, 1, 2, 7, 63, 64, 999, -(1 << 31), 1 << 31, 1 << 40, (1 << 63) - 1, -(1 << 63)]
DTYPES = ["bool", "uint8", "int8", "int64", "float16", "float32", "float64", "complex64",
          "float8_e4m3fn", "float99"]
OPS = ["aten.bincount", "aten.one_hot", "aten.block_diag", "aten.vander", "aten.cdist", "aten.poisson",
       "aten._convert_indices_from_coo_to_csr", "aten._convert_indices_from_csr_to_coo",
       "aten.embedding", "aten.histc", "aten.multinomial", "aten.gather", "aten.take",
       "aten.index_select", "aten.repeat_interleave.Tensor", "aten.tensor_split.sections",
       "aten.unfold", "aten.as_strided", "aten.view.dtype", "aten.to.dtype", "aten.empty_strided",
       "aten.full", "aten.arange", "aten.linspace", "aten.eye", "aten.tril_indices", "aten.kron",
       "aten.set_.source_Storage_storage_offset", "aten.resize_", "aten.cat", "aten.stack",
       "aten.from_file", "aten._print", "profiler._record_function_enter", "quantized.linear",
       "prim.Print", "aten.no_such_op", "aten", "aten..", ".aten"]


def value(rng, tensors):
    kind = rng.randrange(9)
    if kind < 3 and tensors:
        return rng.choice(tensors)
    if kind == 3:
        return str(rng.choice(NUMBERS))
    if kind == 4:
        return "[" + ", ".join(str(rng.choice(NUMBERS)) for _ in range(rng.randrange(5))) + "]"
    if kind == 5 and tensors:
        return "[" + ", ".join(rng.choice(tensors) for _ in range(rng.randrange(4))) + "]"
    if kind == 6:
        return rng.choice(['"a\\"', '"', '"\\"); import os #"', '"\x1b[2J"', '"channels_last"'])
    return rng.choice(["None", "True", "1e400", "nan", "-0.0", "float32", "t99", "0x10", "1_000"])


def call_file(rng):
    """Calls with arguments that make no sense."""
    lines, tensors = [], []
    for i in range(rng.randrange(1, 4)):
        sizes = [rng.choice([0, 1, 2, 3, 4, 64]) for _ in range(rng.randrange(4))]
        fill = rng.choice(["iota", "zeros", "special", "[1000000000]", "ints(3)", "iota(-5)"])
        extra = rng.choice(["", "", ", strides=[1]", ", offset=3", ", host=True", ", storage=1"])
        lines.append(f"t{i} = tensor({sizes}, {rng.choice(DTYPES)}, {fill}{extra})")
        tensors.append(f"t{i}")
    for i in range(rng.randrange(1, 5)):
        arguments = ", ".join(value(rng, tensors) for _ in range(rng.randrange(5)))
        name = f"r{i}"
        lines.append(f"{name} = {rng.choice(OPS)}({arguments})")
        tensors.append(name)
    return (HEAD + "\n".join(lines) + "\n").encode()


def growing_file(rng):
    """Small text that asks for much."""
    op, arguments = rng.choice([("aten.cat", "[{0}, {0}]"), ("aten.repeat", "{0}, [4]"),
                                ("aten.stack", "[{0}, {0}]"), ("aten.kron", "{0}, {0}")])
    lines = ["t0 = tensor([2], float32, zeros)"]
    for i in range(rng.choice([5, 20, 40])):
        lines.append(f"t{i + 1} = {op}({arguments.format(f't{i}')})")
    return (HEAD + "\n".join(lines) + "\n").encode()


def changed_file(rng, seeds):
    """A program of the corpus with something changed."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data) + 1)
        how = rng.randrange(5)
        if how == 0:
            data[at:at + 1] = bytes([rng.randrange(256)])
        elif how == 1:
            del data[at:at + rng.randrange(20)]
        elif how == 2:
            data[at:at] = data[max(0, at - 30):at]
        elif how == 3:
            numbers = list(re.finditer(rb"-?\d+", bytes(data)))
            if numbers:
                number = rng.choice(numbers)
                data[number.start():number.end()] = str(rng.choice(NUMBERS)).encode()
        else:
            data[at:at] = rng.choice([b"\0", b"\xff\xfe", b"\xe2\x80\xae", b"\x1b]0;x\x07", b"\r"])
    return bytes(data)


def dump_file(rng):
    """A dump (safetensors) whose head does not fit what follows."""
    entry = {"dtype": rng.choice(["F32", "F64", "BF16", "I64", "X9", 7]),
             "shape": [rng.choice(NUMBERS) for _ in range(rng.randrange(4))],
             "data_offsets": [rng.choice(NUMBERS), rng.choice(NUMBERS)]}
    if rng.randrange(3) == 0:
        entry = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
    if rng.randrange(4) == 0:
        del entry[rng.choice(sorted(entry))]
    head = json.dumps(rng.choice([{"a": entry}, {"a": entry, "b": entry}, {"__metadata__": entry},
                                  [entry], {"\x1b[2J": entry}, {"a" * 5000: entry}])).encode()
    length = rng.choice([len(head), len(head), len(head) - 1, 0, 1 << 40, (1 << 64) - 1])
    return length.to_bytes(8, "little") + head + bytes(rng.choice([0, 4, 8, 16]))


def cases_file(rng):
    """A list of stored results that are none."""
    case = {"name": rng.choice(["a", "../a", "/dev/zero", "", "x" * 5000, 3]),
            "kind": rng.choice(["rule", "attn", "gdn", "other"]), "seed": rng.choice(NUMBERS),
            "dtype": rng.choice(["fp32", "bf16", "fp99"]), "regime": "randn", "init": True,
            "l2norm": rng.choice([True, "yes"])}
    case.update({key: rng.choice(NUMBERS) for key in ("B", "S", "Hk", "Hv", "Dk", "Dv", "chunk")})
    if rng.randrange(3) == 0:
        del case[rng.choice(sorted(case))]
    return json.dumps(rng.choice([[case], [case] * 3, case, [[case]]])).encode()


def odd_file(rng):
    """Nothing at all."""
    return rng.choice([b"", b"\n" * 1000, HEAD.encode() * 3, b"\0" * 4096, b"PK\3\4",
                       HEAD.encode() + b"(" * 20000, HEAD.encode() + b"t0 = " + b"a" * 100000,
                       b"# viewfuzz program 99\n", b"# viewfuzz model 1\nkind = 99\n", b"[]", b"{}",
                       HEAD.encode() + b"t0 = tensor([" + b"1, " * 5000 + b"1], float32, iota)\n"])


def make(rng, seeds):
    kind = rng.randrange(12)
    if kind < 5:
        return call_file(rng)
    if kind < 8:
        return changed_file(rng, seeds)
    if kind < 10:
        return rng.choice([dump_file, cases_file])(rng)
    return growing_file(rng) if kind == 10 else odd_file(rng)


def stored(file, out):
    """The file as the list of stored results, and as one of them."""
    folder = out / "golden"
    folder.mkdir(exist_ok=True)
    shutil.copy(file, folder / "cases.json")
    shutil.copy(file, folder / "a.safetensors")
    return folder


def commands(viewfuzz, file, out):
    """Every command that reads a file, with a folder of its own."""
    yield [viewfuzz, "replay", file, "--patience", "5", "--json", out / "r.json"]
    yield [viewfuzz, "triage", file, "--patience", "5", "--out", out / "found"]
    yield [viewfuzz, "reduce", file, "--patience", "5", "--runs", "50"]
    yield [viewfuzz, "bisect", file, "--patience", "5", "--runs", "50"]
    yield [viewfuzz, "corpus", "stats", file]
    yield [viewfuzz, "corpus", "minimize", file, "--out", out / "small"]
    yield [viewfuzz, "corpus", "merge", file, "--into", out / "merged"]
    yield [viewfuzz, "compare", file, file]
    yield [viewfuzz, "dump", file, "--backend", "cpu", "--out", out / "d.safetensors"]
    yield [viewfuzz, "golden", stored(file, out), "--patience", "5"]


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("viewfuzz")
    parser.add_argument("corpus")
    parser.add_argument("--files", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="that one run may take")
    parser.add_argument("--every", action="store_true", help="each file to each command")
    parser.add_argument("--keep", help="where files that break the rule are kept")
    args = parser.parse_args()
    seeds = [path.read_bytes() for path in sorted(Path(args.corpus).rglob("*"))
             if path.suffix in (".vf", ".form")]
    root = Path(tempfile.mkdtemp(prefix="hostile-"))
    home = root / "home"
    home.mkdir()
    (root / "tmp").mkdir()
    os.environ["TMPDIR"] = str(root / "tmp")
    failed = runs = 0
    for index in range(args.files):
        rng = random.Random(f"{args.seed}:{index}")
        file = root / f"h{index}.vf"
        file.write_bytes(make(rng, seeds))
        out = root / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        chosen = list(commands(args.viewfuzz, file, out))
        for command in chosen if args.every else [chosen[index % len(chosen)]]:
            runs += 1
            why = ""
            try:
                run = subprocess.run([str(part) for part in command], cwd=home, capture_output=True,
                                     timeout=args.seconds, preexec_fn=limit,
                                     stdin=subprocess.DEVNULL)
                said = run.stdout + run.stderr
                if run.returncode not in (0, 1, 2):
                    why = f"exit code {run.returncode}"
                elif run.returncode == 2 and not said.strip():
                    why = "not a word"
                elif b"\x1b" in run.stderr or (command[1] != "reduce" and b"\x1b" in run.stdout):
                    why = "a command to the terminal"
                elif tree(home) or tree(root / "tmp"):
                    why = f"it wrote {tree(home) + tree(root / 'tmp')}"
            except subprocess.TimeoutExpired:
                why, said = f"no end in {args.seconds:.0f} s", b""
            if not why:
                continue
            failed += 1
            print(f"{command[1]} {file.name} (seed {args.seed}, file {index}): {why}")
            print(said[-600:].decode(errors="replace"))
            if args.keep:
                Path(args.keep).mkdir(parents=True, exist_ok=True)
                shutil.copy(file, args.keep)
        file.unlink()
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    if largest > MEMORY:
        failed += 1
        print(f"a process took {largest >> 20} MiB")
    shutil.rmtree(root, ignore_errors=True)
    print(f"{runs - failed} of {runs} runs on {args.files} files as they should be, "
          f"at most {largest >> 20} MiB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
