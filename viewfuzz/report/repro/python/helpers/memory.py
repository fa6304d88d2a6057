import os


def memory():
    """Bytes that the process has for itself."""
    with open("/proc/self/statm") as file:
        _, resident, of_files = (int(word) for word in file.read().split()[:3])
    return (resident - of_files) * os.sysconf("SC_PAGE_SIZE")
