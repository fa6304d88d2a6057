#include "viewfuzz/judge/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viewfuzz/judge/violation.h"

namespace viewfuzz {
namespace {

std::string verdictOf(const std::optional<Refusal>& refusal) {
  return refusal ? fmt::format("refused ({})", inWords(*refusal)) : "accepted";
}

std::string layoutInWords(const Layout& layout) {
  return fmt::format("sizes [{}], strides [{}], offset {}, {}{}{}", fmt::join(layout.sizes, ", "),
                     fmt::join(layout.strides, ", "), layout.offset, dtypeName(layout.dtype),
                     layout.conj ? ", conjugate" : "", layout.neg ? ", negative" : "");
}

std::string_view consequenceOf(evidence::Where where) {
  switch (where) {
    case evidence::Where::outside:
      return "outside the written view changed";
    case evidence::Where::kept:
      return "of the written view kept the old value";
    case evidence::Where::wrong:
      return "with a wrong value";
  }
  return "";
}

/// Puts each kind of evidence into words. The words depend on the violation, too.
struct Describer {
  const Violation& violation;

  std::string operator()(std::monostate) const { return "what was observed is not known"; }

  std::string operator()(const evidence::Refused& refused) const {
    if (refused.when == evidence::Refused::When::withAutograd)
      return fmt::format("with autograd on: {}; expected {}", verdictOf(refused.device),
                         verdictOf(refused.reference));
    if (refused.when == evidence::Refused::When::onTheWayBack)
      return fmt::format("the way back was {}; expected {}", verdictOf(refused.device),
                         verdictOf(refused.reference));
    if (refused.device && refused.reference)
      return fmt::format("the device refuses it by another error ({}) than the reference ({})",
                         inWords(*refused.device), inWords(*refused.reference));
    if (refused.device) return fmt::format("the device refuses it ({})", inWords(*refused.device));
    if (refused.reference)
      return fmt::format("the device accepts what the reference refuses ({})",
                         inWords(*refused.reference));
    return "both sides accept it";
  }

  std::string operator()(const evidence::Made& made) const {
    return fmt::format("only the {} makes t{}", made.by_device ? "device" : "reference",
                       made.tensor);
  }

  std::string operator()(const evidence::Shared& shared) const {
    if (violation.property == Property::schema) {
      return shared.isCopy()
                 ? fmt::format("t{} is a view by its layout, and shares no storage", shared.tensor)
                 : fmt::format(
                       "t{} shares the storage of t{}, and the schema says nothing of an alias",
                       shared.tensor, shared.got);
    }
    if (shared.isCopy())
      return fmt::format("t{} does not share the storage of t{}{}", shared.tensor, shared.expected,
                         violation.write_lost
                             ? fmt::format("; a write to it did not reach t{}", shared.expected)
                             : "");
    return fmt::format("t{} shares the storage of t{}; expected {}", shared.tensor, shared.got,
                       shared.expected == shared.tensor
                           ? "a storage of its own"
                           : fmt::format("that of t{}", shared.expected));
  }

  std::string operator()(const evidence::LaidOut& laid_out) const {
    return fmt::format("t{}: {}", laid_out.tensor, expectedAndGot(laid_out));
  }

  std::string operator()(const evidence::Bytes& bytes) const {
    return fmt::format("{} {}; {}", counted(bytes.count, "element"), consequenceOf(bytes.where),
                       firstDifference(bytes));
  }

  std::string operator()(const evidence::RandomBytes& bytes) const {
    if (bytes.where == evidence::Where::outside)
      return fmt::format("{} outside the written view changed; random numbers went astray",
                         counted(bytes.count, "byte"));
    return fmt::format("{} of the written view kept the old value; random numbers were expected",
                       counted(bytes.count, "element"));
  }

  std::string operator()(const evidence::Changed& changed) const {
    if (violation.property == Property::schema)
      return fmt::format("the storage of t{} changed, and the schema says nothing of a write to it",
                         changed.tensor);
    return fmt::format("it was refused, and yet the storage of t{} changed", changed.tensor);
  }

  std::string operator()(const evidence::Version& version) const {
    return fmt::format("t{}: expected version {}; got {}", version.tensor, version.expected,
                       version.got);
  }

  std::string operator()(const evidence::Node& node) const {
    return fmt::format("t{}: expected {}, got {}", node.tensor, node.expected, node.got);
  }

  std::string operator()(const evidence::Gradient& gradient) const {
    const std::string of = fmt::format("the gradient of t{}: ", gradient.source);
    switch (gradient.problem) {
      case evidence::Gradient::Problem::missing:
        return of + "expected one, got none";
      case evidence::Gradient::Problem::unexpected:
        return of + "expected none, got one";
      case evidence::Gradient::Problem::form:
        return of + "other sizes or another dtype";
      case evidence::Gradient::Problem::value:
        return of + fmt::format("element {}: expected {}, got {}", gradient.element,
                                gradient.expected.text, gradient.got.text);
    }
    return of;
  }

  std::string operator()(const evidence::Unobserved&) const {
    return "the end is another one when no tensor is looked at before";
  }

  std::string operator()(const evidence::Ended& ended) const { return ended.text; }
};

}  // namespace

std::string inWords(const Refusal& refusal) {
  // A dispatcher that finds no kernel goes on to list every backend there is.
  constexpr size_t kLong = 200;
  std::string_view said = refusal.message;
  if (said.size() <= kLong) return fmt::format("{}: {}", refusal.kind, said);
  const size_t end = said.find(". ");
  if (end <= kLong) return fmt::format("{}: {}", refusal.kind, said.substr(0, end));
  size_t cut = kLong;
  while (cut > 0 && (static_cast<unsigned char>(said[cut]) & 0xC0U) == 0x80U) --cut;  // in UTF-8
  return fmt::format("{}: {}…", refusal.kind, said.substr(0, cut));
}

std::string firstDifference(const evidence::Bytes& bytes) {
  return fmt::format("position {} of the storage of t{}: expected {}, got {}", bytes.position,
                     bytes.tensor, bytes.expected.text, bytes.got.text);
}

std::string expectedAndGot(const evidence::LaidOut& laid_out) {
  return fmt::format("expected {}; got {}", layoutInWords(laid_out.expected),
                     layoutInWords(laid_out.got));
}

std::string counted(size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string describe(const Violation& violation) {
  return std::visit(Describer{violation}, violation.evidence);
}

std::vector<size_t> refusedStatements(const std::vector<std::optional<Refusal>>& refusals) {
  std::vector<size_t> refused;
  for (size_t i = 0; i < refusals.size(); ++i) {
    if (refusals[i]) refused.push_back(i);
  }
  return refused;
}

}  // namespace viewfuzz
