#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz {

struct FoundFiles {
  std::vector<std::string> files;
  std::vector<std::string> failures;  ///< a sentence for each folder that cannot be looked into
};

/// The files of a command line: a path that is no folder as it is, there or not, and of a folder
/// all files in it and in its subfolders whose name ends in `extension`, in the order of their
/// paths.
///
/// A folder that is named may be a link. Of the links in a folder, those to files count as files;
/// those to folders, or to nothing, are passed over, so that no walk goes round in circles.
FoundFiles lookForFiles(const std::vector<std::string>& paths, std::string_view extension = "");

/// The same where every folder is needed. Throws `std::runtime_error` with the first failure.
std::vector<std::string> findFiles(const std::vector<std::string>& paths,
                                   std::string_view extension = "");

}  // namespace viewfuzz
