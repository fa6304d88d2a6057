import torch

from contents import contents


def writes(program, device, written):
    """The schema of the last operator says what it writes: nothing else may change."""
    with torch.no_grad():
        result = program(device)
    before, after = result["before"], contents(result)
    written = [before[name][0] for name in written]
    for name, (which, content) in before.items():
        if which not in written and not torch.equal(content, after[name][1]):
            yield f"the storage of {name} changed, and the schema says nothing of a write to it"
