// Passes over what the sources are: dims, sizes, windows, dtypes, fills. Views behind them follow
// by repair.

#include <algorithm>

#include "viewfuzz/program/edit.h"
#include "viewfuzz/program/movement.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/reduce/passes.h"

namespace viewfuzz {
namespace {

Source* sourceAt(Program& program, size_t index) {
  return std::get_if<Source>(&program.statements[index].what);
}

/// Do the elements fill the storage, the dims in some other order than that of a fresh one?
bool isPacked(const Source& source) {
  return !source.fresh() && !source.of && source.layout.offset == 0 &&
         isNonOverlappingAndDense(source.layout) && source.storage_numel == numel(source.layout);
}

/// Changes what `source` is and keeps a dense one dense and its storage no larger than it was;
/// where it `packs`, also one that is dense in another order of its dims.
template <typename Change>
void change(Source& source, Change f, bool packs = false) {
  const bool fresh = source.fresh();
  const bool packed = packs && isPacked(source);
  f(source.layout);
  if (packed) {
    source.layout.strides = denseLike(view(source.layout.sizes), {source.layout.strides});
    source.storage_numel = numel(source.layout);
  }
  if (fresh) source.layout.strides = contiguousStrides(view(source.layout.sizes));
  const int64_t needed = elementsNeeded(source.layout);
  if (fresh) source.storage_numel = needed;
  if (!source.of) source.storage_numel = std::max(source.storage_numel, needed);
}

/// A storage of its own as small as the window lets it be.
void shrinkStorage(Source& source) {
  if (!source.of) source.storage_numel = elementsNeeded(source.layout);
}

void eraseDim(Source& source, int64_t dim) {
  change(source, [&](Layout& layout) {
    layout.sizes.erase(layout.sizes.begin() + dim);
    layout.strides.erase(layout.strides.begin() + dim);
  });
}

/// Dim arguments of calls on `tensor` move with the dims of their base.
void moveDimArguments(Program& program, int tensor, int64_t erased) {
  for (auto& statement : program.statements) {
    auto* call = std::get_if<Call>(&statement.what);
    if (call == nullptr || call->entry == nullptr || call->args.empty()) continue;
    const auto* base = std::get_if<TensorRef>(&call->args[0].value);
    if (base == nullptr || base->id != tensor) continue;
    for (const int position : call->entry->dim_args) {
      if (static_cast<size_t>(position) >= call->args.size()) continue;
      auto* dim = std::get_if<int64_t>(&call->args[static_cast<size_t>(position)].value);
      if (dim && *dim > erased) --*dim;
    }
  }
}

/// The program with dim `dim` of the source `index` gone; jointly: every other source that has a
/// dim of that size loses that dim or, where the sizes there differ, its first such dim, since
/// operands have to go on fitting each other.
Program withoutDim(const Program& program, size_t index, int64_t dim, bool jointly) {
  Program changed = program;
  const int64_t size = sourceAt(changed, index)->layout.sizes[dim];
  eraseDim(*sourceAt(changed, index), dim);
  moveDimArguments(changed, firstResult(program, index), dim);
  for (size_t i = 0; jointly && i < changed.statements.size(); ++i) {
    Source* other = sourceAt(changed, i);
    if (other == nullptr || i == index) continue;
    const auto& sizes = other->layout.sizes;
    if (dim < other->layout.rank() && sizes[dim] == size) {
      eraseDim(*other, dim);
      continue;
    }
    const auto it = std::find(sizes.begin(), sizes.end(), size);
    if (it != sizes.end()) eraseDim(*other, it - sizes.begin());
  }
  return changed;
}

/// The program with dims `dim` and `dim + 1` of the fresh sources that have the sizes of source
/// `index` made one.
Program withMergedDims(const Program& program, size_t index, int64_t dim) {
  Program changed = program;
  const Dims sizes = sourceAt(changed, index)->layout.sizes;
  for (size_t i = 0; i < changed.statements.size(); ++i) {
    Source* source = sourceAt(changed, i);
    if (source == nullptr || !source->fresh() || source->layout.sizes != sizes) continue;
    change(*source, [&](Layout& layout) {
      layout.sizes[dim] *= layout.sizes[dim + 1];
      layout.sizes.erase(layout.sizes.begin() + dim + 1);
    });
  }
  return changed;
}

enum class Strides { kept, packed };

Program withSize(const Program& program, size_t index, int64_t dim, int64_t size, bool jointly,
                 Strides strides) {
  Program changed = program;
  const int64_t old = sourceAt(changed, index)->layout.sizes[dim];
  for (size_t i = 0; i < changed.statements.size(); ++i) {
    Source* source = sourceAt(changed, i);
    if (source == nullptr || (i != index && !jointly)) continue;
    const auto resize = [&](Layout& layout) {
      if (!jointly) {
        layout.sizes[dim] = size;
      } else {
        std::replace(layout.sizes.begin(), layout.sizes.end(), old, size);
      }
    };
    change(*source, resize, strides == Strides::packed);
  }
  return changed;
}

/// Each stride `old` of a window made `stride`, and the windows' own storages as small as they can
/// be.
Program withStrideEverywhere(const Program& program, int64_t old, int64_t stride) {
  Program changed = program;
  for (size_t i = 0; i < changed.statements.size(); ++i) {
    Source* source = sourceAt(changed, i);
    if (source == nullptr || source->fresh()) continue;
    std::replace(source->layout.strides.begin(), source->layout.strides.end(), old, stride);
    shrinkStorage(*source);
  }
  return changed;
}

/// Calls `f(index, source)` for each source until it gives true.
template <typename F>
bool anySource(const Program& program, F f) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* source = std::get_if<Source>(&program.statements[i].what);
    if (source != nullptr && f(i, *source)) return true;
  }
  return false;
}

/// Offers the program with one source changed by `f`.
template <typename F>
bool offerSource(const Program& program, size_t index, const Offer& offer, F f) {
  Program changed = program;
  f(*sourceAt(changed, index));
  return offer(std::move(changed));
}

}  // namespace

bool proposeFewerDims(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    for (int64_t d = 0; d < source.layout.rank(); ++d) {
      if (offer(withoutDim(program, i, d, true)) || offer(withoutDim(program, i, d, false)))
        return true;
      const bool more = source.fresh() && d + 1 < source.layout.rank();
      if (more && offer(withMergedDims(program, i, d))) return true;
    }
    return false;
  });
}

bool proposeSmallerSizes(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    for (int64_t d = 0; d < source.layout.rank(); ++d) {
      for (const int64_t size : simplerIntegers(source.layout.sizes[d])) {
        if (size == 0 && numel(source.layout) > 0) continue;  // an empty tensor shows nothing
        for (const Strides strides : {Strides::packed, Strides::kept}) {
          if (strides == Strides::packed && !isPacked(source)) continue;
          if (offer(withSize(program, i, d, size, true, strides)) ||
              offer(withSize(program, i, d, size, false, strides)))
            return true;
        }
      }
    }
    return false;
  });
}

bool proposeFreshSources(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    if (source.layout.host && !source.of &&
        offerSource(program, i, offer, [](Source& moved) { moved.layout.host = false; }))
      return true;
    if (source.fresh()) return false;
    const auto freshen = [](Source& fresh) {
      fresh.of.reset();
      fresh.layout.strides = contiguousStrides(view(fresh.layout.sizes));
      fresh.layout.offset = 0;
      fresh.storage_numel = numel(fresh.layout);
    };
    if (offerSource(program, i, offer, freshen)) return true;
    // Where a window begins decides what it holds, so the plain fill may do as well.
    if (!source.of && offerSource(program, i, offer, [&](Source& plain) {
          freshen(plain);
          plain.fill = {};
        })) {
      return true;
    }
    // Strides that a gap gave can often be had from a larger size as well.
    return offerSource(program, i, offer, [&](Source& grown) {
      std::replace(grown.layout.sizes.begin(), grown.layout.sizes.end(), int64_t{1}, int64_t{2});
      freshen(grown);
    });
  });
}

bool proposeSimplerWindows(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    if (source.fresh()) return false;
    const bool own = !source.of;
    const int64_t needed = elementsNeeded(source.layout);
    if (own && source.storage_numel > needed) {
      for (const int64_t storage :
           {needed, needed + 1, source.storage_numel / 2, source.storage_numel - 1}) {
        if (storage >= needed && storage < source.storage_numel &&
            offerSource(
                program, i, offer, [&](Source& window) { window.storage_numel = storage; })) {
          return true;
        }
      }
    }
    if (offerSource(program, i, offer, [&](Source& window) {
          window.layout.strides = contiguousStrides(view(window.layout.sizes));
          shrinkStorage(window);
        })) {
      return true;
    }
    for (const int64_t offset : simplerIntegers(source.layout.offset)) {
      if (offerSource(program, i, offer, [&](Source& window) {
            window.layout.offset = offset;
            shrinkStorage(window);
          })) {
        return true;
      }
    }
    // A window into another's storage is harder to read than one into its own.
    if (!own && offerSource(program, i, offer, [&](Source& window) {
          window.of.reset();
          window.layout.offset = 0;
          window.storage_numel = 0;
          window.fill = {Fill::Kind::iota,
                         kIotasApart * (i + 1),
                         {}};  // other values than the storage it leaves
        })) {
      return true;
    }
    for (int64_t d = 0; d < source.layout.rank(); ++d) {
      for (const int64_t stride : simplerIntegers(source.layout.strides[d])) {
        if (offer(withStrideEverywhere(program, source.layout.strides[d], stride))) return true;
        if (offerSource(program, i, offer, [&](Source& window) {
              window.layout.strides[d] = stride;
              shrinkStorage(window);
            })) {
          return true;
        }
      }
    }
    return false;
  });
}

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
    // Two dtypes that must differ: the simpler one first.
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
