#pragma once

#include <gtest/gtest.h>

#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {

/// A program from its lines, without the head line.
inline Program programOf(const std::string& lines) {
  return parse("# viewfuzz program 1\n" + lines);
}

inline Violation violationOf(Property property, size_t statement, std::string op,
                             const std::string& condition, Evidence evidence = {},
                             bool write_lost = false) {
  Violation violation;
  violation.property = property;
  violation.statement = statement;
  violation.op = std::move(op);
  violation.condition = Condition::named(condition);
  violation.evidence = std::move(evidence);
  violation.write_lost = write_lost;
  return violation;
}

/// The story of a copying select: the write is lost.
inline Program lostWrite() {
  return programOf(
      "t0 = tensor([2, 2], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\n"
      "aten.zero_(t1)\n");
}
inline Violation lostWriteViolation() {
  return violationOf(Property::aliasing, 1, "aten.select.int", "copy", evidence::Shared{1, 0, 1},
                     true);
}

inline void expectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "not found:\n" << part << "\nin:\n" << text;
}

}  // namespace viewfuzz
