// Passes that make sources smaller: fewer dims, smaller sizes. Repair then adapts their views.

#include <algorithm>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/reduce/sources.h"

namespace viewfuzz {
namespace {

/// Do the elements fill the storage, with the dims in another order than in a fresh source?
bool isPacked(const Source& source) {
  return !source.isFresh() && !source.of && source.layout.offset == 0 &&
         isNonOverlappingAndDense(source.layout) && source.storage_numel == numel(source.layout);
}

/// Applies `f` to the source. A dense source stays dense, and its storage does not grow. With
/// `packs`, a source that is dense in another order of its dims stays dense too.
template <typename Change>
void change(Source& source, Change f, bool packs = false) {
  const bool fresh = source.isFresh();
  const bool packed = packs && isPacked(source);
  f(source.layout);
  if (packed) {
    source.layout.strides = denseLike(source.layout.sizes, {source.layout.strides});
    source.storage_numel = numel(source.layout);
  }
  if (fresh) source.layout.strides = contiguousStrides(source.layout.sizes);
  const int64_t needed = elementsNeeded(source.layout);
  if (fresh) source.storage_numel = needed;
  if (!source.of) source.storage_numel = std::max(source.storage_numel, needed);
}

void eraseDim(Source& source, int64_t dim) {
  change(source, [&](Layout& layout) {
    layout.sizes.erase(layout.sizes.begin() + dim);
    layout.strides.erase(layout.strides.begin() + dim);
  });
}

/// Adapts the dim arguments of calls on `tensor` after one of its dims was removed.
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

/// The program without dim `dim` of the source `index`. Jointly: every other source loses that dim
/// if it has the same size there, or else its first dim of that size, so that the operands still
/// fit each other.
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

/// The program with dims `dim` and `dim + 1` merged, in all fresh sources that have the sizes of
/// source `index`.
Program withMergedDims(const Program& program, size_t index, int64_t dim) {
  Program changed = program;
  const Dims sizes = sourceAt(changed, index)->layout.sizes;
  for (size_t i = 0; i < changed.statements.size(); ++i) {
    Source* source = sourceAt(changed, i);
    if (source == nullptr || !source->isFresh() || source->layout.sizes != sizes) continue;
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

}  // namespace

bool proposeFewerDims(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    for (int64_t d = 0; d < source.layout.rank(); ++d) {
      if (offer(withoutDim(program, i, d, true)) || offer(withoutDim(program, i, d, false)))
        return true;
      const bool more = source.isFresh() && d + 1 < source.layout.rank();
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

}  // namespace viewfuzz
