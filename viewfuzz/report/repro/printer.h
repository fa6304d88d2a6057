#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viewfuzz/report/repro/names.h"
#include "viewfuzz/report/repro/plan.h"
#include "viewfuzz/report/repro/spelling.h"

namespace viewfuzz {

/// Prints a plan in one language. This class decides for all languages what is printed, in which
/// order, and which helpers it needs. A `Spelling`, and a class derived from this one, say how one
/// language spells it.
class Printer {
 public:
  virtual ~Printer() = default;
  /// The whole file. `about` is a sentence for people.
  std::string print(const std::string& about);

 protected:
  using Lines = std::vector<std::string>;
  using Code = std::vector<std::string_view>;
  /// A name, and the expression that gives what it stands for.
  using Named = std::pair<std::string, std::string>;

  struct Function {
    std::string_view name;   ///< `program`, `by_index`
    std::string_view about;  ///< a sentence, or empty
    const std::vector<ReproStep>& steps;
    TensorNames names;
    std::string before;          ///< the line before the last statement, or empty
    std::vector<int> temporary;  ///< tensors that the program does not have
  };
  struct Parts {
    std::string programs;
    Code program_helpers;
    std::string look;  ///< empty if nothing is looked at
    std::string compare;
    Code compare_helpers;
  };

  Printer(const Plan& plan, const Spelling& spelling,
          const std::map<std::string_view, Helper>& helpers)
      : plan_(plan), spelling_(spelling), helpers_(helpers) {}

  /// The steps, and before the last one the line that has to stand there.
  std::string body(const Function& function);
  /// `helper(a, b)`.
  std::string use(std::string_view helper, const Lines& arguments);
  /// A list of the names of tensors.
  std::string listOf(const std::vector<int>& tensors) const;

  // Spellings that differ too much from language to language for a table.
  virtual std::string stepText(const ReproStep& step, const TensorNames& names) = 0;
  /// The line that keeps what the tensors show before the last statement, or nothing.
  virtual std::string beforeLine() = 0;
  virtual std::string functionText(const Function& function) = 0;
  virtual std::string lookText(const std::vector<Named>& traits) = 0;
  /// `seen`: what the two runs show, by variable; `result`: the differences.
  virtual std::string compareText(const std::vector<Named>& seen, const std::string& result) = 0;
  virtual std::string fileText(const std::string& about, const Parts& parts) = 0;

  const Plan& plan_;
  const Spelling& spelling_;
  Helpers helpers_;

 private:
  bool looks() const { return !plan_.isOneRun() && !plan_.is(Property::gradient); }
  std::vector<Named> traits();
  std::string compare();
  std::string compareRuns();
};

}  // namespace viewfuzz
