#include "viewfuzz/reduce/reduce.h"

#include <chrono>
#include <unordered_set>

#include "viewfuzz/generate/repair.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/text/cost.h"

namespace viewfuzz {
namespace {

class Reducer {
 public:
  Reducer(const Program& program, const FailsTheSame& fails, const Budget& budget)
      : fails_(fails), budget_(budget), valid_(isValid(program)), cost_(costOf(program)) {
    reduction_.program = program;
    tried_.insert(cost_.text);
  }

  Reduction run() {
    bool simplified = true;
    while (simplified && reduction_.complete) {
      simplified = false;
      for (const Pass& pass : passes()) {
        while (reduction_.complete && pass.propose(Program(reduction_.program), offer()))
          simplified = true;
      }
    }
    reduction_.seconds = seconds();
    return std::move(reduction_);
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  Offer offer() {
    return [this](Program candidate) { return take(std::move(candidate)); };
  }

  bool take(Program candidate) {
    // A program that is invalid on purpose must stay so: repair would mend what it is about.
    if (valid_) candidate = repair(std::move(candidate));
    if (!reduction_.complete || (valid_ && !isValid(candidate))) return false;
    Cost cost = costOf(candidate);
    if (cost >= cost_ || !tried_.insert(cost.text).second) return false;
    if (reduction_.runs >= budget_.runs || seconds() > budget_.seconds) {
      reduction_.complete = false;
      return false;
    }
    ++reduction_.runs;
    if (!fails_(candidate)) return false;
    reduction_.program = std::move(candidate);
    cost_ = std::move(cost);
    return true;
  }

  const FailsTheSame& fails_;
  const Budget budget_;
  const bool valid_;
  Cost cost_;
  Reduction reduction_;
  std::unordered_set<std::string> tried_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

Reduction reduce(const Program& program, const FailsTheSame& fails, const Budget& budget) {
  return Reducer(program, fails, budget).run();
}

}  // namespace viewfuzz
