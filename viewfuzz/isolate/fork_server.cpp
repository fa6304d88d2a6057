#include "viewfuzz/isolate/fork_server.h"

#include <system_error>

namespace viewfuzz {
namespace {

enum ServerTag : uint32_t { kQuestion = 1, kReady, kAnswer, kNoAnswer };

/// Runs in the process: answers until nobody asks any more.
std::string serve(const ForkServer::Prepare& prepare, Channel& line) {
  silenceErrors();
  const ForkServer::Answer answer = prepare();
  beat();
  line.send(kReady, "");
  const StopCondition never;
  while (const auto question = line.receive(never)) {
    try {
      line.send(kAnswer, answer(question->bytes));
    } catch (const std::exception& error) {
      line.send(kNoAnswer, error.what());
    }
  }
  return "";
}

}  // namespace

ForkServer::ForkServer(Prepare prepare, const Limits& limits)
    : prepare_(std::move(prepare)), limits_(limits) {}

ForkServer::~ForkServer() = default;

void ForkServer::start() {
  prepared_ = false;
  child_ = std::make_unique<ChildProcess>([this](Channel& line) { return serve(prepare_, line); },
                                          limits_);
}

ChildOutcome ForkServer::ended(ChildOutcome outcome) {
  child_.reset();
  // If the watcher stopped it while it prepared, the next start may well succeed.
  if (!prepared_ && !std::holds_alternative<Stopped>(outcome)) unprepared_ = outcome;
  return outcome;
}

ChildOutcome ForkServer::ask(const std::string& question, const StopCondition& stop) {
  if (unprepared_) return *unprepared_;
  if (!child_) start();
  child_->watchFromNow();
  bool asked = false;
  for (;;) {
    if (prepared_ && !asked) {  // while it prepares, it reads nothing
      asked = true;
      try {
        child_->channel().send(kQuestion, question, stop.within(limits_.seconds));
      } catch (const std::system_error&) {
        // Either the process has ended since its last answer, which the next look reports, or it
        // never answers, and the limit ends it.
      }
    }
    constexpr int kLookEvery = 50;  // milliseconds
    child_->wait(kLookEvery);
    const std::optional<ChildOutcome> end = child_->look();
    while (auto frame = child_->take()) {
      if (frame->tag == kReady) prepared_ = true;
      if (frame->tag == kAnswer) return Answered{std::move(frame->bytes)};
      if (frame->tag == kNoAnswer) return Threw{"error", std::move(frame->bytes)};
    }
    if (end) return ended(*end);
    beat();  // waiting with a limit counts as progress
    if (const StopReason reason = stop.reason(); reason != StopReason::none)
      return ended(Stopped{reason});
  }
}

}  // namespace viewfuzz
