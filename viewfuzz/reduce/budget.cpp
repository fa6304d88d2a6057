#include "viewfuzz/reduce/budget.h"

namespace viewfuzz {

bool Spending::over() {
  if (cut_ != Cut::none) return true;
  if (budget_.stop && budget_.stop->due()) {
    cut_ = Cut::stopped;
  } else if (runs_ >= budget_.runs || seconds() > budget_.seconds) {
    cut_ = Cut::budget;
  }
  return cut_ != Cut::none;
}

bool Spending::takeRun() {
  if (over()) return false;
  ++runs_;
  return true;
}

Effort Spending::effort() const { return {runs_, seconds(), false, cut_}; }

double Spending::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace viewfuzz
