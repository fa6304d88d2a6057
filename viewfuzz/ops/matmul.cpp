// Products of matrices and vectors: new, into `out`, and added to a matrix in place.

#include <array>

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// The letters of an op say which dims it takes, one letter for each size. "nk,km" are two matrices:
// the second has as many rows as the first has columns. In place, the first operand is the
// destination.

using Sizes = std::array<int64_t, 128>;  // by letter; -1: not bound

std::vector<std::string_view> specs(std::string_view letters) {
  std::vector<std::string_view> parts;
  while (!letters.empty()) {
    const size_t comma = letters.find(',');
    parts.push_back(letters.substr(0, comma));
    letters.remove_prefix(comma == std::string_view::npos ? letters.size() : comma + 1);
  }
  return parts;
}

bool bind(std::string_view spec, const Dims& sizes, Sizes& bound) {
  if (spec.size() != sizes.size()) return false;
  for (size_t d = 0; d < spec.size(); ++d) {
    int64_t& size = bound[static_cast<size_t>(spec[d])];
    if (size >= 0 && size != sizes[d]) return false;
    size = sizes[d];
  }
  return true;
}

/// The sizes by letter; none if the rule does not know such operands.
std::optional<Sizes> boundSizes(const LayoutState& state, const Call& call,
                                std::string_view letters) {
  const auto parts = specs(letters);
  if (call.args.size() != parts.size()) return std::nullopt;
  Sizes bound;
  bound.fill(-1);
  for (size_t i = 0; i < parts.size(); ++i) {
    const Layout* layout = tensorArgument(state, call, i);
    if (!layout || !contains(call.entry->takes, layout->dtype) || numel(*layout) == 0 ||
        layout->dtype != self(state, call).dtype || !bind(parts[i], layout->sizes, bound))
      return std::nullopt;
  }
  return bound;
}

Outcome addedProductRule(const LayoutState& state, const Call& call) {
  if (!boundSizes(state, call, call.entry->letters)) return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

/// "nk,km>nm": what the product has.
Outcome productOutcome(const LayoutState& state, const Call& call, std::string_view letters) {
  const size_t arrow = letters.find('>');
  const auto bound = boundSizes(state, call, letters.substr(0, arrow));
  if (!bound) return Outcome::dontKnow();
  Dims sizes;
  for (const char letter : letters.substr(arrow + 1))
    sizes.push_back((*bound)[static_cast<size_t>(letter)]);
  return Outcome::one(contiguousLayout(sizes, self(state, call).dtype));
}

Outcome productRule(const LayoutState& state, const Call& call) {
  return productOutcome(state, call, call.entry->letters);
}

constexpr std::array<std::string_view, 6> kMatmul = {"k,k>",     "nk,k>n",      "k,km>m",
                                                     "nk,km>nm", "bnk,bkm>bnm", "bnk,km>bnm"};

Outcome matmulRule(const LayoutState& state, const Call& call) {
  for (const auto letters : kMatmul) {
    const Outcome outcome = productOutcome(state, call, letters);
    if (outcome.accepted()) return outcome;
  }
  return Outcome::dontKnow();
}

bool drawOperands(Draft& draft, Call& call, std::string_view letters) {
  Sizes bound;
  bound.fill(-1);
  const auto parts = specs(letters.substr(0, letters.find('>')));
  const bool in_place = call.entry->kind == Kind::write && call.entry->dest == 0;
  Dtype dtype = Dtype::Float;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto suits = [&](const Layout& layout) {
      Sizes trial = bound;
      if (numel(layout) == 0 || !bind(parts[i], layout.sizes, trial)) return false;
      if (i == 0)
        return contains(call.entry->takes, layout.dtype) && !(in_place && selfOverlaps(layout));
      if (layout.dtype != dtype) return false;
      return !in_place || overlap(layout, self(draft.state, call)) == Overlap::disjoint;
    };
    int id = i == 0 || draft.choices.oneIn(2) ? draft.tensor(suits) : -1;
    if (id < 0 && i == 0) return false;
    if (id < 0) {
      Dims sizes;
      for (const char letter : parts[i]) {
        const int64_t size = bound[static_cast<size_t>(letter)];
        sizes.push_back(size >= 0 ? size : draft.choices.between(1, 5));
      }
      id = draft.sourceLike(sizes, dtype);
    }
    dtype = draft.state.at(id).dtype;
    bind(parts[i], draft.state.at(id).sizes, bound);
    add(call, TensorRef{id});
  }
  return true;
}

bool productDraw(Draft& draft, Call& call) {
  return drawOperands(draft, call, call.entry->letters);
}

bool matmulDraw(Draft& draft, Call& call) {
  return drawOperands(draft, call, draft.choices.pick(kMatmul));
}

}  // namespace

std::vector<Op> products() {
  return {
      {.name = "aten.addmm_",
       .kind = Kind::write,
       .rule = addedProductRule,
       .draw = productDraw,
       .python = "{0}.addmm_({1}, {2})",
       .inexact = true,
       .letters = "nm,nk,km",
       .takes = kReals},
      {.name = "aten.addmv_",
       .kind = Kind::write,
       .rule = addedProductRule,
       .draw = productDraw,
       .python = "{0}.addmv_({1}, {2})",
       .inexact = true,
       .letters = "n,nk,k",
       .takes = kReals},
      {.name = "aten.addr_",
       .kind = Kind::write,
       .rule = addedProductRule,
       .draw = productDraw,
       .python = "{0}.addr_({1}, {2})",
       .inexact = true,
       .letters = "nm,n,m",
       .takes = kReals},
      {.name = "aten.addbmm_",
       .kind = Kind::write,
       .rule = addedProductRule,
       .draw = productDraw,
       .python = "{0}.addbmm_({1}, {2})",
       .inexact = true,
       .letters = "nm,bnk,bkm",
       .takes = kReals},
      {.name = "aten.baddbmm_",
       .kind = Kind::write,
       .rule = addedProductRule,
       .draw = productDraw,
       .python = "{0}.baddbmm_({1}, {2})",
       .inexact = true,
       .letters = "bnm,bnk,bkm",
       .takes = kReals},
      {.name = "aten.mm",
       .kind = Kind::compute,
       .rule = productRule,
       .draw = productDraw,
       .python = "{0}.mm({1})",
       .inexact = true,
       .letters = "nk,km>nm",
       .takes = kReals},
      {.name = "aten.bmm",
       .kind = Kind::compute,
       .rule = productRule,
       .draw = productDraw,
       .python = "{0}.bmm({1})",
       .inexact = true,
       .letters = "bnk,bkm>bnm",
       .takes = kReals},
      {.name = "aten.matmul",
       .kind = Kind::compute,
       .rule = matmulRule,
       .draw = matmulDraw,
       .python = "{0} @ {1}",
       .inexact = true,
       .takes = kReals},
      {.name = "aten.mm.out",
       .kind = Kind::write,
       .rule = outRuleOf<productRule>,
       .draw = outDrawOf<productRule, productDraw>,
       .python = "torch.mm({0}, {1}, out={2})",
       .dest = 2,
       .inexact = true,
       .letters = "nk,km>nm",
       .takes = kReals},
      {.name = "aten.bmm.out",
       .kind = Kind::write,
       .rule = outRuleOf<productRule>,
       .draw = outDrawOf<productRule, productDraw>,
       .python = "torch.bmm({0}, {1}, out={2})",
       .dest = 2,
       .inexact = true,
       .letters = "bnk,bkm>bnm",
       .takes = kReals},
  };
}

}  // namespace viewfuzz
