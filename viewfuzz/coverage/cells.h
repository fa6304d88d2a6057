#pragma once

#include <c10/util/FunctionRef.h>

#include <span>
#include <string>
#include <string_view>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// One of the many small kinds of things that a program can have in it. Campaigns count the cells
/// they hit, libFuzzer is told of new ones, and a corpus is as small as it can be with all its
/// cells.
struct Cell {
  enum class Kind {
    operand,     ///< (op, place, layout class, dtype, rank) of an operand; see `kPlaces`, `kRanks`
    pair,        ///< (op, op of the next call)
    fact,        ///< (op, fact): see facts.h
    conversion,  ///< (dtype read, dtype written) of a write
    refusal,     ///< an op, called so that it is refused
    flow,        ///< (op that made the first operand, kind of the op that is given it)
  };
  Kind kind;
  size_t index;  ///< below `cellCount(kind)`
  bool operator==(const Cell&) const = default;
};
inline constexpr size_t kPlaces = 3;  ///< the first operand, the second, and all others
inline constexpr size_t kRanks = 6;   ///< ranks from 5 on are one

size_t cellCount(Cell::Kind kind);
size_t cellCount();  ///< of all kinds

inline constexpr size_t kCellKinds = 6;
/// All kinds, in order.
std::span<const Cell::Kind> cellKinds();
std::string_view cellKindName(Cell::Kind kind);
/// What the cells of the kind say, for people.
std::string_view cellKindAbout(Cell::Kind kind);

/// A number below `cellCount()`, of which no other cell has the same.
size_t cellNumber(Cell cell);

/// `aten.copy_ operand 1: gaps, float32, rank 3`
std::string cellName(Cell cell);

/// Calls `f` for every cell that the program hits, in order, some of them several times. Calls of
/// ops outside the table hit none.
void forEachCell(const Program& program, c10::function_ref<void(Cell)> f);

}  // namespace viewfuzz
