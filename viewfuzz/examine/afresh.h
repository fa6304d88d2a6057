#pragma once

#include <functional>
#include <memory>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/isolate/patience.h"
#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/judge/property_set.h"
#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// Makes the target under test, in the process that asks.
using LoadTarget = std::function<TargetPtr()>;

/// The target of `load`. From here on the process gets the memory that `program` may use, and no
/// more (`memoryAllowed`).
TargetPtr loadFor(const Program& program, const LoadTarget& load);

/// Asks in a process of its own. No violation if that process crashes or blocks. `seconds`: how
/// long it may take from one statement to the next.
std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds);

class ForkServer;  // isolate/fork_server.h

/// Runs each program in a process that has loaded the backend and done nothing else. What a backend
/// keeps from one program to the next, such as plans, plays no part there.
class Afresh final : public Predicate {
 public:
  using CaseAt = std::function<Program(uint64_t index)>;
  /// The first question starts the process that loads the backend. `cases`: the cases that may run
  /// before a program. Once `stop` is due, no question is answered. `asked`: as for `Checks`.
  explicit Afresh(LoadTarget load, CaseAt cases = {}, const Patience& patience = {},
                  StopCondition stop = {}, PropertySet asked = allProperties());
  ~Afresh() override;
  Afresh(const Afresh&) = delete;
  Afresh& operator=(const Afresh&) = delete;

  std::optional<Violation> recheck(const Violation& like, const Program& program) override {
    return examineBehind(0, 0, like, program);
  }

  /// The same, after the cases in [`first`, `end`) have run in that process. None also if the
  /// backend cannot be loaded, or crashes or blocks its process.
  std::optional<Violation> examineBehind(uint64_t first, uint64_t end, const Violation& like,
                                         const Program& program);

  /// Was the last question answered? If it was not, there may be a violation all the same.
  bool answered() const { return answered_; }

 private:
  std::unique_ptr<ForkServer> server_;
  StopCondition stop_;
  bool answered_ = true;
};

}  // namespace viewfuzz
