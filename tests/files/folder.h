#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace viewfuzz {

/// A folder of a test's own.
class WithFolder : public testing::Test {
 protected:
  WithFolder()
      : folder_(std::filesystem::temp_directory_path() /
                ("viewfuzz_files_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~WithFolder() override { std::filesystem::remove_all(folder_); }

  std::string in(const std::string& name) const { return (folder_ / name).string(); }
  /// With the folders around it.
  std::string make(const std::string& name, const std::string& text = "text") const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return in(name);
  }
  std::string text(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t entries() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
};

/// While it lives, this process has the rights of nobody in particular: root may read everything.
class WithoutRights {
 public:
  WithoutRights() : user_(geteuid()) { EXPECT_EQ(seteuid(user_ == 0 ? 65534 : user_), 0); }
  ~WithoutRights() { EXPECT_EQ(seteuid(user_), 0); }
  WithoutRights(const WithoutRights&) = delete;
  WithoutRights& operator=(const WithoutRights&) = delete;

 private:
  uid_t user_;
};

/// What the sentence of the exception is.
template <typename Do>
std::string sentenceOf(const Do& act) {
  try {
    act();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace viewfuzz
