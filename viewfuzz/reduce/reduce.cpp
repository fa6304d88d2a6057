#include "viewfuzz/reduce/reduce.h"

#include <unordered_set>

#include "viewfuzz/generate/repair.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/text/cost.h"

namespace viewfuzz {
namespace {

class Reducer {
 public:
  Reducer(const Program& program, const FailsTheSame& fails, Spending& spending)
      : fails_(fails),
        spending_(spending),
        valid_(isValid(program)),
        program_(program),
        cost_(costOf(program)) {
    tried_.insert(cost_.text);
  }

  Reduction run() {
    bool simplified = true;
    while (simplified && !spending_.over()) {
      simplified = false;
      for (const Pass& pass : passes()) {
        while (!spending_.over() && pass.propose(Program(program_), offer())) simplified = true;
      }
    }
    return {std::move(program_), spending_.effort()};
  }

 private:
  Offer offer() {
    return [this](Program candidate) { return take(std::move(candidate)); };
  }

  /// True ends the pass: the candidate is taken, or the budget is spent.
  bool take(Program candidate) {
    // Check the budget for each candidate, since most candidates of a long program are not run.
    if (spending_.over()) return true;
    // If the program is invalid on purpose, do not repair it: that could remove what it shows.
    if (valid_) candidate = repair(std::move(candidate));
    if (valid_ && !isValid(candidate)) return false;
    Cost cost = costOf(candidate);
    if (cost >= cost_ || !tried_.insert(cost.text).second) return false;
    if (!spending_.takeRun()) return true;
    if (!fails_(candidate)) return false;
    program_ = std::move(candidate);
    cost_ = std::move(cost);
    return true;
  }

  const FailsTheSame& fails_;
  Spending& spending_;
  const bool valid_;
  Program program_;
  Cost cost_;
  std::unordered_set<std::string> tried_;
};

}  // namespace

Reduction reduce(const Program& program, const FailsTheSame& fails, const Budget& budget) {
  Spending spending(budget);
  return reduce(program, fails, spending);
}

Reduction reduce(const Program& program, const FailsTheSame& fails, Spending& spending) {
  return Reducer(program, fails, spending).run();
}

}  // namespace viewfuzz
