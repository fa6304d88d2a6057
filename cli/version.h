#pragma once

#include <string>
#include <string_view>

namespace viewfuzz::cli {

/// The commit from which this command was built, with `-dirty` behind it if files had changed
/// since. Empty where there was no git repository. Each build writes it anew.
std::string_view commit();

/// For people: what a report of a bug needs, and what a backend has to be built against.
std::string versionText();

}  // namespace viewfuzz::cli
