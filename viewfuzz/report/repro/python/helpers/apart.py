import os
import signal
import sys


def apart(work):
    """Works in a process of its own, which the device may end. It says its verdict on a pipe, so an
    end that the device made is told from one that `work` came to."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        said = work()
        sys.stdout.flush()
        os.write(writer, bytes([said]))
        os._exit(0)
    os.close(writer)
    said = os.read(reader, 1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if said:
        return said[0]
    if code == -signal.SIGALRM:
        print("the process was still busy after 120 s")
    else:
        print(f"the process ended: {signal.Signals(-code).name if code < 0 else f'exit {code}'}")
    return 1
