#pragma once

#include <c10/util/Exception.h>

#include <algorithm>
#include <string>
#include <vector>

namespace viewfuzz {

/// While it lives, libtorch repeats a warning each time, and not once in a process.
class EveryWarning {
 public:
  EveryWarning() : before_(c10::WarningUtils::get_warnAlways()) {
    c10::WarningUtils::set_warnAlways(true);
  }
  ~EveryWarning() { c10::WarningUtils::set_warnAlways(before_); }
  EveryWarning(const EveryWarning&) = delete;
  EveryWarning& operator=(const EveryWarning&) = delete;

 private:
  bool before_;
};

/// Keeps the warnings of libtorch, each text once. They often name the cause, such as a view op
/// that the backend lacks and that falls back to the CPU.
class KeptWarnings final : public c10::WarningHandler {
 public:
  void process(const c10::Warning& warning) override {
    const std::string& text = warning.msg();
    if (texts_.size() < kMost && std::find(texts_.begin(), texts_.end(), text) == texts_.end())
      texts_.push_back(text);
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  static constexpr size_t kMost = 8;
  std::vector<std::string> texts_;
};

}  // namespace viewfuzz
