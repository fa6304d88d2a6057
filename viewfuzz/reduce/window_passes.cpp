// Passes over where sources lie: windows, their strides and offsets, the host.

#include <algorithm>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/reduce/sources.h"

namespace viewfuzz {
namespace {

/// A storage of its own as small as the window lets it be.
void shrinkStorage(Source& source) {
  if (!source.of) source.storage_numel = elementsNeeded(source.layout);
}

/// Each stride `old` of a window made `stride`, and the windows' own storages as small as they can
/// be.
Program withStrideEverywhere(const Program& program, int64_t old, int64_t stride) {
  Program changed = program;
  for (size_t i = 0; i < changed.statements.size(); ++i) {
    Source* source = sourceAt(changed, i);
    if (source == nullptr || source->isFresh()) continue;
    std::replace(source->layout.strides.begin(), source->layout.strides.end(), old, stride);
    shrinkStorage(*source);
  }
  return changed;
}

}  // namespace

bool proposeFreshSources(const Program& program, const Offer& offer) {
  return anySource(program, [&](size_t i, const Source& source) {
    if (source.layout.host && !source.of &&
        offerSource(program, i, offer, [](Source& moved) { moved.layout.host = false; }))
      return true;
    if (source.isFresh()) return false;
    const auto freshen = [](Source& fresh) {
      fresh.of.reset();
      fresh.layout.strides = contiguousStrides(fresh.layout.sizes);
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
    if (source.isFresh()) return false;
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
          window.layout.strides = contiguousStrides(window.layout.sizes);
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

}  // namespace viewfuzz
