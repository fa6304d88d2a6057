#pragma once

#include <functional>
#include <memory>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/isolate/patience.h"
#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// Makes the target under test, in the process that asks.
using LoadTarget = std::function<TargetPtr()>;

/// Asks in a process of its own; one that ends or blocks gives no answer. `seconds`: the patience,
/// between two statements.
std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds);

class ForkServer;  // isolate/fork_server.h

/// Puts each program to the test in a process that has loaded the backend and done nothing else:
/// what a backend keeps from one program to the next, such as plans, plays no part.
class Afresh final : public Predicate {
 public:
  using CaseAt = std::function<Program(uint64_t index)>;
  /// The first question starts the process that loads the backend. `cases`: what may run before a
  /// program. Where `stop` is due there is no answer.
  explicit Afresh(LoadTarget load, CaseAt cases = {}, const Patience& patience = {},
                  StopCondition stop = {});
  ~Afresh() override;
  Afresh(const Afresh&) = delete;
  Afresh& operator=(const Afresh&) = delete;

  std::optional<Violation> recheck(const Violation& like, const Program& program) override {
    return examineBehind(0, 0, like, program);
  }

  /// The same behind the cases in [`first`, `end`). None also where the backend cannot be loaded,
  /// or ends or blocks its process.
  std::optional<Violation> examineBehind(uint64_t first, uint64_t end, const Violation& like,
                                         const Program& program);

  /// Has the last question had an answer? If not, that there was no violation says nothing.
  bool answered() const { return answered_; }

 private:
  std::unique_ptr<ForkServer> server_;
  StopCondition stop_;
  bool answered_ = true;
};

}  // namespace viewfuzz
