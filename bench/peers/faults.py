#!/usr/bin/env python3
"""How other tools do against the planted faults of a backend: one table, measured.

    python bench/peers/faults.py --backend build/release/lib/libviewfuzz_npu.so --json results.json

Each (peer, fault, seed) runs in a process of its own, after the same peer has run on the backend as
it is: what differs there is a false alarm and is not asked again. A process that dies or hangs
counts as a detection. Seconds are of the processor, without the start of Python. Stop it with
Ctrl-C; the same command goes on where it was stopped.
"""
import argparse
import ctypes
import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import pathlib
import statistics
import sys
import time

from device import MEMORY, PATIENCE, Watch, load, watched

PEERS = {"opinfo": "OpInfo samples", "schema_check": "SchemaCheckMode", "hypothesis_views": "Hypothesis"}
UNSEEDED = ("opinfo", "schema_check")  # a list of samples: one start says all
GRACE = 60  # seconds for a process to load and to end


# ---- one run in a process of its own


def child(module, job, at, clock, pipe):
    sys.stderr = open(os.devnull, "w")  # warnings of the samples' own
    run = importlib.import_module(module).run
    load(job["library"], job["fault"])

    def tell(seconds, name):
        clock.value, at.value = seconds, name.encode()[:len(at) - 1]

    pipe.send("ready")
    watch = Watch(job["seconds"], job["excluded"], job["last"], collect=not job["fault"], tell=tell)
    watched(run, job["seed"], watch)
    pipe.send({"trials": watch.trials, "seconds": watch.seconds, "differences": watch.differences})


def receive(pipe, seconds):
    try:
        return pipe.recv() if pipe.poll(seconds) else None
    except EOFError:
        return None


def measure(context, peer, job):
    """Returns {found, seconds, how, trial, what, trials, differences}; seconds from the first trial on."""
    at, clock = context.Array("c", 400, lock=False), context.Value("d", 0, lock=False)
    pipe, end = context.Pipe(duplex=False)
    process = context.Process(target=child, args=(peer, job, at, clock, end), daemon=True)
    process.start()
    end.close()
    try:
        if receive(pipe, GRACE) is None:
            raise SystemExit(f"{peer} cannot start with the fault '{job['fault']}': run {peer}.py alone to see why")
        result = receive(pipe, None)  # for as long as it takes: the process ends itself when it hangs
        process.join(GRACE)
    finally:
        if process.is_alive():
            process.kill()
    if result is None:
        code = process.exitcode
        how, waited = (f"died of signal {-code}", 0) if code is not None and code < 0 else ("hung", PATIENCE)
        return {"found": True, "seconds": clock.value + waited, "how": how, "trials": None, "differences": {},
                "trial": at.value.decode(errors="replace"), "what": "the process " + how}
    trial, what = next(iter(result["differences"].items()), (None, None))
    return {"found": trial is not None, "how": "differs" if trial else None, "trial": trial, "what": what, **result}


# ---- all runs


def faults_of(library):
    names = ctypes.CDLL(library).npu_fault_names
    names.restype = ctypes.c_char_p
    return [line.split("\t")[0] for line in names().decode().splitlines()]


def save(path, results):
    if path is None:
        return
    part = path.with_suffix(".part")
    part.write_text(json.dumps(results, indent=1) + "\n")
    part.replace(path)


def resumed(args, faults):
    """The results so far, or empty ones; refuses those of another backend or budget."""
    made_with = {"backend_sha256": hashlib.sha256(pathlib.Path(args.backend).read_bytes()).hexdigest(),
                 "seconds": args.seconds, "hypothesis_seconds": args.hypothesis_seconds,
                 "torch": importlib.metadata.version("torch"), "hypothesis": importlib.metadata.version("hypothesis")}
    if args.json is None or not args.json.exists():
        return {"made_with": made_with, "faults": faults, "right": {}, "runs": {}}
    results = json.loads(args.json.read_text())
    other = [f"{key} was {results['made_with'].get(key)} and is {value}" for key, value in made_with.items()
             if results["made_with"].get(key) != value]
    if other and not args.table:
        raise SystemExit(f"{args.json} cannot be gone on with: {'; '.join(other)}")
    results["faults"] = [*results["faults"], *(fault for fault in faults if fault not in results["faults"])]
    return results


def run_all(args, results, faults):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(args.peers))
    library = str(pathlib.Path(args.backend).resolve())
    starts = [(peer, seed) for peer in args.peers for seed in range(1, 2 if peer in UNSEEDED else args.seeds + 1)]
    jobs = {}
    for peer, seed in starts:
        key = f"{peer}/{seed}"
        job = {"library": library, "seed": seed, "excluded": [], "last": None,
               "seconds": args.hypothesis_seconds if peer == "hypothesis_views" else args.seconds}
        if key not in results["right"]:
            results["right"][key] = measure(context, peer, {**job, "fault": "", "seconds": 2 * job["seconds"]})
            save(args.json, results)
        right = results["right"][key]
        if right["trials"] is None:
            raise SystemExit(f"{key}: on the right backend {right['what']} at {right['trial']}")
        print(f"{key} on the right backend: {right['trials']} trials, {len(right['differences'])} false alarms",
              file=sys.stderr)
        last = right["trials"] if peer in UNSEEDED else None
        jobs[key] = peer, {**job, "excluded": list(right["differences"]), "last": last}
    for i, fault in enumerate(faults):
        for key, (peer, job) in jobs.items():
            runs = results["runs"].setdefault(key, {})
            if fault in runs:
                continue
            run = runs[fault] = measure(context, peer, {**job, "fault": fault})
            save(args.json, results)
            told = f"{run['seconds']:.2f} s, {run['how']} at {run['trial'][:100]}" if run["found"] else "missed"
            print(f"{i + 1}/{len(faults)} {fault}, {key}: {told}", file=sys.stderr)


# ---- the table


def cell(seconds, starts):
    """`seconds`: of the starts that found the fault."""
    if not starts:
        return "not run"
    if not seconds:
        return "missed"
    return f"{len(seconds)} of {starts}, {statistics.median(seconds):.2g} s"


def column_of_peer(results, peer, fault):
    runs = [runs[fault] for key, runs in results["runs"].items() if key.split("/")[0] == peer and fault in runs]
    seconds = [run["seconds"] for run in runs if run["found"]]
    ends = {run["how"] for run in runs if run["found"]} - {"differs"}
    return cell(seconds, len(runs)) + "".join(f" ({end})" for end in sorted(ends))


def column_of_viewfuzz(path):
    faults = json.loads(path.read_text())["faults"]
    return {fault["name"]: "missed" if not fault["found"] else
            f"{fault['found']} of {len(fault['starts'])}, {fault['seconds_median']:.2g} s" for fault in faults}


def table(results, viewfuzz):
    columns = {title: {fault: column_of_peer(results, peer, fault) for fault in results["faults"]}
               for peer, title in PEERS.items()}
    if viewfuzz:
        columns["viewfuzz"] = column_of_viewfuzz(viewfuzz)
    yield "| fault | " + " | ".join(columns) + " |"
    yield "| --- " * (len(columns) + 1) + "|"
    for fault in results["faults"]:
        yield f"| `{fault}` | " + " | ".join(column.get(fault, "not run") for column in columns.values()) + " |"
    found = [sum(" of " in cell for cell in column.values()) for column in columns.values()]
    yield "| **found at least once** | " + " | ".join(f"{n} of {len(results['faults'])}" for n in found) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", required=True, metavar="LIB.so", help="a library with planted faults")
    parser.add_argument("--faults", nargs="+", metavar="NAME", help="all, unless named")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS))
    parser.add_argument("--seeds", type=int, default=3, help="starts a fault of a peer that draws at random (3)")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor at most, a fault and start (60)")
    parser.add_argument("--hypothesis-seconds", type=float, help="the same for Hypothesis (--seconds)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="keep all results; go on from them")
    parser.add_argument("--viewfuzz", type=pathlib.Path, metavar="FILE", help="of viewfuzz evaluate --json: a column")
    parser.add_argument("--table", action="store_true", help="run nothing: print the table of the results so far")
    args = parser.parse_args()
    args.hypothesis_seconds = args.hypothesis_seconds or args.seconds
    if not pathlib.Path(args.backend).is_file():
        parser.error(f"--backend: there is no file '{args.backend}'")
    known = faults_of(str(pathlib.Path(args.backend).resolve()))
    faults = args.faults or known
    if unknown := set(faults) - set(known):
        parser.error(f"--faults: the backend has no {', '.join(sorted(unknown))}; it has {', '.join(known)}")
    if args.viewfuzz and not args.viewfuzz.is_file():
        parser.error(f"--viewfuzz: there is no file '{args.viewfuzz}'")
    results = resumed(args, faults)
    print(f"Processes may take {MEMORY >> 30} GiB; a trial that takes {PATIENCE} s of the clock hangs.", file=sys.stderr)
    try:
        if not args.table:
            run_all(args, results, faults)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        return 130
    finally:
        print("\n".join(table(results, args.viewfuzz)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
