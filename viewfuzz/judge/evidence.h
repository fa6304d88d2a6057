#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

// What was expected and what was observed, by kind. "Expected" is what the reference shows, or, for
// a trial of the device alone, its other run or the schema. Tensors are numbers of the program.

namespace evidence {

/// A number as people read it, and its bits.
struct Element {
  std::string text;  ///< `1.5`, `inf`, `1+2j`
  std::string bits;  ///< hexadecimal, the highest byte first: `0x3fc00000`
  bool operator==(const Element&) const = default;
};

/// One side refused, or both did by errors of different classes.
struct Refused {
  static constexpr std::string_view kType = "refused";
  enum class When {
    called,        ///< the statement itself
    withAutograd,  ///< the statement, in a run with autograd on
    onTheWayBack,  ///< the backward pass
  };
  When when = When::called;
  std::optional<Refusal> device;     ///< none: accepted
  std::optional<Refusal> reference;  ///< none: accepted
  bool operator==(const Refused&) const = default;
};

/// A tensor lies in the wrong storage. A storage is named by the first tensor in it, a storage of
/// its own by the tensor itself.
struct Shared {
  static constexpr std::string_view kType = "shared";
  int tensor = -1;
  int expected = -1;
  int got = -1;
  bool isCopy() const { return got == tensor; }
  bool operator==(const Shared&) const = default;
};

/// A tensor has the wrong layout. `storage` of a layout says nothing here.
struct LaidOut {
  static constexpr std::string_view kType = "laid-out";
  int tensor = -1;
  Layout expected;
  Layout got;
  bool operator==(const LaidOut&) const = default;
};

/// Where differing bytes lie to the statement.
enum class Where {
  outside,  ///< of what the statement may write
  kept,     ///< to be written, and still as before
  wrong,    ///< written or computed, with another value
};

/// Elements of storages differ.
struct Bytes {
  static constexpr std::string_view kType = "bytes";
  Where where = Where::wrong;
  size_t count = 0;      ///< elements
  int tensor = -1;       ///< the first one that lies in the storage of the first differing element
  int64_t position = 0;  ///< of that element in the storage, in elements
  Dtype dtype = Dtype::Float;
  Element expected;
  Element got;
  bool operator==(const Bytes&) const = default;
};

/// A write of random numbers, of which no number is expected.
struct RandomBytes {
  static constexpr std::string_view kType = "random-bytes";
  Where where = Where::outside;  ///< `outside` or `kept`
  size_t count = 0;              ///< bytes that changed outside, or elements that were kept
  bool operator==(const RandomBytes&) const = default;
};

/// A storage changed that the statement has no right to change: the statement was refused, or its
/// schema annotates no such write.
struct Changed {
  static constexpr std::string_view kType = "changed";
  int tensor = -1;  ///< the first one that lies in the storage
  bool operator==(const Changed&) const = default;
};

/// A version counter.
struct Version {
  static constexpr std::string_view kType = "version";
  int tensor = -1;
  int64_t expected = 0;
  int64_t got = 0;
  bool operator==(const Version&) const = default;
};

/// What autograd remembers of how a tensor was made: a `grad_fn`, `a leaf`, `no gradient`.
struct Node {
  static constexpr std::string_view kType = "node";
  int tensor = -1;
  std::string expected;
  std::string got;
  bool operator==(const Node&) const = default;
};

/// The gradient of a source.
struct Gradient {
  static constexpr std::string_view kType = "gradient";
  enum class Problem {
    missing,     ///< one was expected
    unexpected,  ///< none was expected
    form,        ///< other sizes or another dtype
    value,       ///< an element differs
  };
  int source = -1;  ///< a tensor
  Problem problem = Problem::missing;
  // Of `value`: the first element that differs, by its place in logical (row-major) order.
  int64_t element = 0;
  Element expected;
  Element got;
  bool operator==(const Gradient&) const = default;
};

/// The end of the program is another one when no tensor is looked at before.
struct Unobserved {
  static constexpr std::string_view kType = "unobserved";
  bool operator==(const Unobserved&) const = default;
};

/// The process that ran the program did not come back as it should.
struct Ended {
  static constexpr std::string_view kType = "ended";
  enum class How { exited, signaled, hung, grew };
  How how = How::exited;
  int code = 0;      ///< the exit code, or the number of the signal
  std::string text;  ///< what happened, for people
  bool operator==(const Ended&) const = default;
};

}  // namespace evidence

/// `std::monostate`: nothing is known but the violation itself.
using Evidence =
    std::variant<std::monostate, evidence::Refused, evidence::Shared, evidence::LaidOut,
                 evidence::Bytes, evidence::RandomBytes, evidence::Changed, evidence::Version,
                 evidence::Node, evidence::Gradient, evidence::Unobserved, evidence::Ended>;

}  // namespace viewfuzz
