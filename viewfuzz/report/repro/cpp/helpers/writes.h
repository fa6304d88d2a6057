#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/contents.h"
#include "viewfuzz/report/repro/cpp/helpers/watched_run.h"

/// The schema of the last operator says what it writes: nothing else may change.
std::string writes(WatchedRun (*program)(c10::Device), c10::Device device,
                   const std::vector<std::string>& written) {
  const at::NoGradGuard no_grad;
  const WatchedRun run = program(device);
  const auto after = contents(run.tensors);
  std::string text;
  for (const auto& [name, content] : run.before) {
    bool may_change = false;
    for (const auto& other : written)
      may_change |= content.which.is_alias_of(run.before.at(other).which);
    if (!may_change && !at::equal(content.bytes, after.at(name).bytes))
      text += "the storage of " + name + " changed, and the schema says nothing of a write to it\n";
  }
  return text;
}
