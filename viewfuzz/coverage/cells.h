#pragma once

#include <c10/util/FunctionRef.h>

#include <span>
#include <string>
#include <string_view>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A small feature that a program can have, such as an op on a kind of layout. Campaigns count the
/// cells that they hit, and libFuzzer is told of new ones. A reduced corpus is as small as possible
/// with all its cells.
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
/// All kinds of cells, in order.
std::span<const Cell::Kind> cellKinds();
std::string_view cellKindName(Cell::Kind kind);
/// What the cells of the kind stand for, in words for people.
std::string_view cellKindAbout(Cell::Kind kind);

/// The number of the cell, below `cellCount()`. Each cell has a number of its own.
size_t cellNumber(Cell cell);

/// The name of the cell for people: `aten.copy_ operand 1: gaps, float32, rank 3`.
std::string cellName(Cell cell);

/// Calls `f` for every cell that the program hits, in order of the statements. It may give a cell
/// several times. Calls of ops outside the table hit no cell.
void forEachCell(const Program& program, c10::function_ref<void(Cell)> f);

}  // namespace viewfuzz
