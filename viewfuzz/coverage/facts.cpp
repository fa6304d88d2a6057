#include "viewfuzz/coverage/facts.h"

#include <algorithm>

namespace viewfuzz {
namespace {

bool dense(const Layout& layout) { return isContiguous(layout); }

bool channelsLast(const Layout& layout) {
  const int64_t rank = layout.rank();
  return (rank == 4 || rank == 5) && !dense(layout) && layout.strides[1] == 1 &&
         layout.sizes[1] > 1;
}

/// The smallest stride of a dim with more than one element, other than `dim`; 0 if there is none.
int64_t smallestStrideBut(const Layout& layout, int64_t dim) {
  int64_t smallest = 0;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (d == dim) continue;
    if (layout.sizes[d] > 1 && (smallest == 0 || layout.strides[d] < smallest))
      smallest = layout.strides[d];
  }
  return smallest;
}

int64_t smallestStride(const Layout& layout) { return smallestStrideBut(layout, -1); }

template <typename F>
bool anyInteger(const Call& call, F f) {
  return std::any_of(call.args.begin(), call.args.end(), [&](const Argument& argument) {
    if (const auto* integer = std::get_if<int64_t>(&argument.value)) return f(*integer);
    const auto* list = std::get_if<Dims>(&argument.value);
    return list != nullptr && std::any_of(list->begin(), list->end(), f);
  });
}

bool hasFlag(const Call& call) {
  return std::any_of(call.args.begin(), call.args.end(), [](const Argument& argument) {
    const auto* flag = std::get_if<bool>(&argument.value);
    return flag != nullptr && *flag;
  });
}

/// Do source and destination have the same sizes and strides?
bool alike(const CallSite& site) {
  return site.dest && site.source && site.dest->strides == site.source->strides &&
         site.dest->sizes == site.source->sizes;
}

bool sameStorage(const CallSite& site) {
  return site.dest && site.source && site.dest->storage == site.source->storage;
}

/// Has the program called the op before on a first operand for which `f` holds?
template <typename F>
bool before(const CallSite& site, F f) {
  return site.first && std::any_of(site.earlier.begin(), site.earlier.end(), [&](const auto& each) {
           return each.op == site.call.entry && f(each.first, *site.first);
         });
}

const std::vector<Fact> kFacts = {
    {"equal-gappy-strides", "source and destination have the same strides, with gaps",
     [](const CallSite& s) { return alike(s) && !isNonOverlappingAndDense(*s.dest); }},
    {"equal-permuted-strides", "source and destination have the same strides, in another order",
     [](const CallSite& s) {
       return alike(s) && !dense(*s.dest) && isNonOverlappingAndDense(*s.dest);
     }},
    {"converts", "source and destination have different dtypes",
     [](const CallSite& s) { return s.dest && s.source && s.dest->dtype != s.source->dtype; }},
    {"widens", "an element of the destination has more bytes than one of the source",
     [](const CallSite& s) {
       return s.dest && s.source && itemsize(s.dest->dtype) > itemsize(s.source->dtype);
     }},
    {"converts-at-offset", "a dtype changes, and the destination lies at an offset",
     [](const CallSite& s) {
       return s.dest && s.source && s.dest->dtype != s.source->dtype && s.dest->offset > 0;
     }},
    {"converts-from-offset", "a dtype changes, and the source lies at an offset",
     [](const CallSite& s) {
       return s.dest && s.source && s.dest->dtype != s.source->dtype && s.source->offset > 0;
     }},
    {"broadcasts", "the source has fewer elements than the destination",
     [](const CallSite& s) { return s.dest && s.source && numel(*s.source) < numel(*s.dest); }},
    {"broadcasts-at-equal-rank", "the source has fewer elements, and as many dims",
     [](const CallSite& s) {
       return s.dest && s.source && numel(*s.source) < numel(*s.dest) &&
              s.source->rank() == s.dest->rank();
     }},
    {"dest-step", "neighbours in the destination are apart",
     [](const CallSite& s) { return s.dest && smallestStride(*s.dest) > 1; }},
    {"dest-step-and-start", "neighbours in the destination are apart, behind an offset",
     [](const CallSite& s) { return s.dest && smallestStride(*s.dest) > 1 && s.dest->offset > 0; }},
    {"source-step-and-start", "neighbours in the source are apart, behind an offset",
     [](const CallSite& s) {
       return s.source && smallestStride(*s.source) > 1 && s.source->offset > 0;
     }},
    {"both-strided", "neither source nor destination is contiguous",
     [](const CallSite& s) { return s.dest && s.source && !dense(*s.dest) && !dense(*s.source); }},
    {"both-at-offset", "source and destination are contiguous behind offsets",
     [](const CallSite& s) {
       return s.dest && s.source && dense(*s.dest) && dense(*s.source) && s.dest->offset > 0 &&
              s.source->offset > 0;
     }},
    {"one-storage", "source and destination lie in one storage", sameStorage},
    {"one-storage-shifted", "and the destination a little behind the source",
     [](const CallSite& s) {
       return sameStorage(s) && s.dest->offset > s.source->offset &&
              s.dest->offset - s.source->offset < numel(*s.source);
     }},
    {"offset-within-rows", "an offset that is no whole number of rows",
     [](const CallSite& s) {
       return s.first && s.first->rank() > 1 && s.first->strides[0] > 0 &&
              s.first->offset % s.first->strides[0] != 0;
     }},
    {"leading-one", "the first size is 1, behind an offset",
     [](const CallSite& s) {
       return s.first && s.first->rank() > 1 && s.first->sizes[0] == 1 && s.first->offset > 0;
     }},
    {"equal-sizes", "two dims side by side have the same size",
     [](const CallSite& s) {
       return s.first && s.first->rank() > 1 && s.first->sizes[0] > 1 &&
              s.first->sizes[s.first->rank() - 1] == s.first->sizes[s.first->rank() - 2];
     }},
    {"channels-last", "4 or 5 dims with the channels innermost",
     [](const CallSite& s) { return s.first && channelsLast(*s.first); }},
    {"channels-last-source", "and that of what is read",
     [](const CallSite& s) { return s.source && channelsLast(*s.source); }},
    {"some-channels-source", "and those of a larger tensor: there is room behind the channels",
     [](const CallSite& s) {
       return s.source && channelsLast(*s.source) &&
              smallestStrideBut(*s.source, 1) > s.source->sizes[1];
     }},
    {"negative-number", "an argument counts from the end",
     [](const CallSite& s) { return anyInteger(s.call, [](int64_t i) { return i < 0; }); }},
    {"negative-bit", "an operand has the negative or the conjugate bit",
     [](const CallSite& s) {
       return (s.first && s.first->hasBit()) || (s.source && s.source->hasBit());
     }},
    {"host-source", "what is read lies on the host, and what is written does not",
     [](const CallSite& s) { return s.dest && s.source && s.source->host && !s.dest->host; }},
    {"host-source-in-the-same-order",
     "and both have the same strides, with the dims in another order",
     [](const CallSite& s) {
       return alike(s) && s.source->host && !s.dest->host && !dense(*s.dest);
     }},
    {"host-dest", "what is written lies on the host, and what is read does not",
     [](const CallSite& s) { return s.dest && s.source && s.dest->host && !s.source->host; }},
    {"flag", "a flag is set, such as non_blocking or accumulate",
     [](const CallSite& s) { return hasFlag(s.call); }},
    {"flag-between-host-and-device", "and the call copies from one to the other",
     [](const CallSite& s) {
       return s.dest && s.source && s.dest->host != s.source->host && hasFlag(s.call);
     }},
    {"more-than-64", "more than 64 elements",
     [](const CallSite& s) { return s.first && numel(*s.first) > 64; }},
    {"more-than-4096", "more than 4096 elements",
     [](const CallSite& s) { return s.first && numel(*s.first) > 4096; }},
    {"third-view", "the operand is a view of a view of a view, or deeper",
     [](const CallSite& s) { return s.views >= 3; }},
    {"whole", "a view that leaves the sizes as they are",
     [](const CallSite& s) {
       return s.call.entry->kind == Kind::view && s.first && !s.outcome.results.empty() &&
              s.outcome.results[0].sizes == s.first->sizes && !dense(*s.first);
     }},
    {"copies", "a maybe-view op that has to copy",
     [](const CallSite& s) {
       return s.call.entry->kind == Kind::view && !s.outcome.results.empty() && s.first &&
              s.outcome.results[0].storage != s.first->storage;
     }},
    {"again-elsewhere", "the op again on equal sizes, at another offset",
     [](const CallSite& s) {
       return before(s, [](const Layout& then, const Layout& now) {
         return then.sizes == now.sizes && then.offset != now.offset;
       });
     }},
    {"again-other-strides", "the op again on equal sizes, with other strides",
     [](const CallSite& s) {
       return before(s, [](const Layout& then, const Layout& now) {
         return then.sizes == now.sizes && then.strides != now.strides;
       });
     }},
    {"again-other-length", "the op again on as many dims, of other sizes",
     [](const CallSite& s) {
       return before(s, [](const Layout& then, const Layout& now) {
         return then.rank() == now.rank() && then.sizes != now.sizes;
       });
     }},
    {"again-as-many", "the op again on as many elements, in other sizes",
     [](const CallSite& s) {
       return before(s, [](const Layout& then, const Layout& now) {
         return then.sizes != now.sizes && numel(then) == numel(now);
       });
     }},
};

}  // namespace

std::span<const Fact> facts() { return kFacts; }

}  // namespace viewfuzz
