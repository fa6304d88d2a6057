"""Runs of a libFuzzer target, for the measurements beside this file."""

import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

# What ends a target: a violation, a sanitizer's report, or libFuzzer itself (a hang, memory, a signal).
_FOUND = re.compile(rb"^viewfuzz: |ERROR: |^==\d+==ERROR|deadly signal|runtime error:")


def run(target, flags, corpus=(), limit=None):
    """Runs a target from copies of the corpus folders until it finds something or is at its end.

    Gives what it said first (None: nothing found), seconds of the clock and of the processor to that point, and the
    number of executions as far as it was told. After `limit` seconds of the processor it is ended.
    """
    work = tempfile.mkdtemp(prefix="viewfuzz-bench-")
    try:
        folder = pathlib.Path(work, "corpus")
        folder.mkdir()
        command = [str(pathlib.Path(target).resolve()), *flags, f"-artifact_prefix={work}/", str(folder)]
        command += [str(pathlib.Path(c).resolve()) for c in corpus]
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        found, executions = None, 0
        for line in process.stderr:
            count = re.match(rb"#(\d+)\t", line)
            if count:
                executions = int(count.group(1))
            if _FOUND.search(line):
                found = line.decode(errors="replace").strip()
                break
            if limit is not None and _processor_seconds(process.pid) > limit:
                break
        clock = time.monotonic() - start
        os.kill(process.pid, signal.SIGKILL)  # it would go on to reduce what it found
        process.stderr.close()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # it is gone, and subprocess need not look for it
        return {"found": found, "clock": round(clock, 2),
                "processor": round(usage.ru_utime + usage.ru_stime, 2), "executions": executions}
    finally:
        shutil.rmtree(work, ignore_errors=True)


def add_build(parser):
    parser.add_argument("--build", type=pathlib.Path, default="build/fuzz",
                        help="a build of the preset fuzz, which knows fuzz/*.options")


def _processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def mann_whitney(a, b):
    """Two-sided p of the Mann-Whitney U test, by the normal approximation with ties and continuity corrected; and the
    share of pairs in which the one of `a` is larger (ties count half): 0.5 is no difference."""
    n, m = len(a), len(b)
    values = sorted((v, side) for side, group in enumerate((a, b)) for v in group)
    rank_sum, ties, i = 0.0, 0, 0
    while i < n + m:
        j = i
        while j < n + m and values[j][0] == values[i][0]:
            j += 1
        middle = (i + j + 1) / 2
        rank_sum += middle * sum(1 for k in range(i, j) if values[k][1] == 0)
        ties += (j - i) ** 3 - (j - i)
        i = j
    u = rank_sum - n * (n + 1) / 2
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance == 0:
        return 1.0, 0.5
    z = max(abs(u - n * m / 2) - 0.5, 0) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2)), u / (n * m)

