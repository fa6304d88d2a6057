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
  /// For each tensor: the first name of the same object. An op that has nothing to do returns its
  /// operand itself. If an op then changes the layout in place, all names of the object show it.
  std::vector<int> objects;
  std::vector<int> makers;  ///< for each storage: the source it was made for, or -1
  /// The elements of each int64 storage that is filled from a list, until something writes to it.
  /// Some ops take their bounds from such a tensor.
  std::map<int, std::vector<int64_t>> contents;

  bool known(int id) const {
    return id >= 0 && id < static_cast<int>(tensors.size()) &&
           tensors[static_cast<size_t>(id)].storage >= 0;
  }
  const Layout& at(int id) const { return tensors[static_cast<size_t>(id)]; }
  int newStorage(int64_t bytes, int maker);
  /// Grows the storage to at least that many bytes.
  void growStorage(int storage, int64_t bytes);
  /// Appends a tensor: a new object, or another name of the tensor `itself`.
  void addTensor(Layout layout, int itself);
  /// Gives the object that `id` names another layout, under all its names.
  void relay(int id, const Layout& layout);
  /// Bytes of all storages that `newStorage` made.
  int64_t totalBytes() const { return total_bytes_; }
  /// The elements of an int64 tensor; none if they are not known.
  std::optional<std::vector<int64_t>> elementsOf(int id) const;
  /// Forgets all tensors and storages but the first so many.
  void shrinkTo(size_t tensor_count, size_t storage_count);

 private:
  int64_t total_bytes_ = 0;
  /// The other names of each object that has several, by its first name.
  std::map<int, std::vector<int>> other_names_;
};

/// What a layout rule says of a call.
struct Outcome {
  enum class Verdict {
    accepted,
    refused,
    unknown,    ///< the rule does not know such calls
    undefined,  ///< ATen leaves the outcome open, so nothing is expected after the call
  };
  /// A tensor whose own layout the call changes.
  struct Relaid {
    int id;
    Layout layout;  ///< storage -1: a new storage
  };
  Verdict verdict = Verdict::accepted;
  std::vector<Layout> results;  ///< a result in a storage of its own has storage -1 here
  std::string reason;           ///< why the call is refused, for people
  std::vector<Relaid> relaid = {};
  int itself = -1;  ///< the result is this operand itself; -1: it is a new tensor

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

/// What an op does to bytes, if a few words can say it. The third vote runs these effects by itself
/// (judge/third_vote), and code that makes programs looks for copies and fills.
enum class Effect {
  other,       ///< none of these; the third vote abstains, except on views
  copy,        ///< (to, from): as `copy_`
  zero,        ///< (to): zeros
  fill,        ///< (to, number)
  maskedFill,  ///< (to, mask, number)
  add,         ///< (to, other): a sum in place
  multiply,    ///< (to, other): a product in place
  clone,       ///< (from): the same elements in new storage
};

/// Values of operands for which ATen leaves the outcome open (judge/open).
enum class OpenValues {
  none,
  copied,        ///< (to, from): a float that does not fit the integer it is converted to
  converted,     ///< (from, …): as `copied`; an argument gives the dtype, or a tensor of it
  indexTuples,   ///< (to, indices, values, accumulate): a place that is written twice
  flatIndices,   ///< (to, index, values, accumulate): a place that is written twice
  rowIndices,    ///< (to, dim, index, …), one index a row: a row that is written twice
  alongIndices,  ///< (to, dim, index, …), one index an element: likewise an element
};

/// Arguments that an op takes without checking the size of the storage. A target refuses a call
/// with which the op would reach beyond the storage (execute/operators.h).
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

/// When Python answers a call by itself, so that the Python spelling does not reach the op.
enum class PythonShortcut {
  never,
  ofContiguous,   ///< the first operand is contiguous
  ofScalarIndex,  ///< an operand has no dims, and is taken for a number
  ofWhole,        ///< the result has the sizes of the first operand
};

/// For an op whose arguments never need mending.
inline void nothingToMend(const LayoutState&, Call&) {}

/// Everything about one op. An entry names what it sets, as in
/// `{.name = …, .kind = Kind::view, .rule = tRule, .draw = tDraw, .python = "{0}.t()"}`; the first
/// four have no default, so an entry without one of them does not compile.
struct Op {
  std::string_view name;  ///< `namespace.name[.overload]` of the schema
  Kind kind;
  /// Computes the layouts of the results from the layouts of the arguments. Called only if the
  /// layouts of all tensors of the call are known.
  std::function<Outcome(const LayoutState&, const Call&)> rule;
  /// Chooses arguments; false if no tensor of the draft suits. Called only through `Draft`.
  bool (*draw)(Draft&, Call&);
  /// Changes the arguments (not the tensors) in place so that they fit their tensors, and as little
  /// as possible. Called only through `repair`.
  void (*mend)(const LayoutState&, Call&) = nothingToMend;
  /// How a Python user writes it; `{0}` is the first argument. Empty: `torch.ops.aten…`.
  std::string_view python = {};
  PythonShortcut shortcut = PythonShortcut::never;
  /// The positions of arguments that are dims of the first operand. They change when a dim of the
  /// operand is removed.
  std::vector<int> dim_args = {};
  /// For a write: the position of the argument that is written to (a tensor or a list of them), as
  /// in `out=`.
  size_t dest = 0;

  // ---- What can be expected of the values.
  /// The result depends on the order of summation: values are compared within bounds.
  bool inexact = false;
  /// For a write: the values are random, so only the places that it writes to are compared.
  bool random = false;
  /// A small difference of an operand can make a large difference of the result, as in comparisons,
  /// rounding and quotients. After an inexact op nothing is expected of the result.
  bool jumps = false;
  /// Whether ATen accepts a call also depends on values of its operands, such as indices.
  bool reads_values = false;
  Effect effect = Effect::other;
  OpenValues open = OpenValues::none;

  // ---- What else sets it apart.
  Unchecked unchecked = Unchecked::nothing;
  Placement placement = Placement::byKind;
  /// The op handles operands with the conjugate or the negative bit itself. For any other op, ATen
  /// makes clones without the bits.
  bool honors_bits = false;
  /// ATen refuses a tensor that was made as a view.
  bool refuses_views = false;
  /// The view may have elements that its operand does not have. No gradient is defined for these.
  bool reaches_beyond = false;

  // ---- Of a family whose ops share rule and draw.
  /// The arguments, one letter each. The family says what the letters mean (ops/elementwise_ops.h,
  /// ops/foreach.cpp); in ops/matmul.cpp they are names of dims.
  std::string_view letters = {};
  DtypeSet takes = kAllArithmetic;  ///< the dtypes that it computes with
  bool truth = false;               ///< its result is bool
};

/// The tensors that a call of an op in the table writes to; none if it is no write.
std::vector<int> destinations(const Call& call);

/// May the results of the call differ in the last digits? Nothing is known of an op outside the
/// table, so for such an op the answer is yes.
bool mayBeInexact(const Call& call);

/// Is it a call of `copy_`, or of an op with the same arguments that does the same?
inline bool isCopy(const Call& call) {
  return call.entry != nullptr && call.entry->effect == Effect::copy;
}

/// May an operand of the op be on the host? Copies go between host and device, and a view stays
/// where its base is; other ops want all operands in one place.
bool takesHost(const Op& op);
/// Does the call pass a tensor on the host to an op that takes none? A device may refuse it.
bool mixesDevices(const LayoutState& state, const Call& call);

/// The outcome of a call, by the rule of its op and by what ATen does to operands with the
/// conjugate or the negative bit. The op is in the table, and the layouts of all tensors of the
/// call are known.
Outcome outcomeOf(const LayoutState& state, const Call& call);

/// Takes one statement and appends the layouts of its results to `state`. For a refused call, and
/// for an op without an entry, these layouts are unknown.
Outcome step(LayoutState& state, const Statement& statement);

/// Is the outcome as the statement says: refused if it is meant to be refused, and accepted
/// otherwise?
bool asMeant(const Statement& statement, const Outcome& outcome);

/// The state after the first `count` statements.
LayoutState layoutsAfter(const Program& program, size_t count);

}  // namespace viewfuzz
