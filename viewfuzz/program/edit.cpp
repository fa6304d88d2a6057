#include "viewfuzz/program/edit.h"

#include <algorithm>
#include <map>

namespace viewfuzz {

int firstResult(const Program& program, size_t index) {
  int first = 0;
  for (size_t i = 0; i < index; ++i) first += program.statements[i].results();
  return first;
}

Program joined(const Program& a, const Program& b) {
  Program both = a;
  const int shift = a.tensors();
  for (Statement statement : b.statements) {
    forEachOperand(statement, [&](int& id) { id += shift; });
    both.statements.push_back(std::move(statement));
  }
  return both;
}

std::optional<Program> withoutStatement(const Program& program, size_t index,
                                        const std::vector<int>& substitutes) {
  const int first = firstResult(program, index);
  const int results = program.statements[index].results();
  Program shorter = program;
  shorter.statements.erase(shorter.statements.begin() + static_cast<int64_t>(index));
  bool complete = true;
  for (size_t i = index; i < shorter.statements.size(); ++i) {
    forEachOperand(shorter.statements[i], [&](int& id) {
      if (id >= first + results) {
        id -= results;
      } else if (id >= first) {
        const auto result = static_cast<size_t>(id - first);
        if (result < substitutes.size()) {
          id = substitutes[result];
        } else {
          complete = false;
        }
      }
    });
  }
  if (!complete) return std::nullopt;
  return shorter;
}

Program withoutOne(const Program& program, size_t index) {
  const auto base = operands(program.statements[index]);
  const int instead = base.empty() ? std::max(firstResult(program, index) - 1, 0) : base.front();
  const auto results = static_cast<size_t>(program.statements[index].results());
  return withoutStatement(program, index, std::vector<int>(results, instead)).value();
}

Program withInserted(const Program& program, size_t at, const std::vector<Statement>& more) {
  const int first = firstResult(program, at);
  const auto place = program.statements.begin() + static_cast<int64_t>(at);
  int results = 0;
  for (const auto& statement : more) results += statement.results();
  Program longer;
  longer.statements.reserve(program.statements.size() + more.size());
  longer.statements.assign(program.statements.begin(), place);
  longer.statements.insert(longer.statements.end(), more.begin(), more.end());
  for (auto it = place; it != program.statements.end(); ++it) {
    longer.statements.push_back(*it);
    forEachOperand(longer.statements.back(), [&](int& id) {
      if (id >= first) id += results;
    });
  }
  return longer;
}

Program withoutDependents(const Program& program, size_t index) {
  Program shorter;
  std::vector<int> renumbered;
  int kept = 0;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    Statement statement = program.statements[i];
    bool keep = i != index;
    forEachOperand(statement, [&](int& id) {
      id = renumbered[static_cast<size_t>(id)];
      keep = keep && id >= 0;
    });
    for (int r = 0; r < statement.results(); ++r) renumbered.push_back(keep ? kept++ : -1);
    if (keep) shorter.statements.push_back(std::move(statement));
  }
  return shorter;
}

Source sourceLike(const LayoutState& state, int id) {
  const Layout& layout = state.at(id);
  return Source::window(
      layout, state.storage_bytes[static_cast<size_t>(layout.storage)] / itemsize(layout.dtype));
}

std::optional<Program> cutPrefix(const Program& program, size_t index) {
  const LayoutState state = layoutsAfter(program, index);
  // The source that made each storage, for its fill.
  std::map<int, const Source*> origins;
  int id = 0;
  for (size_t i = 0; i < index; ++i) {
    const Statement& statement = program.statements[i];
    const auto* source = std::get_if<Source>(&statement.what);
    if (source && !source->of && state.known(id)) origins[state.at(id).storage] = source;
    id += statement.results();
  }
  const int tensors = static_cast<int>(state.tensors.size());
  std::map<int, int> renumbered;  // by old tensor
  std::map<int, int> of_storage;  // the new tensor that owns it
  Program rest;
  bool known = true;
  for (size_t i = index; i < program.statements.size(); ++i) {
    forEachOperand(program.statements[i], [&](int operand) {
      if (operand >= tensors || renumbered.contains(operand)) return;
      // A source cannot have the conjugate or the negative bit.
      if (!state.known(operand) || state.at(operand).hasBit()) {
        known = false;
        return;
      }
      Source source = sourceLike(state, operand);
      const int storage = state.at(operand).storage;
      const auto owner = of_storage.find(storage);
      if (owner != of_storage.end()) {
        source.of = owner->second;
        source.storage_numel = 0;
      } else if (const auto origin = origins.find(storage); origin != origins.end()) {
        source.fill = origin->second->fill;
      }
      const int number = static_cast<int>(rest.statements.size());
      renumbered[operand] = number;
      of_storage.emplace(storage, number);
      rest.statements.push_back({source, {}});
    });
  }
  if (!known) return std::nullopt;
  const int shift = static_cast<int>(rest.statements.size()) - tensors;
  for (size_t i = index; i < program.statements.size(); ++i) {
    Statement statement = program.statements[i];
    forEachOperand(statement, [&](int& operand) {
      operand = operand >= tensors ? operand + shift : renumbered.at(operand);
    });
    rest.statements.push_back(std::move(statement));
  }
  return rest;
}

}  // namespace viewfuzz
