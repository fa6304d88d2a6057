from window import window


def storage(tensor):
    """The whole storage, flat, on the CPU."""
    count = tensor.untyped_storage().nbytes() // tensor.element_size()
    return window(tensor, (count,), (1,), 0).cpu()
