#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "viewfuzz/campaign/oracle.h"
#include "viewfuzz/execute/target.h"

namespace viewfuzz {

/// Makes the target under test, in the process that asks.
using LoadTarget = std::function<Target()>;

/// Asks in a process of its own; one that ends or blocks gives no answer. `seconds`: the patience.
std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds);

class Keeper;  // keeper.h

/// Puts each program to the test in a process that has loaded the backend and done nothing else:
/// what a backend keeps from one program to the next, such as plans, plays no part.
class Afresh final : public Oracle {
 public:
  /// The first question starts the process that loads the backend.
  explicit Afresh(LoadTarget load);
  ~Afresh() override;
  Afresh(const Afresh&) = delete;
  Afresh& operator=(const Afresh&) = delete;

  /// From here on, these run before each program, in this order.
  void runBefore(std::vector<Program> before) { before_ = std::move(before); }

  std::optional<Violation> examineFor(const Violation& like, const Program& program) override;

 private:
  LoadTarget load_;
  std::unique_ptr<Keeper> keeper_;
  std::vector<Program> before_;
};

}  // namespace viewfuzz
