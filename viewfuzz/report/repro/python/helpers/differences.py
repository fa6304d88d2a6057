import torch


def differences(expected, observed, sides, unequal, kinds):
    """What differs, in sentences. `kinds`: an error has to be of the same class on both sides."""
    (expected, refused_there), (observed, refused_here) = expected, observed
    if "the program" in refused_there:  # then no run is left to compare with
        raise RuntimeError(f"{sides[0]} cannot run it: {refused_there['the program']}")
    for what in {**refused_there, **refused_here}:
        there, here = refused_there.get(what, "accepts it"), refused_here.get(what, "accepts it")
        differs = (what in refused_there) != (what in refused_here)
        if differs or kinds and there.partition(":")[0] != here.partition(":")[0]:
            yield f"{what}: {sides[0]} {there}; {sides[1]} {here}"
    for name in [name for name in expected if name in observed]:
        for trait, want in expected[name].items():
            got = observed[name].get(trait)
            if not isinstance(want, torch.Tensor):
                if got != want:
                    yield f"{name} {trait} {got}; expected {want}"
                continue
            if got is None or len(want) == 0 or (got.dtype, got.shape) != (want.dtype, want.shape):
                continue
            wrong = unequal(want, got).nonzero().flatten().tolist()
            if wrong:
                first = wrong[0]
                yield (f"{name}{trait} {len(wrong)} of {len(want)} elements differ; element "
                       f"{first} is {got[first].item()}, expected {want[first].item()}")
