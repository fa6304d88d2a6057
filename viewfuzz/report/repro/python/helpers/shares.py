import torch


def shares(program, device, pairs, shared):
    """The schema of the last operator says what shares a storage, and what does not."""
    with torch.no_grad():
        tensors = program(device)
    for name, other in pairs:
        if other not in tensors or 0 in (tensors[name].numel(), tensors[other].numel()):
            continue
        storages = [tensors[n].untyped_storage()._cdata for n in (name, other)]
        if (storages[0] == storages[1]) is not shared:
            verb = "does not share" if shared else "shares"
            yield f"{name} {verb} the storage of {other}, and the schema says otherwise"
