import torch


def call(op, device, /, *args, **named):
    """Calls an operator by its schema, and gives its tensors as a list. An argument of the operator
    may be named `device` too."""
    formals = op._schema.arguments
    named.update(zip((formal.name for formal in formals), args))
    for formal in formals:
        if "Device" in str(formal.type):
            named.setdefault(formal.name, device)
    return torch.utils._pytree.tree_leaves(op(**named))
