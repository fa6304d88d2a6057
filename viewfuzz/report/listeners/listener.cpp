#include "viewfuzz/report/listeners/listener.h"

#include <exception>

namespace viewfuzz {

template <typename Tell>
void Listeners::tellAll(const Tell& tell) {
  std::exception_ptr first;
  for (const auto& listener : all_) {
    try {
      tell(*listener);
    } catch (...) {
      if (first == nullptr) first = std::current_exception();
    }
  }
  if (first != nullptr) std::rethrow_exception(first);
}

void Listeners::started(const RunInfo& info) {
  tellAll([&](Listener& listener) { listener.started(info); });
}

void Listeners::progressed(const Progress& progress) {
  tellAll([&](Listener& listener) { listener.progressed(progress); });
}

void Listeners::shrinking(uint64_t case_index) {
  tellAll([&](Listener& listener) { listener.shrinking(case_index); });
}

void Listeners::found(const Finding& finding) {
  tellAll([&](Listener& listener) { listener.found(finding); });
}

void Listeners::kept(const Finding& finding, const std::filesystem::path& out,
                     const std::string& program_file) {
  tellAll([&](Listener& listener) { listener.kept(finding, out, program_file); });
}

void Listeners::looked(const Looked& looked) {
  tellAll([&](Listener& listener) { listener.looked(looked); });
}

void Listeners::noted(const std::string& line) {
  tellAll([&](Listener& listener) { listener.noted(line); });
}

void Listeners::complained(const std::string& why) {
  tellAll([&](Listener& listener) { listener.complained(why); });
}

void Listeners::ended(const Summary& summary) {
  tellAll([&](Listener& listener) { listener.ended(summary); });
}

}  // namespace viewfuzz
