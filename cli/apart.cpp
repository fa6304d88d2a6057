#include "cli/apart.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "cli/interrupt.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/say.h"

namespace viewfuzz::cli {

WorkWithBackend workWith(const DeviceOptions& device, double patience) {
  listenForInterrupts();
  return {[&device] { return device.load(); }, {patience}, interruption()};
}

int workApart(const DeviceOptions& device, double patience, const Program* program,
              const std::string& about,
              const std::function<int(const Target&, const Tell&)>& work) {
  constexpr uint32_t kTold = 1;
  WorkWithBackend apart = workWith(device, patience);
  if (program != nullptr) apart.memory = memoryAllowed(*program);
  const ChildOutcome outcome = apart.run(
      [&](const Target& target, Channel& line) {
        return std::to_string(
            work(target, [&](const std::string& text) { line.send(kTold, text); }));
      },
      [](const Frame& frame) {
        say("{}", frame.bytes);
        std::fflush(stdout);
      });
  if (const auto* answered = std::get_if<Answered>(&outcome)) return std::stoi(answered->payload);
  if (const auto* threw = std::get_if<Threw>(&outcome)) throw std::runtime_error(threw->text);
  if (!failed(outcome)) return kInterrupted;
  complain("viewfuzz: {}: the process {}\n", about, told(outcome));
  return kUsageOrSetUp;
}

}  // namespace viewfuzz::cli
