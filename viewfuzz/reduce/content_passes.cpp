// Passes that simplify what sources hold: dtypes and fills.

#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/reduce/sources.h"

namespace viewfuzz {

bool proposeSimplerDtypes(const Program& program, const Offer& offer) {
  const auto with = [&](std::optional<size_t> only, Dtype from, Dtype to) {
    Program changed = program;
    for (size_t i = 0; i < changed.statements.size(); ++i) {
      Source* source = sourceAt(changed, i);
      if (source && source->layout.dtype == from && (!only || *only == i))
        source->layout.dtype = to;
    }
    return changed;
  };
  return anySource(program, [&](size_t i, const Source& source) {
    const Dtype from = source.layout.dtype;
    for (const Dtype to : dtypes()) {
      if (to == from) break;
      if (offer(with(std::nullopt, from, to)) || offer(with(i, from, to))) return true;
    }
    // For two dtypes that must differ, the simpler one comes first.
    return anySource(program, [&](size_t other, const Source& second) {
      if (second.layout.dtype == from) return false;
      Program swapped = with(other, second.layout.dtype, from);
      sourceAt(swapped, i)->layout.dtype = second.layout.dtype;
      return offer(std::move(swapped));
    });
  });
}

bool proposeSimplerFills(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    if (source.of) return false;
    const Fill& fill = source.fill;
    const auto with = [&](Fill simpler) {
      return offerSource(program, i, offer,
                         [&](Source& changed) { changed.fill = std::move(simpler); });
    };
    if (fill != Fill{} && with({})) return true;
    if (fill.kind > Fill::Kind::zeros && with({Fill::Kind::zeros, 0, {}})) return true;
    for (const int64_t seed : simplerIntegers(static_cast<int64_t>(fill.seed))) {
      if (with({fill.kind, static_cast<uint64_t>(seed), fill.values})) return true;
    }
    for (size_t v = 0; v < fill.values.size(); ++v) {
      Fill shorter = fill;
      shorter.values.erase(shorter.values.begin() + static_cast<int64_t>(v));
      if (!shorter.values.empty() && with(shorter)) return true;
      for (const int64_t value : simplerIntegers(fill.values[v])) {
        Fill simpler = fill;
        simpler.values[v] = value;
        if (with(simpler)) return true;
      }
    }
    return false;
  });
}

}  // namespace viewfuzz
