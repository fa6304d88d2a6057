#!/usr/bin/env python3
"""How long coverage-guided fuzzing takes to find each planted fault.

    bench/fuzz_faults.py --build build/fuzz --out faults.jsonl
    bench/fuzz_faults.py --build build/fuzz --out with_corpus.jsonl --limit 10 --corpus corpus/seeds

Each fault and seed is a process of its own. Results are appended to --out a line each, and what is there already is not
run again, so it can be stopped and started at any time. Seconds are those of the processor (start included), so that a
busy machine does not count; --limit is in them as well. A crash, a hang (-timeout) and memory (-rss_limit_mb) count as
found.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys

import fuzzing

FLAGS = ["-timeout=5", "-rss_limit_mb=4096"]


def planted(viewfuzz, backend):
    listed = subprocess.run([viewfuzz, "list", "faults", "--backend", backend], capture_output=True, text=True,
                            check=True)
    return [line.split()[0] for line in listed.stdout.splitlines() if line.strip()]


def load(path):
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {(row["fault"], row["seed"]): row for row in rows}


def show(done, seeds, limit):
    """The table, worst fault first; gives how many faults miss the limit in the median."""
    by_fault = {}
    for (fault, _), row in done.items():
        by_fault.setdefault(fault, []).append(row["processor"] if row["found"] else float("inf"))
    complete = {f: t for f, t in by_fault.items() if len(t) >= seeds}
    worst = sorted(complete.items(), key=lambda item: -statistics.median(item[1]))
    missed = [f for f, t in complete.items() if statistics.median(t) > limit]
    print(f"{'fault':<30}{'median s':>10}{'worst s':>10}{'found':>8}")
    for fault, times in worst:
        found = sum(t != float("inf") for t in times)
        print(f"{fault:<30}{statistics.median(times):>10.1f}{max(times):>10.1f}{found:>5}/{len(times)}")
    print(f"{len(complete) - len(missed)} of {len(complete)} faults within {limit} s in the median of {seeds} seeds")
    return len(missed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    fuzzing.add_build(parser)
    parser.add_argument("--viewfuzz", default="build/release/bin/viewfuzz", help="lists the faults")
    parser.add_argument("--backend", default="build/release/lib/libviewfuzz_npu.so")
    parser.add_argument("--corpus", nargs="*", default=[], help="folders to start from (default: nothing)")
    parser.add_argument("--fault", action="append", help="only this one; may be given several times")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="seconds")
    parser.add_argument("--flag", action="append", default=[], help="one more flag for the target")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    faults = options.fault or planted(options.viewfuzz, options.backend)
    done = load(options.out)
    for seed in range(1, options.seeds + 1):
        for fault in faults:
            if (fault, seed) in done:
                continue
            # On a busy machine the clock runs ahead of the processor.
            flags = [*FLAGS, *options.flag, f"-seed={seed}", f"-max_total_time={int(20 * options.limit)}",
                     f"--fault={fault}"]
            row = fuzzing.run(options.build / "bin/fuzz_program", flags, options.corpus, limit=options.limit)
            row.update(fault=fault, seed=seed)
            done[fault, seed] = row
            with options.out.open("a") as out:
                out.write(json.dumps(row) + "\n")
            print(f"{fault} {seed}: {row['processor']} s {row['found']}", file=sys.stderr)
    wanted = {key: row for key, row in done.items() if key[0] in faults}
    return 1 if show(wanted, options.seeds, options.limit) else 0


if __name__ == "__main__":
    sys.exit(main())
