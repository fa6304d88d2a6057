#pragma once

#include <functional>
#include <string>

#include "cli/common.h"
#include "viewfuzz/examine/with_backend.h"

namespace viewfuzz::cli {

/// What loads the backend of the options in processes of their own. From here on an interrupt ends
/// their work. `device` must outlive it.
WorkWithBackend workWith(const DeviceOptions& device, double patience);

/// Prints a text on the standard output of the command.
using Tell = std::function<void(const std::string&)>;

/// Does the work of a command in a process of its own that has loaded the backend, and gives the
/// exit code that it gives. What it tells is printed here, also where the process then ends or
/// blocks: this is said, with `about`, and the exit code is that of an error.
///
/// `program`: whose memory is bounded, or null. Throws `std::runtime_error` with what the work or
/// the load threw.
int workApart(const DeviceOptions& device, double patience, const Program* program,
              const std::string& about, const std::function<int(const Target&, const Tell&)>& work);

}  // namespace viewfuzz::cli
