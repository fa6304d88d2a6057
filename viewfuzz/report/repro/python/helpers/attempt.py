import contextlib


@contextlib.contextmanager
def attempt(refused, what):
    """Goes on behind a statement that is refused, and keeps the reason."""
    try:
        yield
    except Exception as error:
        refused[what] = f"{type(error).__name__}: {error}".splitlines()[0]
