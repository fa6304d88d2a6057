#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

// What was expected and what was observed, by kind. Expected is what the reference shows; in a
// trial of the device alone, it is what the device's other run shows or what the schema says.
// Tensors are given by their numbers in the program.

namespace evidence {

/// A number as people read it, and its bits.
struct Element {
  std::string text;  ///< `1.5`, `inf`, `1+2j`
  std::string bits;  ///< hexadecimal, the highest byte first: `0x3fc00000`
  bool operator==(const Element&) const = default;
};

/// One side refused, or both refused by errors of different classes.
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

/// Both sides accepted the statement, and only one of them made the tensor.
struct Made {
  static constexpr std::string_view kType = "made";
  int tensor = -1;
  bool by_device = false;  ///< false: by the reference
  bool operator==(const Made&) const = default;
};

/// A tensor lies in the wrong storage. A storage is named by the first tensor in it; a storage of
/// the tensor's own, by the tensor itself.
struct Shared {
  static constexpr std::string_view kType = "shared";
  int tensor = -1;
  int expected = -1;
  int got = -1;
  bool isCopy() const { return got == tensor; }
  bool operator==(const Shared&) const = default;
};

/// A tensor has the wrong layout. The field `storage` of the layouts is not used here.
struct LaidOut {
  static constexpr std::string_view kType = "laid-out";
  int tensor = -1;
  Layout expected;
  Layout got;
  bool operator==(const LaidOut&) const = default;
};

/// Where differing bytes lie, as seen from the statement.
enum class Where {
  outside,  ///< outside of what the statement may write
  kept,     ///< the statement should have written them, and they are as before
  wrong,    ///< the statement wrote or computed another value
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

/// A write of random numbers: which number comes where is not compared.
struct RandomBytes {
  static constexpr std::string_view kType = "random-bytes";
  Where where = Where::outside;  ///< `outside` or `kept`
  size_t count = 0;              ///< bytes that changed outside, or elements that were kept
  bool operator==(const RandomBytes&) const = default;
};

/// A storage changed, though the statement was refused or its schema marks no such write.
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

/// How autograd remembers that a tensor was made: a `grad_fn`, `a leaf`, or `no gradient`.
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

/// The program ends differently if no tensor is looked at before its end.
struct Unobserved {
  static constexpr std::string_view kType = "unobserved";
  bool operator==(const Unobserved&) const = default;
};

/// The process that ran the program ended badly, or was ended by its watcher.
struct Ended {
  static constexpr std::string_view kType = "ended";
  enum class How { exited, signaled, hung, grew, threw };
  How how = How::exited;
  int code = 0;      ///< the exit code, or the number of the signal
  std::string text;  ///< what happened, for people
  bool operator==(const Ended&) const = default;
};

}  // namespace evidence

/// `std::monostate`: nothing was kept of what was observed.
using Evidence =
    std::variant<std::monostate, evidence::Refused, evidence::Shared, evidence::LaidOut,
                 evidence::Bytes, evidence::RandomBytes, evidence::Changed, evidence::Version,
                 evidence::Node, evidence::Gradient, evidence::Unobserved, evidence::Ended,
                 evidence::Made>;

}  // namespace viewfuzz
