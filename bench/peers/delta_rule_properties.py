"""The properties that delta_rule.py asks of the peer. Each returns the story of the first break, or None."""
import itertools

import torch

from delta_rule_contestants import case, ours, peer


def ratio(a, b):
    """Root mean square of the difference over that of b; NaN counts as infinite."""
    error = ((a.double() - b.double()).square().mean().sqrt() / (b.double().square().mean().sqrt() + 1e-8)).item()
    return error if error == error else float("inf")


# What others allow a chunked kernel in bfloat16; the state is float32, but made from bfloat16 products.
BOUND = 0.02


def compare(x, state=None, cu=None):
    """The peer against the recurrence in double precision."""
    o, m = peer(x, None if state is None else state.clone(), cu)
    expected_o, expected_m = ours(x, state, cu)
    off = max(ratio(o, expected_o), ratio(m, expected_m))
    return off if off > BOUND else None


def first(configurations, check):
    for configuration in configurations:
        story = check(configuration)
        if story:
            return f"{configuration}: {story}"
    return None


def grid(**axes):
    """All combinations, the smallest first."""
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


def close(configuration):
    off = compare(case(**configuration))
    return off and f"relative error {off:.3g}"


def accuracy_random():
    return first(grid(S=[1, 2, 63, 64, 65, 200], Hv=[1, 4]), close)


def accuracy_alike_keys():
    return first(grid(S=[2, 16, 64, 65, 200], decay=[0.0, 0.02], keys=["alike"], near_one=[True]), close)


def strong_decay():
    return first(grid(S=[2, 64, 65], decay=[1e2, 1e4]), close)


def gate_of_minus_infinity():
    def check(configuration):
        x = case(**configuration)
        x["g"][:, 1::2] = -torch.inf
        off = compare(x)
        return off and f"relative error {off:.3g} (the recurrence is finite)"
    return first(grid(S=[2, 64]), check)


def dtypes():
    refused = []
    for dtype in (torch.float32, torch.float16):
        try:
            peer(case(dtype=dtype))
        except RuntimeError as error:
            refused.append(f"{dtype}: {str(error).splitlines()[0]}")
    return "; ".join(refused) or None


def head_dims():
    """Which dims are refused, and why: those with one reason together."""
    refused = {}
    for Dk, Dv in [(d, d) for d in (16, 32, 48, 64, 96, 128, 160, 192, 256)] + [(64, 128), (128, 64)]:
        try:
            off = compare(case(Dk=Dk, Dv=Dv))
            reason = off and f"relative error {off:.3g}"
        except RuntimeError as error:
            reason = str(error).splitlines()[0]
        if reason:
            refused.setdefault(reason.removesuffix(f", {Dk}"), []).append(f"{Dk}x{Dv}")
    return "; ".join(f"{', '.join(dims)}: {reason}" for reason, dims in refused.items()) or None


def packed_sequences():
    def check(configuration):
        offsets = configuration["offsets"]
        states = torch.randn(len(offsets) - 1, 1, 64, 64, generator=torch.Generator().manual_seed(3))
        off = compare(case(S=offsets[-1]), states, offsets)
        return off and f"relative error {off:.3g}"
    return first(grid(offsets=[[0, 1], [0, 1, 2], [0, 0, 3], [0, 3, 3], [0, 64, 128], [0, 1, 64, 129, 200]]), check)


def batches():
    x = case(B=2, S=2)
    try:
        o, _ = peer(x)
    except RuntimeError as error:
        return str(error).splitlines()[0]
    off = ratio(o[1], ours(x)[0][1])
    return f"the second row is off by {off:.3g}" if off > BOUND else None


def no_tokens():
    x = case(S=0)
    state = torch.randn(1, 1, 64, 64)
    _, m = peer(x, state.clone())
    return None if torch.equal(m, state) else "the state is not the initial one"


def inputs_are_not_written():
    def check(configuration):
        x = case(**configuration)
        state = torch.randn(1, 1, 64, 64)
        before = {name: tensor.clone() for name, tensor in x.items()} | {"initial_state": state.clone()}
        peer(x, state)
        written = [n for n, t in (x | {"initial_state": state}).items() if not torch.equal(t, before[n])]
        return written and f"writes to {', '.join(written)}, which its schema does not say"
    return first(grid(S=[1, 64, 65]), check)


def off_by_strides(configuration, name, restride):
    x = case(**configuration)
    o, m = peer(x)
    x[name] = restride(x[name])
    try:
        strided_o, strided_m = peer(x)
    except RuntimeError as error:
        return f"refused: {str(error).splitlines()[0]}"
    off = max(ratio(strided_o, o), ratio(strided_m, m))
    return off and f"relative difference {off:.3g}"


def strides_do_not_matter(restride):
    configurations = grid(S=[2, 64, 65], Hk=[1, 2], Hv=[2, 4])
    stories = {}
    for name in ("q", "k", "v", "g", "beta"):
        story = first(configurations, lambda c, name=name: off_by_strides(c, name, restride))
        if story:
            stories.setdefault(story, []).append(name)
    return "; ".join(f"{', '.join(names)}: {story}" for story, names in stories.items()) or None


def gaps_between_elements():
    return strides_do_not_matter(lambda t: torch.stack([t, torch.full_like(t, torch.nan)], -1)[..., 0])


def heads_before_tokens():
    return strides_do_not_matter(lambda t: t.transpose(1, 2).contiguous().transpose(1, 2))


def a_part_of_a_fused_projection():
    """q, k and v as slices of one tensor, the way a model has them."""
    return strides_do_not_matter(lambda t: torch.cat([t, torch.full_like(t, torch.nan)], 2)[:, :, :t.shape[2]])


def state_as_a_view():
    x = case(S=3)
    state = torch.randn(1, 1, 64, 64)
    try:
        _, dense = peer(x, state.clone())
        _, viewed = peer(x, state.mT.contiguous().mT)
    except RuntimeError as error:
        return f"a transposed state is refused: {str(error).splitlines()[0]}"
    off = ratio(viewed, dense)
    return f"a transposed state is off by {off:.3g}" if off else None


def causality():
    def check(configuration):
        x = case(**configuration)
        half = configuration["S"] // 2
        y = {name: tensor.clone() for name, tensor in x.items()}
        for tensor in y.values():
            tensor[:, half:] *= 0.25
        same = torch.equal(peer(x)[0][:, :half], peer(y)[0][:, :half])
        return None if same else "outputs depend on later tokens"
    return first(grid(S=[2, 64, 65, 130]), check)


def a_split_sequence_is_the_same():
    def check(configuration):
        x = case(**configuration)
        head, tail = ({n: t[:, s].contiguous() for n, t in x.items()} for s in (slice(0, 1), slice(1, None)))
        first_o, m = peer(head)
        second_o, m = peer(tail, m.clone())
        o, whole = peer(x)
        off = max(ratio(torch.cat([first_o, second_o], 1), o), ratio(m, whole))
        return off > BOUND and f"relative difference {off:.3g}"
    return first(grid(S=[2, 64, 65, 130]), check)


def mismatched_heads_are_refused():
    try:
        peer(case(S=2, Hk=2, Hv=3))
    except RuntimeError:
        return None
    return "Hk=2, Hv=3 is accepted"


PROPERTIES = [accuracy_random, accuracy_alike_keys, strong_decay, gate_of_minus_infinity, dtypes, head_dims,
              packed_sequences, batches, no_tokens, inputs_are_not_written, gaps_between_elements,
              heads_before_tokens, a_part_of_a_fused_projection, state_as_a_view,
              causality, a_split_sequence_is_the_same, mismatched_heads_are_refused]
