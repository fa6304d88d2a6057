"""What all peers share: the device with a fault, and a watch that ends a run at the first difference."""
import argparse
import faulthandler
import os
import resource
import sys
import time
import types
import warnings

os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
import torch

PATIENCE = 60  # seconds of the clock until a trial counts as hung, also on a machine with other work
MEMORY = 8 << 30  # bytes of a process: a leak ends as an error, and not the machine


def load(library, fault=""):
    """Loads the backend with one fault switched on, or as it is."""
    os.environ["NPU_FAULT"] = fault
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    torch.ops.load_library(library)
    torch.utils.rename_privateuse1_backend("npu")
    module = types.ModuleType("npu")
    module.is_available = lambda: True
    module.device_count = lambda: 1
    torch._register_device_module("npu", module)
    torch.empty(1, device="npu")


class Stop(BaseException):
    """The end of a run. No Exception, so that no tool takes it for a failure of the device."""


class Watch:
    """Counts and times trials; all seconds are of the processor, so other work on the machine is not counted.

    A trial is a name and a function that returns what differs, or nothing; an exception differs
    too. `excluded`: names that differ on the right backend; `last`: how many trials the right
    backend was asked, since nothing is known of later ones; `collect`: go on behind a difference;
    `tell`: is called with the seconds so far and the name of each trial before it runs.
    """

    def __init__(self, seconds, excluded=(), last=None, collect=False, tell=lambda seconds, name: None):
        self.excluded, self.last, self.collect, self.tell = frozenset(excluded), last, collect, tell
        self.start, self.budget = time.process_time(), seconds
        self.trials, self.differences, self.seconds = 0, {}, None
        self.armed = float("-inf")

    def elapsed(self):
        return time.process_time() - self.start

    def arm(self):
        """Ends the process when nothing has come by for PATIENCE; not at each trial, as that takes 1 ms."""
        if time.monotonic() - self.armed > 1:
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            self.armed = time.monotonic()

    def trial(self, name, run):
        if self.elapsed() > self.budget or self.trials == self.last:
            raise Stop
        self.trials += 1
        if name in self.excluded:
            return
        self.tell(self.elapsed(), name)
        self.arm()
        try:
            found = run()
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if found:
            self.differences[name] = " ".join(found.split())[:300]
            if not self.collect:
                self.seconds = self.elapsed()
                raise Stop


def watched(run, seed, watch):
    """Runs a peer until it has no more trials, or the watch ends it."""
    try:
        run(seed, watch)
    except Stop:
        pass
    faulthandler.cancel_dump_traceback_later()
    return watch


def main(run, about):
    """A peer by itself: exits with 1 when something differs."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--backend", required=True, metavar="LIB.so")
    parser.add_argument("--fault", default="", help="a planted fault (none: what differs is a false alarm)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--all", action="store_true", help="go on behind the first difference")
    args = parser.parse_args()
    load(args.backend, args.fault)
    watch = watched(run, args.seed, Watch(args.seconds, collect=args.all))
    for name, difference in watch.differences.items():
        print(f"{name}: {difference}")
    print(f"{watch.trials} trials, {len(watch.differences)} differ, {watch.elapsed():.1f} s of the processor")
    sys.exit(1 if watch.differences else 0)
