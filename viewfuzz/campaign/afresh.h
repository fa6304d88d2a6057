#pragma once

#include <functional>

#include "viewfuzz/campaign/oracle.h"
#include "viewfuzz/execute/target.h"

namespace viewfuzz {

/// Makes the target under test, in the process that asks.
using LoadTarget = std::function<Target()>;

/// Asks in a process of its own; one that ends or blocks gives no answer. `seconds`: the patience.
std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds);

/// Puts each program to the test in a process that loads the backend for it: what a backend keeps
/// from one program to the next, such as plans, plays no part.
class Afresh final : public Oracle {
 public:
  /// `before`: run first in each of the processes, in this order.
  explicit Afresh(const LoadTarget& load, std::vector<Program> before = {})
      : load_(load), before_(std::move(before)) {}

  std::optional<Violation> examineFor(const Violation& like, const Program& program) override;

 private:
  const LoadTarget& load_;
  const std::vector<Program> before_;
};

}  // namespace viewfuzz
