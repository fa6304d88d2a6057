#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

class Draft;  // draft.h

/// The layouts of all tensors and the sizes of all storages at some point of a program.
struct LayoutState {
  std::vector<Layout> tensors;  ///< a tensor of unknown layout has storage -1
  std::vector<int64_t> storage_bytes;
  /// By tensor: the first name of the same object. An op that has nothing to do returns its operand
  /// itself, and a change of layout in place is seen under all names.
  std::vector<int> objects;
  std::vector<int> makers;  ///< by storage: the source it was made for, or -1
  /// Of storages of int64 from a list, until something is written there: the list. Some ops take
  /// their bounds from a tensor.
  std::map<int, std::vector<int64_t>> contents;

  bool known(int id) const {
    return id >= 0 && id < static_cast<int>(tensors.size()) &&
           tensors[static_cast<size_t>(id)].storage >= 0;
  }
  const Layout& at(int id) const { return tensors[static_cast<size_t>(id)]; }
  int newStorage(int64_t bytes, int maker);
  /// The elements of an int64 tensor, where they are known.
  std::optional<std::vector<int64_t>> elementsOf(int id) const;
  /// Forgets what came behind.
  void shrinkTo(size_t tensor_count, size_t storage_count);
};

/// What a layout rule says of a call.
struct Outcome {
  enum class Verdict {
    accepted,
    refused,
    unknown,    ///< the rule does not know such calls
    undefined,  ///< ATen leaves open what comes of it: nothing can be expected from there on
  };
  /// A tensor whose own layout the call changes.
  struct Relaid {
    int id;
    Layout layout;  ///< storage -1: a new storage
  };
  Verdict verdict = Verdict::accepted;
  std::vector<Layout> results;  ///< a result in a storage of its own has storage -1 here
  std::string reason;           ///< of a refusal, for people
  std::vector<Relaid> relaid = {};
  int itself = -1;  ///< the result is this operand itself, and no other tensor

  static Outcome refuse(std::string reason) { return {Verdict::refused, {}, std::move(reason)}; }
  static Outcome dontKnow() { return {Verdict::unknown, {}, {}}; }
  static Outcome undefined() { return {Verdict::undefined, {}, {}}; }
  static Outcome one(Layout layout);
  static Outcome same(const LayoutState& state, int id);
  static Outcome relay(int id, Layout layout);
  bool accepted() const { return verdict == Verdict::accepted; }
};

enum class Kind {
  view,      ///< results alias the first operand (a "maybe view": where the rule says so)
  write,     ///< writes to an operand: the first one, or `Op::dest`
  metadata,  ///< gives the first operand another layout, in place, and writes no element
  compute,   ///< results in new storage
  pattern,   ///< not an ATen op: draws a chain of statements as people write it
};
std::string_view kindName(Kind kind);

/// Everything about one op. `rule` is told calls whose tensors are all known; `draw` and `mend` are
/// asked only through `Draft` and `repair`.
struct Op {
  std::string_view name;  ///< `namespace.name[.overload]` of the schema
  Kind kind;
  /// The layouts of the results, from the layouts of the arguments.
  std::function<Outcome(const LayoutState&, const Call&)> rule;
  /// Chooses arguments; false if no tensor of the draft suits.
  bool (*draw)(Draft&, Call&);
  /// Makes the arguments (not the tensors) fit their tensors, in place, changing as little as it
  /// can.
  void (*mend)(const LayoutState&, Call&);
  /// How a Python user writes it; `{0}` is the first argument. Empty: `torch.ops.aten…`.
  std::string_view python;
  /// Arguments that are dims of the first operand; they move when one of its dims is removed.
  std::vector<int> dim_args = {};
  /// The result depends on the order of summation: values are compared within bounds.
  bool inexact = false;
  /// Of a write: which argument is written to (a tensor or a list of them), as in `out=`.
  size_t dest = 0;
  /// Of a write: the values are random, and only where they go is compared.
  bool random = false;
  /// A small difference of an operand can make a large one of the result: comparisons, rounding,
  /// quotients. Behind an inexact op nothing is expected of it.
  bool jumps = false;
  /// Whether ATen takes a call is also up to the values of its operands, as of indices.
  bool reads_values = false;
  /// Of a family that shares rule and draw (ops/elementwise.h): its arguments, a letter each, what
  /// dtypes it takes, and whether its result is bool.
  std::string_view signature = {};
  DtypeSet takes = kAllArithmetic;
  bool truth = false;
};

/// The tensors that a call of the table writes to; none of a call that is no write.
std::vector<int> destinations(const Call& call);

/// May the results of the call differ in the last digits? Of an op outside the table nothing is
/// known.
bool mayBeInexact(const Call& call);

/// May an operand of the op be on the host? Copies go between host and device, and a view stays
/// where its base is; other ops want all operands in one place.
bool takesHost(const Op& op);
/// Is the call given a tensor of the host, by an op that does not take them? A device may refuse
/// it.
bool mixesDevices(const LayoutState& state, const Call& call);

/// What the op's rule says of a call of the table whose tensors are all known, with what ATen does
/// to operands that have the conjugate or the negative bit.
Outcome outcomeOf(const LayoutState& state, const Call& call);

/// Takes one statement: appends the layouts of its results to `state`. A refused call, or one of
/// an op without an entry, appends results of unknown layout.
Outcome step(LayoutState& state, const Statement& statement);

/// Is the outcome what a valid program has: refused where that is meant, else accepted?
bool asMeant(const Statement& statement, const Outcome& outcome);

/// The state after the first `count` statements.
LayoutState layoutsAfter(const Program& program, size_t count);

}  // namespace viewfuzz
