#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

struct Op;  // op.h

/// What fills the storage of a source. Each kind gives a value for every position of the storage,
/// and not only for the elements of the view. So the bytes around a window are filled and known
/// too.
struct Fill {
  enum class Kind {
    iota,  ///< position + 1, wrapped to what the dtype holds exactly: nearly every element distinct
    zeros,    ///< 0
    ints,     ///< whole numbers in [-4, 4] (unsigned: [0, 8]) from a seed
    special,  ///< NaN, infinities, -0, denormals, extremes, in turn
    list,     ///< the given whole numbers, repeated
    uniform,  ///< fractions in [offset - scale, offset + scale) from a seed, as weights of a model
  };
  Kind kind = Kind::iota;
  uint64_t seed = 0;            ///< for `ints` and `uniform`; `iota` adds it to every value
  std::vector<int64_t> values;  ///< for `list`
  double scale = 0;             ///< for `uniform`
  double offset = 0;            ///< for `uniform`
  bool operator==(const Fill&) const = default;
};

/// The distance between the seeds of two `iota` sources whose values should differ. It is larger
/// than the numbers that calls write, and prime to small sizes.
inline constexpr uint64_t kIotasApart = 37;

/// A tensor that no call makes: the full layout, and the whole storage behind it. A source that is
/// contiguous and covers its storage is fresh. Any other is a window into a larger storage, whose
/// other bytes are canaries.
struct Source {
  Layout layout;              ///< `layout.storage` is not used
  int64_t storage_numel = 0;  ///< elements in the storage; not used with `of`
  Fill fill;                  ///< not used with `of`
  std::optional<int> of;      ///< a window into the storage of this (earlier) tensor

  /// A contiguous source whose storage has exactly its elements.
  static Source fresh(Dims sizes, Dtype dtype = Dtype::Float, Fill fill = {});
  /// A source with this layout in a storage of its own, of `storage_numel` elements; without that
  /// number, of as many as the layout needs.
  static Source window(Layout layout, std::optional<int64_t> storage_numel = std::nullopt,
                       Fill fill = {});
  /// A source with this layout in the storage of tensor `id`, which has the same dtype.
  static Source windowOf(int id, Layout layout);
  bool isFresh() const;
  bool operator==(const Source&) const = default;
};

/// A tensor of the program, by its number: the results of all statements are counted from the top.
struct TensorRef {
  int id = -1;
  bool operator==(const TensorRef&) const = default;
};

struct None {
  bool operator==(const None&) const = default;
};

using TensorList = std::vector<std::optional<TensorRef>>;
using Value =
    std::variant<None, TensorRef, bool, int64_t, double, Dims, Dtype, TensorList, std::string>;

struct Argument {
  std::string name;  ///< empty: positional, in the order of the schema
  Value value;
  bool operator==(const Argument&) const = default;
};

/// One call of an op, by its schema. An op outside the op table has no entry and can only be
/// replayed.
struct Call {
  const Op* entry = nullptr;
  std::string replayed;  ///< the name of an op without an entry: `namespace.name.overload`
  std::vector<Argument> args;
  int results = 0;
  std::string_view name() const;
  bool operator==(const Call&) const = default;
};

struct Statement {
  std::variant<Source, Call> what;
  std::string label;  ///< the dump key, printed behind `#`
  /// The call is invalid on purpose: the layout rules say that ATen refuses it.
  bool refused = false;
  int results() const;
  bool operator==(const Statement&) const = default;
};

/// A straight list of ATen calls over tensors that share storage.
struct Program {
  std::vector<Statement> statements;
  int tensors() const;
  bool operator==(const Program&) const = default;
};

/// Calls `f(id)` for every tensor that the call or statement names, in order, with repetitions. If
/// the call or statement is mutable, `id` is an `int&`.
template <typename CallOrConst, typename F>
void forEachOperandOfCall(CallOrConst& call, F f) {
  for (auto& argument : call.args) {
    if (auto* ref = std::get_if<TensorRef>(&argument.value)) f(ref->id);
    if (auto* list = std::get_if<TensorList>(&argument.value)) {
      for (auto& item : *list) {
        if (item) f(item->id);
      }
    }
  }
}

template <typename StatementOrConst, typename F>
void forEachOperand(StatementOrConst& statement, F f) {
  if (auto* source = std::get_if<Source>(&statement.what)) {
    if (source->of) f(*source->of);
  } else {
    forEachOperandOfCall(std::get<Call>(statement.what), f);
  }
}

/// The tensors that a statement names, in order, with repetitions.
std::vector<int> operands(const Statement& statement);

/// The bytes of memory that a process may take to run a program and to look at it. A model has
/// large sources, which are counted. A program that asks for more than this is a mistake or an
/// attack.
uint64_t memoryAllowed(const Program& program);

}  // namespace viewfuzz
