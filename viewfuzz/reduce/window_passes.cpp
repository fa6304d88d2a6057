// Passes that simplify where sources lie: windows with their strides and offsets, and the host.

#include <algorithm>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/reduce/sources.h"

namespace viewfuzz {
namespace {

/// Makes the source's own storage as small as the window allows.
void shrinkStorage(Source& source) {
  if (!source.of) source.storage_numel = elementsNeeded(source.layout);
}

/// The program with each stride `old` of a window replaced by `stride`, and the windows' own
/// storages as small as possible.
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
    // The offset of a window decides which values it shows, so the plain fill may work as well.
    if (!source.of && offerSource(program, i, offer, [&](Source& plain) {
          freshen(plain);
          plain.fill = {};
        })) {
      return true;
    }
    // A larger size can often give the strides that a gap gave.
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
    // A window into the storage of another source is harder to read than one into its own storage.
    if (!own && offerSource(program, i, offer, [&](Source& window) {
          window.of.reset();
          window.layout.offset = 0;
          window.storage_numel = 0;
          window.fill = {Fill::Kind::iota,
                         kIotasApart * (i + 1),
                         {}};  // values that differ from those of the shared storage
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
