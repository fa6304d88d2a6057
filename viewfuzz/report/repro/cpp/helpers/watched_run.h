#pragma once

#include <map>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/contents.h"
#include "viewfuzz/report/repro/cpp/helpers/run.h"

/// With what lay in the storages before the last statement.
struct WatchedRun : Run {
  std::map<std::string, Content> before;
};
