#!/usr/bin/env python3
"""Does it pay to tell libFuzzer of cells? The same time with and without, on the same seeds, in turn.

    bench/feedback.py --build build/fuzz --out feedback.jsonl --seconds 20 --fault wrap-index-4096 --fault base-extent
    bench/feedback.py --build build/fuzz --out stranger.jsonl --backend build/release/lib/libviewfuzz_npu.so

Cells: how many of each kind a run of --seconds on the right backend hits, from an empty corpus. Faults: seconds of the
processor until each --fault is found, at most --limit, and until all of them are. With --backend the runs are of
fuzz_backend and that library, which need not have counters. Two-sided Mann-Whitney U; `larger` is the share of pairs in
which the run with feedback has the larger number. Results are appended to --out, and what is there is not run again.
"""

import argparse
import json
import pathlib
import statistics
import tempfile

import fuzzing
from fuzz_faults import FLAGS

ARMS = {"with": [], "without": ["--no-feedback"]}


def run(options, arm, seed, flags, limit=None):
    target = "fuzz_backend" if options.backend else "fuzz_program"
    backend = [f"--backend={options.backend.resolve()}"] if options.backend else []
    flags = [*FLAGS, *ARMS[arm], *backend, f"-seed={seed}", *flags]
    return fuzzing.run(options.build / "bin" / target, flags, limit=limit)


def cells(options, arm, seed):
    with tempfile.NamedTemporaryFile() as file:
        row = run(options, arm, seed, [f"-max_total_time={options.seconds}", f"--cells={file.name}"])
        counts = dict(line.split() for line in pathlib.Path(file.name).read_text().splitlines())
    if row["found"]:
        raise SystemExit(f"the right backend has a finding: {row['found']}")
    return {**{kind: int(count) for kind, count in counts.items()}, "executions": row["executions"]}


def seconds_to(fault, options, arm, seed):
    row = run(options, arm, seed, [f"-max_total_time={int(20 * options.limit)}", f"--fault={fault}"], options.limit)
    return {fault: row["processor"] if row["found"] else options.limit}


ALL = "all these faults"


def together(rows, faults):
    """Rows of the seconds to all faults, of the trials in which each was looked for."""
    trials = {}
    for row in rows:
        if row["what"] in faults:
            trials.setdefault((row["arm"], row["seed"]), []).append(row["measured"][row["what"]])
    return [{"arm": arm, "measured": {ALL: sum(seconds)}}
            for (arm, _), seconds in trials.items() if len(seconds) == len(faults)]


def show(rows):
    measures = sorted({m for row in rows for m in row["measured"]})
    print(f"{'':<28}{'with':>12}{'without':>12}{'larger':>9}{'p':>9}   (medians)")
    for measure in measures:
        arms = [[row["measured"][measure] for row in rows if row["arm"] == arm and measure in row["measured"]]
                for arm in ARMS]
        if not all(arms):
            continue
        p, larger = fuzzing.mann_whitney(*arms)
        print(f"{measure:<28}{statistics.median(arms[0]):>12.1f}{statistics.median(arms[1]):>12.1f}"
              f"{larger:>9.2f}{p:>9.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    fuzzing.add_build(parser)
    parser.add_argument("--backend", type=pathlib.Path, metavar="LIB",
                        help="default: the simulated NPU of that build, which has counters")
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=1, help="to share the trials between processes")
    parser.add_argument("--seconds", type=int, default=20, help="of the clock, of a run that counts cells")
    parser.add_argument("--fault", action="append", default=[], help="a planted fault; may be given several times")
    parser.add_argument("--limit", type=float, default=30, help="seconds of the processor for a fault")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.out.read_text().splitlines()] if options.out.exists() else []
    done = {(row["what"], row["arm"], row["seed"]) for row in rows}
    for seed in range(options.first_seed, options.first_seed + options.trials):
        for what in ["cells", *options.fault]:
            for arm in ARMS:
                if (what, arm, seed) in done:
                    continue
                measured = cells(options, arm, seed) if what == "cells" else seconds_to(what, options, arm, seed)
                rows.append({"what": what, "arm": arm, "seed": seed, "measured": measured})
                with options.out.open("a") as out:
                    out.write(json.dumps(rows[-1]) + "\n")
    show(rows + together(rows, options.fault))


if __name__ == "__main__":
    main()
