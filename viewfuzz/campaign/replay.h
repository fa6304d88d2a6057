#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/examine/with_backend.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// What one program shows as it is, which is not made smaller.
struct Replayed {
  std::optional<Violation> violation;  ///< of the program; of a long one, where the two runs part
  /// The name that the violation has in every command. It is asked of a clearer program
  /// (clarify.h), so that it may differ from `violation->signature()`. Empty: no violation.
  std::string signature;
  std::string refused;  ///< why no target can run the program; empty: it was run
};

/// Looks at the programs in their order, in a process of their own: what a program does to that
/// process is told of the program, and another process goes on behind it. Every program is told of
/// once, as soon as it was looked at, up to the one at which `work.stop` is due.
///
/// Throws `std::runtime_error` with a sentence where the backend cannot be loaded.
void replay(const std::vector<Program>& programs, const WorkWithBackend& work,
            const std::function<void(size_t index, const Replayed&)>& on_each);

}  // namespace viewfuzz
