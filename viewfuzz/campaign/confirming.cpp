#include "viewfuzz/campaign/confirming.h"

#include <utility>

#include "viewfuzz/campaign/confirm.h"
#include "viewfuzz/files/json_text.h"
#include "viewfuzz/report/finding_json.h"

namespace viewfuzz {

Confirming::Confirming(const Cases& cases, const LoadTarget& load, const CampaignOptions& options)
    : cases_(cases), load_(load), options_(options) {}

Confirming::~Confirming() = default;

void Confirming::add(Finding finding, uint64_t first) {
  finding.confirmed = false;
  queue_.push_back({std::move(finding), first});
}

void Confirming::look(const Patience& patience) {
  if (queue_.empty()) return;
  const Entry& next = queue_.front();
  if (!options_.confirm) return done(next.finding);
  if (!child_) {
    const auto work = [&](Channel&) {
      silenceErrors();
      Confirmation confirmation(cases_, load_, options_, patience);
      return jsonText(transportJson(confirmation.confirmed(next.finding, next.first)));
    };
    child_ = std::make_unique<ChildProcess>(work, Limits{patience.seconds});
  }
  const auto& outcome = child_->look();
  if (!outcome) return;
  const auto* answered = std::get_if<Answered>(&*outcome);
  done(answered != nullptr ? findingFrom(nlohmann::json::parse(answered->payload)) : next.finding);
}

void Confirming::done(Finding finding) {
  done_.push_back(std::move(finding));
  child_.reset();
  queue_.pop_front();
}

void Confirming::stop() {
  child_.reset();
  for (auto& entry : std::exchange(queue_, {})) done_.push_back(std::move(entry.finding));
}

std::optional<Finding> Confirming::take() {
  if (done_.empty()) return std::nullopt;
  Finding finding = std::move(done_.front());
  done_.pop_front();
  return finding;
}

}  // namespace viewfuzz
