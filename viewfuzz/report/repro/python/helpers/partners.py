def partners(tensors, name):
    """The tensors that share the storage; an empty tensor shares nothing."""
    if tensors[name].numel() == 0:
        return "no other tensor"
    storage = tensors[name].untyped_storage()._cdata
    names = [other for other, tensor in tensors.items() if other != name
             and tensor.numel() > 0 and tensor.untyped_storage()._cdata == storage]
    return ", ".join(names) or "no other tensor"
