#pragma once

#include <functional>
#include <memory>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// Makes the target under test, in the process that asks.
using LoadTarget = std::function<Target()>;

/// Asks in a process of its own; one that ends or blocks gives no answer. `seconds`: the patience.
std::optional<Violation> askApart(const std::function<std::optional<Violation>()>& ask,
                                  double seconds);

class Keeper;  // keeper.h

/// Puts each program to the test in a process that has loaded the backend and done nothing else:
/// what a backend keeps from one program to the next, such as plans, plays no part.
class Afresh final : public Predicate {
 public:
  using CaseAt = std::function<Program(uint64_t index)>;
  /// The first question starts the process that loads the backend. `cases`: what may run before a
  /// program.
  explicit Afresh(LoadTarget load, CaseAt cases = {});
  ~Afresh() override;
  Afresh(const Afresh&) = delete;
  Afresh& operator=(const Afresh&) = delete;

  std::optional<Violation> recheck(const Violation& like, const Program& program) override {
    return examineBehind(0, 0, like, program);
  }

  /// The same behind the cases in [`first`, `end`).
  std::optional<Violation> examineBehind(uint64_t first, uint64_t end, const Violation& like,
                                         const Program& program);

 private:
  LoadTarget load_;
  std::unique_ptr<Keeper> keeper_;
  CaseAt cases_;
};

}  // namespace viewfuzz
