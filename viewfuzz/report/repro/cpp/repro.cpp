#include "viewfuzz/report/repro/cpp/repro.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewfuzz/report/repro/cpp/compare.h"
#include "viewfuzz/report/repro/cpp/parts.h"
#include "viewfuzz/report/repro/cpp/program.h"
#include "viewfuzz/report/repro/cpp/trials.h"
#include "viewfuzz/report/sentence.h"
#include "viewfuzz/report/text_lines.h"

namespace viewfuzz {
namespace {

std::string membersText(const Plan& plan) {
  if (plan.is(Property::gradient)) return "\n  std::vector<std::string> inputs;";
  if (plan.must_change >= 0) return "\n  Tensor before;";
  if (!plan.schemaWrites()) return "";
  return "\n  // Before the last statement:\n"
         "  std::map<std::string, at::Storage> storages;\n"
         "  std::map<std::string, Tensor> contents;";
}

std::string unequalText(const Plan& plan) {
  const bool bounded = plan.inexact || plan.is(Property::gradient);
  const std::string text = replaced(std::string(cpp::kUnequal), "{within}",
                                    bounded ? ", and sums are\n/// equal within bounds" : "");
  return replaced(text, "{bound}", bounded ? cpp::kBound : "");
}

std::string observeText(const Plan& plan) {
  if (plan.is(Property::gradient)) return std::string(cpp::kGradients);
  std::string text;
  if (!plan.random.empty())
    text = replaced(std::string(cpp::kAround), "{random}", cppNames(plan.random));
  text += replaced(std::string(cpp::kObserve), "{version}",
                   comparesVersions(plan.violation) ? cpp::kVersion : "");
  text = replaced(text, "{elements}",
                  plan.random.empty() ? "elements(tensor)" : "around(tensor, run)");
  std::string changed;
  if (plan.must_change >= 0)
    changed = replaced(std::string(cpp::kChanged), "{name}", fmt::format("t{}", plan.must_change));
  return replaced(text, "{changed}", changed);
}

std::string differencesText(const Plan& plan) {
  std::string text(cpp::kDifferences);
  text = replaced(text, "{there}", plan.expected);
  text = replaced(text, "{here}", plan.observed);
  return replaced(text, "{differ}",
                  comparesKinds(plan.violation)
                      ? "there.substr(0, there.find(':')) != here.substr(0, here.find(':'))"
                      : "(there == \"accepts it\") != (here == \"accepts it\")");
}

std::string schemaText(const Plan& plan) {
  if (plan.schemaWrites())
    return replaced(std::string(cpp::kWrites), "{written}", cppNames(plan.written));
  std::vector<std::string> pairs;
  for (const auto& [id, other] : plan.pairs)
    pairs.push_back(fmt::format("{{\"t{}\", \"t{}\"}}", id, other));
  const bool shared = plan.violation.condition == Condition::copies;
  std::string text(cpp::kShares);
  text = replaced(text, "{pairs}", fmt::format("{{{}}}", fmt::join(pairs, ", ")));
  text = replaced(text, "{shared}", shared ? "true" : "false");
  return replaced(text, "{verb}", shared ? "does not share" : "shares");
}

std::string checkText(const Plan& plan) {
  const std::string guard = plan.is(Property::gradient)
                                ? "  const at::AutoGradMode autograd(true);\n"
                                : "  const at::NoGradGuard no_grad;\n";
  if (plan.is(Property::survival)) return guard + "  EXPECT_LT(grown(device), 4 << 20);";
  if (plan.is(Property::schema)) return guard + "  EXPECT_EQ(differences(program(device)), \"\");";
  // Tensors of the first run are gone before the second one begins.
  const std::string first =
      plan.deviceAlone() ? fmt::format("{}(device)", plan.by_index.empty() ? "program" : "byIndex")
                         : "program(c10::kCPU)";
  return guard + fmt::format("  const Seen expected = observe({});\n", first) +
         "  EXPECT_EQ(differences(expected, observe(program(device))), \"\");";
}

std::string testText(const Plan& plan) {
  const std::string_view backward = plan.is(Property::gradient)
                                        ? "\n    if (!c10::is_privateuse1_backend_registered())"
                                          "\n      c10::register_privateuse1_backend(\"npu\");"
                                        : "";
  return replaced(replaced(std::string(cpp::kTest), "{backward}", backward), "{check}",
                  checkText(plan));
}

std::string headText(const Plan& plan) {
  std::string text = replaced(std::string(cpp::kHead), "{members}", membersText(plan));
  if (plan.is(Property::survival)) {
    text = replaced(text, "#include <gtest/gtest.h>\n",
                    "#include <gtest/gtest.h>\n#include <unistd.h>\n");
    return replaced(text, "#include <cstdlib>\n", "#include <cstdlib>\n#include <fstream>\n");
  }
  if (!plan.is(Property::gradient)) return text;
  return replaced(text, "#include <gtest/gtest.h>\n",
                  "#include <gtest/gtest.h>\n#include <torch/csrc/autograd/autograd.h>\n"
                  "#include <torch/csrc/autograd/function.h>\n");
}

}  // namespace

std::string cppRepro(const Program& program, const Violation& violation) {
  const Plan plan(program, violation);
  const std::string body = cppProgram(plan);
  const bool gradient = plan.is(Property::gradient);
  const bool one_run = plan.isOneRun();
  const auto uses = [&](std::string_view helper) { return body.find(helper) != std::string::npos; };
  std::string text = commented(sentence(program, violation), "// ");
  text +=
      "//\n// The test fails while the bug is there. REPRO_BACKEND names the backend's shared "
      "library.\n";
  text += headText(plan);
  const bool stores = !gradient && (!one_run || plan.schemaWrites());
  if (stores || uses("window(")) text += cpp::kWindow;
  if (uses(" ints(") || uses("{ints(")) text += cpp::kInts;
  if (uses(" tensors(") || uses("{tensors(")) text += cpp::kTensors;
  if (uses("optionalTensors(")) text += cpp::kOptionalTensors;
  if (uses("repeated(")) text += cpp::kRepeated;
  if (uses("mirrored(")) text += cpp::kMirrored;
  if (uses("special<")) text += cpp::kSpecial;
  if (uses("scrambled(") || uses("uniform(")) text += cpp::kScramble;
  if (uses("scrambled(")) text += cpp::kScrambled;
  if (uses("uniform(")) text += cpp::kUniform;
  if (uses("growing(")) text += cpp::kGrowing;
  if (gradient || uses("attempt(")) {
    if (comparesKinds(violation)) text += cpp::kKind;
    text += replaced(std::string(cpp::kAttempt), "{kind}",
                     comparesKinds(violation) ? "kind(error) + " : "");
  }
  if (stores) text += cpp::kStorage;
  if (!gradient && !one_run && (plan.random.empty() || plan.must_change >= 0))
    text += cpp::kElements;
  if (plan.schemaWrites()) text += cpp::kContents;
  text += body;
  if (plan.is(Property::survival)) return text + std::string(cpp::kSurvives) + testText(plan);
  if (one_run) return text + schemaText(plan) + testText(plan);
  return text + std::string(cpp::kSeen) + unequalText(plan) + observeText(plan) +
         differencesText(plan) + testText(plan);
}

}  // namespace viewfuzz
