import argparse
import sys
import traceback

from load import load


def main(compare, fixed, run=lambda work: work()):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="npu", help="the device under test (npu)")
    parser.add_argument("--load", metavar="LIB.so", help="a library that registers the device")
    parser.add_argument("--import", metavar="MODULE", dest="module", help="a module that does so")
    args = parser.parse_args()
    return run(lambda: verdict(args, compare, fixed))


def verdict(args, compare, fixed):
    try:
        load(args)
    except Exception as error:
        print(f"The device '{args.device}' cannot be loaded: {error}", file=sys.stderr)
        return 2
    try:
        found = list(compare(args.device))
    except Exception:
        traceback.print_exc()
        print("The comparison did not come to its end, so the bug may be there or not.",
              file=sys.stderr)
        return 3
    print("\n".join(found) or fixed.format(device=args.device))
    return 1 if found else 0
