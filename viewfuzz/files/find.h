#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz {

struct FoundFiles {
  std::vector<std::string> files;
  std::vector<std::string> failures;  ///< a sentence for each folder that cannot be looked into
};

/// The files that the paths of a command line stand for. A folder stands for all files in it and in
/// its subfolders whose name ends in `extension`, in the order of their paths. Any other path
/// stands for itself, even if nothing is there.
///
/// A path of the command line may be a link to a folder. Inside a folder, links to files count as
/// files. Links to folders are skipped, so that the walk cannot go round in circles, and so are
/// links to nothing.
FoundFiles lookForFiles(const std::vector<std::string>& paths, std::string_view extension = "");

/// As `lookForFiles`, for callers that need every folder. Throws `std::runtime_error` with the
/// first failure.
std::vector<std::string> findFiles(const std::vector<std::string>& paths,
                                   std::string_view extension = "");

}  // namespace viewfuzz
