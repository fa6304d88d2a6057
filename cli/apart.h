#pragma once

#include <functional>
#include <string>

#include "cli/common.h"
#include "viewfuzz/examine/with_backend.h"

namespace viewfuzz::cli {

/// The object that loads the backend of the options in processes of their own. After this call an
/// interrupt ends their work. `device` must outlive the object.
WorkWithBackend workWith(const DeviceOptions& device, double patience);

/// Prints a text on the standard output of the command.
using Tell = std::function<void(const std::string&)>;

/// Does the work of a command in a process of its own that has loaded the backend, and gives the
/// exit code of the work. Prints what the work tells. If the process crashes or hangs, prints what
/// it told until then and how it ended, with `about`, and gives the exit code of an error.
///
/// `program`: the program whose memory is limited, or null. Throws `std::runtime_error` with what
/// the work or the loading threw.
int workApart(const DeviceOptions& device, double patience, const Program* program,
              const std::string& about, const std::function<int(const Target&, const Tell&)>& work);

}  // namespace viewfuzz::cli
