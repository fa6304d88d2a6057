def node(tensor):
    """What made the tensor; views that autograd has given up may not even be asked."""
    try:
        if tensor.grad_fn:
            return tensor.grad_fn.name()
    except RuntimeError as error:
        return type(error).__name__
    return "a leaf" if tensor.requires_grad else "no gradient"
