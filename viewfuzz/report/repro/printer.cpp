#include "viewfuzz/report/repro/printer.h"

#include <fmt/ranges.h>

namespace viewfuzz {

std::string Printer::use(std::string_view helper, const Lines& arguments) {
  helpers_.need(helper);
  return fmt::format("{}({})", spelling_.function(helper), fmt::join(arguments, ", "));
}

std::string Printer::listOf(const std::vector<int>& tensors) const {
  std::vector<std::string> names;
  for (const int id : tensors) names.push_back(spelling_.literal(TensorNames()(id)));
  return fmt::format("{}{}{}", spelling_.open, fmt::join(names, ", "), spelling_.close);
}

std::string Printer::body(const Function& function) {
  std::string text;
  for (const ReproStep& step : function.steps) {
    if (&step == &function.steps.back()) text += function.before;
    if (step.may_be_refused) helpers_.need("attempt");
    if (step.growing >= 0) helpers_.need("growing");
    text += stepText(step, function.names);
  }
  return text;
}

std::vector<Printer::Named> Printer::traits() {
  std::vector<Named> traits = {{"shares its storage with", use("partners", {"tensors", "name"})},
                               {"has", use("layout", {"tensor"})}};
  if (comparesVersions(plan_.violation)) traits.emplace_back("is at version", spelling_.version);
  if (plan_.must_change >= 0) {
    const std::string which = spelling_.literal(TensorNames()(plan_.must_change));
    traits.emplace_back("took random numbers:", use("changed", {"tensors", "name", which}));
  }
  traits.emplace_back(":", plan_.random.empty()
                               ? use("elements", {"tensor"})
                               : use("around", {"tensors", "name", listOf(plan_.random)}));
  return traits;
}

std::string Printer::compareRuns() {
  const bool gradient = plan_.is(Property::gradient);
  std::vector<int> inputs;
  for (const auto& step : plan_.steps)
    if (step.asks_for_gradient) inputs.push_back(step.first_result);
  const std::string_view observe = gradient ? "observe_gradients" : "observe";
  const std::string what = gradient ? listOf(inputs) : "look";
  const std::string first = plan_.by_index.empty() ? "program" : spelling_.function("by_index");
  const std::string_view unequal = plan_.inexact || gradient ? "unequal_sums" : "unequal";
  helpers_.need(unequal);
  const auto side = [&](std::string_view name) { return spelling_.literal(name); };
  const std::string sides = fmt::format("{}{}, {}{}", spelling_.open_pair, side(plan_.expected),
                                        side(plan_.observed), spelling_.close_pair);
  const std::string host(plan_.deviceAlone() ? "device" : spelling_.host);
  const std::string kinds(comparesKinds(plan_.violation) ? spelling_.same_kind
                                                         : spelling_.any_kind);
  // One after the other, since the compiler may evaluate arguments in any order.
  const std::string expected = use(observe, {first, host, what});
  const std::string observed = use(observe, {"program", "device", what});
  const std::string differences =
      use("differences", {"expected", "observed", sides, spelling_.function(unequal), kinds});
  return compareText({{"expected", expected}, {"observed", observed}}, differences);
}

std::string Printer::compare() {
  if (plan_.is(Property::survival)) return compareText({}, use("survives", {"program", "device"}));
  if (!plan_.is(Property::schema)) return compareRuns();
  if (plan_.schemaWrites())
    return compareText({}, use("writes", {"program", "device", listOf(plan_.written)}));
  std::vector<std::string> pairs;
  for (const auto& [id, other] : plan_.pairs) {
    pairs.push_back(fmt::format("{}{}, {}{}", spelling_.open_pair,
                                spelling_.literal(TensorNames()(id)),
                                spelling_.literal(TensorNames()(other)), spelling_.close_pair));
  }
  const std::string list =
      fmt::format("{}{}{}", spelling_.open, fmt::join(pairs, ", "), spelling_.close);
  const std::string shared(plan_.violation.condition == Condition::copies ? spelling_.truth
                                                                          : spelling_.untruth);
  return compareText({}, use("shares", {"program", "device", list, shared}));
}

std::string Printer::print(const std::string& about) {
  Parts parts;
  parts.programs = functionText({"program", "", plan_.steps, {}, beforeLine(), {}});
  if (!plan_.by_index.empty()) {
    parts.programs += functionText({"by_index", "The same, but the writes are done by index.",
                                    plan_.by_index, TensorNames(plan_.numbers), "", plan_.helpers});
  }
  parts.program_helpers = helpers_.take();
  if (looks()) parts.look = lookText(traits());
  parts.compare = compare();
  parts.compare_helpers = helpers_.take();
  return fileText(about, parts);
}

}  // namespace viewfuzz
