def layout(tensor):
    """Strides of dims of size 1, and of empty tensors, say nothing."""
    full = tensor.numel() > 0
    strides = [stride if size > 1 else "-" for size, stride in zip(tensor.shape, tensor.stride())]
    return (f"sizes {list(tensor.shape)}, strides {strides if full else '-'}, "
            f"offset {tensor.storage_offset() if full else '-'}, {tensor.dtype}"
            f"{', conjugate' if tensor.is_conj() else ''}{', negative' if tensor.is_neg() else ''}")
