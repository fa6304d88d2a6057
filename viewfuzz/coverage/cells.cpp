#include "viewfuzz/coverage/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "viewfuzz/coverage/facts.h"
#include "viewfuzz/coverage/layout_class.h"
#include "viewfuzz/ops/table.h"

namespace viewfuzz {
namespace {

constexpr size_t kOpKinds = 4;  // ops of kind `pattern` make no call of their own

size_t opIndex(const Op* op) { return static_cast<size_t>(op - ops().data()); }

size_t dtypeIndex(Dtype dtype) {
  const auto all = dtypes();
  return static_cast<size_t>(std::find(all.begin(), all.end(), dtype) - all.begin());
}

size_t operandIndex(size_t op, size_t place, const Layout& layout) {
  size_t cell = op * kPlaces + std::min(place, kPlaces - 1);
  cell = cell * kLayoutClasses + static_cast<size_t>(layoutClass(layout));
  cell = cell * dtypes().size() + dtypeIndex(layout.dtype);
  return cell * kRanks + std::min(layout.sizes.size(), kRanks - 1);
}

/// Walks over a program and remembers what the facts need.
class Walk {
 public:
  explicit Walk(c10::function_ref<void(Cell)> f) : f_(f) {}

  void statement(const Statement& statement) {
    const auto* call = std::get_if<Call>(&statement.what);
    int deep = 0;
    if (call == nullptr || call->entry == nullptr) {
      step(state_, statement);
    } else if (statement.refused) {
      f_({Cell::Kind::refusal, opIndex(call->entry)});
      step(state_, statement);
    } else {
      operandsOf(*call);
      deep = factsOf(*call, statement);
    }
    views_.resize(state_.tensors.size(), deep);
    makers_.resize(state_.tensors.size(), call != nullptr ? call->entry : nullptr);
  }

 private:
  void operandsOf(const Call& call) {
    operands_.clear();
    forEachOperandOfCall(call, [&](int id) { operands_.push_back(id); });
    const size_t op = opIndex(call.entry);
    for (size_t place = 0; place < operands_.size(); ++place) {
      if (!state_.known(operands_[place])) continue;
      f_({Cell::Kind::operand, operandIndex(op, place, state_.at(operands_[place]))});
    }
    if (last_) f_({Cell::Kind::pair, *last_ * ops().size() + op});
    const Op* maker = operands_.empty() ? nullptr : makers_[static_cast<size_t>(operands_[0])];
    if (maker != nullptr) {
      const auto kind = static_cast<size_t>(call.entry->kind);
      f_({Cell::Kind::flow, opIndex(maker) * kOpKinds + kind});
    }
    last_ = op;
  }

  /// Counts the facts of the call. Gives how many view ops in a row made its results.
  int factsOf(const Call& call, const Statement& statement) {
    const bool known =
        std::all_of(operands_.begin(), operands_.end(), [&](int id) { return state_.known(id); });
    if (!known || operands_.empty()) {
      step(state_, statement);
      return 0;
    }
    // A copy, since the statement may change the layouts.
    const Layout first = state_.at(operands_[0]);
    const auto dests = destinations(call);
    const auto read = std::find_if(operands_.begin(), operands_.end(), [&](int id) {
      return std::find(dests.begin(), dests.end(), id) == dests.end();
    });
    Layout dest;
    Layout source;
    if (!dests.empty()) dest = state_.at(dests[0]);
    if (!dests.empty() && read != operands_.end()) source = state_.at(*read);
    const Outcome outcome = step(state_, statement);
    CallSite site{call, outcome};
    site.first = &first;
    site.views = views_[static_cast<size_t>(operands_[0])];
    site.earlier = earlier_;
    if (!dests.empty()) site.dest = &dest;
    if (!dests.empty() && read != operands_.end()) site.source = &source;
    const auto all = facts();
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].holds(site)) f_({Cell::Kind::fact, opIndex(call.entry) * all.size() + i});
    }
    if (site.source != nullptr) {
      f_({Cell::Kind::conversion,
          dtypeIndex(source.dtype) * dtypes().size() + dtypeIndex(dest.dtype)});
    }
    earlier_.push_back({call.entry, first});
    return call.entry->kind == Kind::view ? site.views + 1 : 0;
  }

  c10::function_ref<void(Cell)> f_;
  LayoutState state_;
  std::vector<int> operands_;
  std::vector<int> views_;         // of each tensor: how many view ops in a row made it
  std::vector<const Op*> makers_;  // of each tensor; null for sources and for ops outside the table
  std::vector<EarlierCall> earlier_;
  std::optional<size_t> last_;
};

}  // namespace

size_t cellCount(Cell::Kind kind) {
  switch (kind) {
    case Cell::Kind::operand:
      return ops().size() * kPlaces * kLayoutClasses * dtypes().size() * kRanks;
    case Cell::Kind::pair:
      return ops().size() * ops().size();
    case Cell::Kind::fact:
      return ops().size() * facts().size();
    case Cell::Kind::conversion:
      return dtypes().size() * dtypes().size();
    case Cell::Kind::refusal:
      return ops().size();
    case Cell::Kind::flow:
      return ops().size() * kOpKinds;
  }
  return 0;
}

size_t cellCount() {
  const Cell::Kind last = cellKinds().back();
  return cellNumber({last, cellCount(last)});
}

std::span<const Cell::Kind> cellKinds() {
  using enum Cell::Kind;
  static constexpr std::array<Cell::Kind, kCellKinds> kKinds = {operand,    pair,    fact,
                                                                conversion, refusal, flow};
  return kKinds;
}

std::string_view cellKindName(Cell::Kind kind) {
  constexpr std::array<std::string_view, kCellKinds> kNames = {"operands",    "pairs",    "facts",
                                                               "conversions", "refusals", "flows"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view cellKindAbout(Cell::Kind kind) {
  constexpr std::array<std::string_view, kCellKinds> kAbout = {
      "op, layout, dtype, rank of an operand",
      "op, op of the next call",
      "op, what its operands have to do with each other",
      "dtype read, dtype written",
      "op that is refused",
      "op, kind of the call that is given what it made"};
  return kAbout[static_cast<size_t>(kind)];
}

size_t cellNumber(Cell cell) {
  static const auto kFirst = [] {
    std::array<size_t, kCellKinds> first{};
    for (size_t i = 1; i < first.size(); ++i)
      first[i] = first[i - 1] + cellCount(static_cast<Cell::Kind>(i - 1));
    return first;
  }();
  return kFirst[static_cast<size_t>(cell.kind)] + cell.index;
}

std::string cellName(Cell cell) {
  const auto op = [](size_t index) { return ops()[index].name; };
  size_t rest = cell.index;
  const auto take = [&](size_t count) {
    const size_t part = rest % count;
    rest /= count;
    return part;
  };
  switch (cell.kind) {
    case Cell::Kind::operand: {
      // The inverse of `operandIndex`, so the last part comes first.
      const size_t rank = take(kRanks);
      const Dtype dtype = dtypes()[take(dtypes().size())];
      const auto layout = static_cast<LayoutClass>(take(kLayoutClasses));
      const size_t place = take(kPlaces);
      return fmt::format("{} operand {}: {}, {}, rank {}", op(rest), place, layoutClassName(layout),
                         dtypeName(dtype), rank);
    }
    case Cell::Kind::pair: {
      const size_t next = take(ops().size());
      return fmt::format("{}, then {}", op(rest), op(next));
    }
    case Cell::Kind::fact: {
      const size_t fact = take(facts().size());
      return fmt::format("{}: {}", op(rest), facts()[fact].name);
    }
    case Cell::Kind::conversion: {
      const size_t to = take(dtypes().size());
      return fmt::format("{} to {}", dtypeName(dtypes()[rest]), dtypeName(dtypes()[to]));
    }
    case Cell::Kind::refusal:
      return fmt::format("{}, refused", op(rest));
    case Cell::Kind::flow: {
      const auto kind = static_cast<Kind>(take(kOpKinds));
      return fmt::format("{}, then a {} of what it made", op(rest), kindName(kind));
    }
  }
  return {};
}

void forEachCell(const Program& program, c10::function_ref<void(Cell)> f) {
  Walk walk(f);
  for (const auto& statement : program.statements) walk.statement(statement);
}

}  // namespace viewfuzz
