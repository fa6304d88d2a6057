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
  /// Makes a storage at least that large.
  void growStorage(int storage, int64_t bytes);
  /// Appends a tensor: a new object, or another name of the tensor `itself`.
  void addTensor(Layout layout, int itself);
  /// Gives the object of that name another layout, under all its names.
  void relay(int id, const Layout& layout);
  /// Bytes of all storages that `newStorage` made.
  int64_t totalBytes() const { return total_bytes_; }
  /// The elements of an int64 tensor, where they are known.
  std::optional<std::vector<int64_t>> elementsOf(int id) const;
  /// Forgets what came behind.
  void shrinkTo(size_t tensor_count, size_t storage_count);

 private:
  int64_t total_bytes_ = 0;
  /// By the first name of an object that has several: the others.
  std::map<int, std::vector<int>> other_names_;
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

/// What an op does to bytes, where a few words say it. The third vote plays these by itself
/// (judge/third_vote), and what makes programs looks for copies and fills.
enum class Effect {
  other,  ///< the third vote abstains, except on a view, which moves bytes only where it copies
  copy,   ///< (to, from): as `copy_`
  zero,   ///< (to): zeros
  fill,   ///< (to, number)
  maskedFill,  ///< (to, mask, number)
  add,         ///< (to, other): a sum in place
  multiply,    ///< (to, other): a product in place
  clone,       ///< (from): the same elements in new storage
};

/// Values of operands for which ATen leaves the outcome open (judge/open).
enum class OpenValues {
  none,
  copied,        ///< (to, from): a float that does not fit the integer it is converted to
  converted,     ///< (from, …): the same, with a dtype, or a tensor of it, among the arguments
  indexTuples,   ///< (to, indices, values, accumulate): a place that is written twice
  flatIndices,   ///< (to, index, values, accumulate): the same
  rowIndices,    ///< (to, dim, index, …), an index a row: the same
  alongIndices,  ///< (to, dim, index, …), an index an element: the same
};

/// What an op takes without a look at how large the storage is. A target refuses such a call where
/// it would reach beyond (execute/operators.h).
enum class Unchecked {
  nothing,
  sizesAndStrides,  ///< (tensor, sizes, strides)
  sizes,            ///< (tensor, sizes, memory_format)
  sizesOfOther,     ///< (tensor, other, memory_format)
};

/// Where the operands of an op may lie.
enum class Placement {
  byKind,    ///< a view stays where its base is; any other op wants all operands on the device
  anywhere,  ///< the op copies between host and device
  device,    ///< a view whose arguments name the device of the result
};

/// When Python answers a call by itself: its spelling then does not reach the op.
enum class PythonShortcut {
  never,
  ofContiguous,   ///< the first operand is contiguous
  ofScalarIndex,  ///< an operand has no dims, and is taken for a number
  ofWhole,        ///< the result has the sizes of the first operand
};

/// There is nothing about the arguments that could be mended.
inline void nothingToMend(const LayoutState&, Call&) {}

/// Everything about one op. An entry names what it sets, as in
/// `{.name = …, .kind = Kind::view, .rule = tRule, .draw = tDraw, .python = "{0}.t()"}`; the first
/// four have no default, so an entry without one of them does not compile.
struct Op {
  std::string_view name;  ///< `namespace.name[.overload]` of the schema
  Kind kind;
  /// The layouts of the results, from the layouts of the arguments. It is told calls whose tensors
  /// are all known.
  std::function<Outcome(const LayoutState&, const Call&)> rule;
  /// Chooses arguments; false if no tensor of the draft suits. Asked only through `Draft`.
  bool (*draw)(Draft&, Call&);
  /// Makes the arguments (not the tensors) fit their tensors, in place, changing as little as it
  /// can. Asked only through `repair`.
  void (*mend)(const LayoutState&, Call&) = nothingToMend;
  /// How a Python user writes it; `{0}` is the first argument. Empty: `torch.ops.aten…`.
  std::string_view python = {};
  PythonShortcut shortcut = PythonShortcut::never;
  /// Arguments that are dims of the first operand; they move when one of its dims is removed.
  std::vector<int> dim_args = {};
  /// Of a write: which argument is written to (a tensor or a list of them), as in `out=`.
  size_t dest = 0;

  // ---- What can be expected of the values.
  /// The result depends on the order of summation: values are compared within bounds.
  bool inexact = false;
  /// Of a write: the values are random, and only where they go is compared.
  bool random = false;
  /// A small difference of an operand can make a large one of the result: comparisons, rounding,
  /// quotients. Behind an inexact op nothing is expected of it.
  bool jumps = false;
  /// Whether ATen takes a call is also up to the values of its operands, as of indices.
  bool reads_values = false;
  Effect effect = Effect::other;
  OpenValues open = OpenValues::none;

  // ---- What else sets it apart.
  Unchecked unchecked = Unchecked::nothing;
  Placement placement = Placement::byKind;
  /// The op reads and writes operands with the conjugate or the negative bit as they are. Other
  /// ops get clones without the bits.
  bool honors_bits = false;
  /// ATen refuses a tensor that was made as a view.
  bool refuses_views = false;
  /// A view that may have elements that its operand does not have: no gradient is defined there.
  bool reaches_beyond = false;

  // ---- Of a family whose ops share rule and draw.
  /// The arguments, a letter each: the family says what the letters mean (ops/elementwise_ops.h,
  /// ops/foreach.cpp), or names of dims (ops/matmul.cpp).
  std::string_view letters = {};
  DtypeSet takes = kAllArithmetic;  ///< the dtypes that it computes with
  bool truth = false;               ///< its result is bool
};

/// The tensors that a call of the table writes to; none of a call that is no write.
std::vector<int> destinations(const Call& call);

/// May the results of the call differ in the last digits? Of an op outside the table nothing is
/// known.
bool mayBeInexact(const Call& call);

/// Is it a call of `copy_`, or of an op with the same arguments that does the same?
inline bool isCopy(const Call& call) {
  return call.entry != nullptr && call.entry->effect == Effect::copy;
}

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
