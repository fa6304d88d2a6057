#include "viewfuzz/judge/violation_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace viewfuzz {
namespace {

/// Violations with every field drawn at random.
class DrawnViolations {
 public:
  explicit DrawnViolations(unsigned seed) : engine_(seed) {}

  /// In [0, `below`).
  int number(int below) { return std::uniform_int_distribution<int>(0, below - 1)(engine_); }
  int64_t wide() {
    return std::uniform_int_distribution<int64_t>(std::numeric_limits<int64_t>::min())(engine_);
  }
  std::string text() {
    static const std::vector<std::string> kTexts{
        "",           "IndexError",        "no kernel (yet)",  "a \"quoted\" \\ path",
        "two\nlines", "3 elements; t1: 5", "\xc3\xa9t\xc3\xa9"};
    return kTexts[static_cast<size_t>(number(static_cast<int>(kTexts.size())))];
  }
  Dtype dtype() { return static_cast<Dtype>(number(static_cast<int>(Dtype::NumOptions) - 1)); }
  template <typename Enum>
  Enum oneOf(Enum last) {
    return static_cast<Enum>(number(static_cast<int>(last) + 1));
  }
  std::optional<Refusal> refusal() {
    if (number(2) == 0) return std::nullopt;
    return Refusal{text(), text()};
  }
  evidence::Element element() { return {text(), text()}; }
  Layout layout() {
    Layout layout;
    for (int i = number(4); i > 0; --i) {
      layout.sizes.push_back(number(9));
      layout.strides.push_back(wide());
    }
    layout.offset = wide();
    layout.dtype = dtype();
    layout.conj = number(2) == 1;
    layout.neg = number(2) == 1;
    return layout;
  }

  Evidence evidenceOf(size_t type) {
    switch (type) {
      case 0:
        return {};
      case 1:
        return evidence::Refused{oneOf(evidence::Refused::When::onTheWayBack), refusal(),
                                 refusal()};
      case 2:
        return evidence::Shared{number(9), number(9), number(9)};
      case 3:
        return evidence::LaidOut{number(9), layout(), layout()};
      case 4:
        return evidence::Bytes{oneOf(evidence::Where::wrong),
                               static_cast<size_t>(number(999)),
                               number(9),
                               wide(),
                               dtype(),
                               element(),
                               element()};
      case 5:
        return evidence::RandomBytes{oneOf(evidence::Where::wrong),
                                     static_cast<size_t>(number(999))};
      case 6:
        return evidence::Changed{number(9)};
      case 7:
        return evidence::Version{number(9), wide(), wide()};
      case 8:
        return evidence::Node{number(9), text(), text()};
      case 9:
        return evidence::Gradient{number(9), oneOf(evidence::Gradient::Problem::value), wide(),
                                  element(), element()};
      case 10:
        return evidence::Unobserved{};
      case 11:
        return evidence::Ended{oneOf(evidence::Ended::How::threw), number(256), text()};
      default:
        return evidence::Made{number(9), number(2) == 1};
    }
  }

  Violation violation(size_t type) {
    Violation violation;
    violation.property = oneOf(Property::survival);
    violation.statement = static_cast<size_t>(number(99));
    violation.op = text();
    violation.condition = oneOf(Condition::memory);
    if (number(8) == 0) violation.condition = Condition::refusedDtype(dtype());
    violation.evidence = evidenceOf(type);
    violation.write_lost = number(2) == 1;
    violation.odd = oneOf(OddOneOut::reference);
    for (int i = number(3); i > 0; --i) violation.also.push_back(oneOf(Property::survival));
    if (number(2) == 1) {
      violation.refused_by_reference.emplace();
      for (int i = number(3); i > 0; --i)
        violation.refused_by_reference->push_back(static_cast<size_t>(number(99)));
    }
    return violation;
  }

 private:
  std::mt19937 engine_;
};

constexpr size_t kEvidenceTypes = std::variant_size_v<Evidence>;

TEST(ViolationJson, NothingIsLostOnTheWayAndBack) {
  DrawnViolations draw(17);
  for (size_t type = 0; type < kEvidenceTypes; ++type) {
    for (int i = 0; i < 200; ++i) {
      const Violation violation = draw.violation(type);
      ASSERT_EQ(violation.evidence.index(), type);
      const nlohmann::json json = toJson(violation);
      const Violation read = violationFrom(nlohmann::json::parse(json.dump()));
      EXPECT_EQ(read, violation) << json.dump(2);
      EXPECT_EQ(toJson(read), json);
    }
  }
}

TEST(ViolationJson, ADetailIsTheEvidenceInWords) {
  DrawnViolations draw(3);
  for (size_t type = 0; type < kEvidenceTypes; ++type) {
    const Violation violation = draw.violation(type);
    EXPECT_EQ(toJson(violation).at("detail"), describe(violation));
  }
}

TEST(ViolationJson, EvidenceHasItsType) {
  const nlohmann::json json = toJson(Evidence(evidence::Version{2, 1, 0}));
  EXPECT_EQ(json.dump(), R"({"expected":1,"got":0,"tensor":2,"type":"version"})");
  EXPECT_TRUE(toJson(Evidence()).is_null());
}

TEST(ViolationJson, WhatIsNoViolationIsRefused) {
  const nlohmann::json json = toJson(DrawnViolations(5).violation(2));
  const auto with = [&](const char* field, const nlohmann::json& value) {
    nlohmann::json changed = json;
    changed[field] = value;
    return changed;
  };
  EXPECT_THROW(violationFrom(with("property", "colour")), std::invalid_argument);
  EXPECT_THROW(violationFrom(with("condition", "colour")), std::invalid_argument);
  EXPECT_THROW(violationFrom(with("odd_one_out", "nobody")), std::invalid_argument);
  EXPECT_THROW(violationFrom(with("evidence", {{"type", "hearsay"}})), std::invalid_argument);
  EXPECT_THROW(violationFrom(with("evidence", {{"type", "shared"}})), nlohmann::json::exception);
  EXPECT_THROW(violationFrom(nlohmann::json::object()), nlohmann::json::exception);
}

}  // namespace
}  // namespace viewfuzz
