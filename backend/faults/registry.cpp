#include "backend/faults/registry.h"

#include <memory>
#include <optional>

namespace npu {
namespace {

struct Entry {
  Fault fault;
  std::unique_ptr<torch::Library> kernels;  // registered while it lives
};

std::vector<Entry>& entries() {
  // Never destroyed: deregistering while the dispatcher itself is being torn down is not safe.
  static auto* const all = new std::vector<Entry>;
  return *all;
}

Entry* find(std::string_view name) {
  for (Entry& entry : entries())
    if (entry.fault.name == name) return &entry;
  return nullptr;
}

// The dispatcher warns when a kernel is put over another one, which is the point here.
struct Silent final : c10::WarningHandler {
  void process(const c10::Warning&) override {}
};

}  // namespace

Registrar::Registrar(const Fault& fault) { entries().push_back({fault, nullptr}); }

bool enable_fault(std::string_view name) {
  Entry* const entry = find(name);
  if (entry == nullptr) return false;
  if (entry->kernels != nullptr) return true;
  Silent silent;
  const c10::WarningUtils::WarningHandlerGuard guard(&silent);
  auto kernels = std::make_unique<torch::Library>(torch::Library::IMPL, "aten", entry->fault.key,
                                                  __FILE__, __LINE__);
  entry->fault.install(*kernels);
  entry->kernels = std::move(kernels);
  return true;
}

bool disable_fault(std::string_view name) {
  if (name == "all") {
    for (Entry& entry : entries()) entry.kernels.reset();
    return true;
  }
  Entry* const entry = find(name);
  if (entry == nullptr) return false;
  entry->kernels.reset();
  return true;
}

const std::string& fault_list() {
  static const std::string list = [] {
    std::vector<std::string> lines;
    for (const Entry& entry : entries())
      lines.push_back(std::string(entry.fault.name) + '\t' + entry.fault.description);
    std::sort(lines.begin(), lines.end());  // not the order the linker happened to choose
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
  }();
  return list;
}

}  // namespace npu
