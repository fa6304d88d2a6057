#pragma once

#include <array>
#include <sstream>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/seen.h"

/// What was refused, as it went on the one side.
std::string outcome(const Seen& seen, const std::string& what) {
  const auto found = seen.refused.find(what);
  return found == seen.refused.end() ? "accepts it" : found->second;
}

/// Where the elements differ, or nothing.
std::string difference(const Tensor& want, const Tensor& got,
                       Tensor (*unequal)(const Tensor&, const Tensor&)) {
  if (want.numel() == 0 || got.scalar_type() != want.scalar_type() || got.sizes() != want.sizes())
    return "";
  const Tensor wrong = unequal(want, got).nonzero().flatten();
  if (wrong.numel() == 0) return "";
  const auto first = wrong[0].item<int64_t>();
  std::ostringstream text;
  text << " " << wrong.numel() << " of " << want.numel() << " elements differ; element " << first
       << " is " << got[first].item() << ", expected " << want[first].item();
  return text.str();
}

/// What differs, in sentences. `kinds`: an error has to be of the same class on both sides.
std::string differences(const Seen& expected, const Seen& observed,
                        const std::array<std::string, 2>& sides,
                        Tensor (*unequal)(const Tensor&, const Tensor&), bool kinds) {
  std::string text;
  std::map<std::string, std::string> refused = expected.refused;
  refused.insert(observed.refused.begin(), observed.refused.end());
  for (const auto& [what, why] : refused) {
    const std::string there = outcome(expected, what);
    const std::string here = outcome(observed, what);
    const bool differs = expected.refused.count(what) != observed.refused.count(what);
    if (differs || (kinds && there.substr(0, there.find(':')) != here.substr(0, here.find(':'))))
      text += what + ": " + sides[0] + " " + there + "; " + sides[1] + " " + here + "\n";
  }
  for (const auto& [name, traits] : expected.tensors) {
    const auto theirs = observed.tensors.find(name);
    if (theirs == observed.tensors.end()) continue;
    for (const auto& [trait, want] : traits) {
      const auto got = theirs->second.find(trait);
      if (got == theirs->second.end()) continue;
      if (const auto* words = std::get_if<std::string>(&want)) {
        const auto& said = std::get<std::string>(got->second);
        if (said != *words) text += name + " " + trait + " " + said + "; expected " + *words + "\n";
        continue;
      }
      const std::string found =
          difference(std::get<Tensor>(want), std::get<Tensor>(got->second), unequal);
      if (!found.empty()) text += name + trait + found + "\n";
    }
  }
  return text;
}
