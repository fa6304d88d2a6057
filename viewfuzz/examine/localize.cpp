#include "viewfuzz/examine/localize.h"

#include <ATen/ATen.h>

#include <map>
#include <set>

#include "viewfuzz/examine/clarify.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/target/raw.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// The fill of a source that stands for a tensor. Whole numbers are indices and masks, which stay
/// as they are. `floats`: the fill of other tensors.
Fill fillFor(const StorageState& storage, const Fill& floats) {
  if (category(storage.dtype) >= Category::floating) return floats;
  const auto width = static_cast<size_t>(itemsize(storage.dtype));
  const auto count = static_cast<int64_t>(storage.bytes.size() / width);
  if (count == 0 || count > kMostListed) return {Fill::Kind::ints, 1, {}};
  at::Tensor values = at::empty({count}, at::TensorOptions().dtype(storage.dtype));
  std::memcpy(values.mutable_data_ptr(), storage.bytes.data(), storage.bytes.size());
  values = values.to(at::kLong);
  const auto* data = values.const_data_ptr<int64_t>();
  return {Fill::Kind::list, 0, {data, data + count}};
}

/// The statement alone, on sources with the layouts of its operands. `runner` has run the
/// statements before it. None: an operand cannot be a source.
std::optional<Program> standingAlone(const Statement& statement, Runner& runner,
                                     const Fill& floats) {
  std::map<int, int> renumbered;
  std::map<const c10::StorageImpl*, int> owners;
  Program program;
  bool possible = true;
  forEachOperand(statement, [&](int id) {
    if (renumbered.contains(id) || !possible) return;
    const at::Tensor& tensor = runner.tensors()[static_cast<size_t>(id)];
    possible = tensor.defined() && !tensor.is_conj() && !tensor.is_neg();
    if (!possible) return;
    Source source;
    source.layout = stateOf(tensor).layout;
    const int number = static_cast<int>(program.statements.size());
    const auto* impl = tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
    const auto [owner, first] = owners.emplace(impl, number);
    if (first) {
      StorageState storage;
      runner.download(tensor, storage);
      source.storage_numel =
          static_cast<int64_t>(storage.bytes.size()) / itemsize(source.layout.dtype);
      source.fill = fillFor(storage, floats);
    } else {
      source.of = owner->second;
      const auto& shared = program.statements[static_cast<size_t>(owner->second)].what;
      possible = std::get<Source>(shared).layout.dtype == source.layout.dtype;
    }
    renumbered[id] = number;
    program.statements.push_back({std::move(source), {}});
  });
  if (!possible) return std::nullopt;
  Statement alone = statement;
  alone.label.clear();
  forEachOperand(alone, [&](int& id) { id = renumbered.at(id); });
  program.statements.push_back(std::move(alone));
  return program;
}

/// The witness that `program` is. None if it does not fail, or does not fail each time: then the
/// violation cannot be named.
std::optional<Witness> witnessed(const Program& program, size_t statements,
                                 const Violation& parting, Predicate& predicate) {
  try {
    auto violation = predicate.recheck(parting, program);
    if (!violation || !clarified(program, *violation, predicate)) return std::nullopt;
    return Witness{program, std::move(*violation), {statements, true}, {}};
  } catch (const BadCall&) {
    return std::nullopt;
  }
}

}  // namespace

Program backwardSlice(const Program& program, size_t index, const std::vector<int>& groups) {
  std::set<int> needed;          // tensors
  std::set<int> needed_storage;  // by group
  std::vector<bool> kept(index + 1, false);
  const auto need = [&](int id) {
    needed.insert(id);
    needed_storage.insert(groups[static_cast<size_t>(id)]);
  };
  int first_result = firstResult(program, index + 1);
  for (size_t i = index + 1; i-- > 0;) {
    const Statement& statement = program.statements[i];
    first_result -= statement.results();
    bool keep = i == index;
    for (int r = 0; r < statement.results(); ++r) keep = keep || needed.contains(first_result + r);
    if (const auto* call = std::get_if<Call>(&statement.what); call != nullptr && !keep) {
      for (const int id : writtenOperands(*call))
        keep = keep || needed_storage.contains(groups[static_cast<size_t>(id)]);
    }
    if (!keep) continue;
    kept[i] = true;
    forEachOperand(statement, need);
  }
  Program slice;
  std::vector<int> renumbered;
  int count = 0;
  for (size_t i = 0; i <= index; ++i) {
    Statement statement = program.statements[i];
    for (int r = 0; r < statement.results(); ++r) renumbered.push_back(kept[i] ? count++ : -1);
    if (!kept[i]) continue;
    forEachOperand(statement, [&](int& id) { id = renumbered[static_cast<size_t>(id)]; });
    slice.statements.push_back(std::move(statement));
  }
  return slice;
}

std::optional<Localized> localize(const Program& program, const Target& device,
                                  const Target& reference, Predicate& predicate,
                                  const Watch& watch) {
  std::optional<Localized> localized;
  std::vector<int> groups;
  {
    Runner on_device(device);
    Runner on_reference(reference);
    Lockstep lockstep(on_device, on_reference);
    auto parting = lockstep.run(program, watch);
    if (!parting) return std::nullopt;
    localized = Localized{std::move(*parting), lockstep.statements() + 1, {}};
    groups = lockstep.groups();
  }
  const size_t index = localized->parting.statement;
  const at::NoGradGuard no_grad;
  Runner before(reference);
  before.start();
  for (size_t i = 0; i < index; ++i) {
    if (!watch.goOn()) return std::nullopt;
    std::optional<Refusal> refusal;
    before.advance(program.statements[i], refusal);
  }
  const auto witness = [&](const Program& shorter) {
    return witnessed(shorter, program.statements.size(), localized->parting, predicate);
  };
  // Distinct whole numbers first: programs with them reduce best.
  for (const Fill& floats : {Fill{}, Fill{Fill::Kind::uniform, 1, {}, 1, 0}}) {
    const auto alone = standingAlone(program.statements[index], before, floats);
    if (alone) localized->witness = witness(*alone);
    if (localized->witness) return localized;
  }
  localized->witness = witness(backwardSlice(program, index, groups));
  return localized;
}

}  // namespace viewfuzz
