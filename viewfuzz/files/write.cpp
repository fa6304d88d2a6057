#include "viewfuzz/files/write.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw std::runtime_error(fmt::format("cannot write '{}': {}", path.string(), why));
}

[[noreturn]] void cannotMake(const fs::path& folder, std::error_code why) {
  throw std::runtime_error(
      fmt::format("cannot make the folder '{}': {}", folder.string(), why.message()));
}

std::error_code lastError() { return {errno != 0 ? errno : EIO, std::generic_category()}; }

/// The name of a temporary file that will replace another one in the same folder. The destructor
/// removes the file if it is still there.
class Beside {
 public:
  explicit Beside(const fs::path& folder)
      : path_(folder / fmt::format(".viewfuzz-{}-{:08x}", getpid(), std::random_device{}())) {}
  ~Beside() {
    std::error_code renamed;
    fs::remove(path_, renamed);
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::error_code put(const fs::path& file, c10::function_ref<void(std::ostream&)> fill,
                    std::ios::openmode how = std::ios::trunc) {
  errno = 0;
  std::ofstream out(file, std::ios::out | std::ios::binary | how);
  if (out) fill(out);
  out.close();  // writes the rest of the buffer, and the disk may be full
  return out ? std::error_code() : lastError();
}

/// Where a file is or will be, and how it gets there.
struct Place {
  enum class Way { beside, in_place, appended };
  fs::path path;
  Way way;
  fs::perms perms = fs::perms::unknown;  ///< of the file that is there
  bool there() const { return perms != fs::perms::unknown; }
};

/// Does this process print to the file, as with `> log`?
bool isPrintedTo(const fs::path& file) {
  struct stat wanted{};
  if (stat(file.c_str(), &wanted) != 0) return false;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat own{};
    if (fstat(descriptor, &own) == 0 && own.st_dev == wanted.st_dev && own.st_ino == wanted.st_ino)
      return true;
  }
  return false;
}

/// Does the error mean that the folder is closed, though the file itself may be writable? This is
/// so in a folder of another user, and where something is mounted over the file.
bool isForbidden(std::error_code error) {
  for (const std::errc each : {std::errc::permission_denied, std::errc::operation_not_permitted,
                               std::errc::read_only_file_system, std::errc::device_or_resource_busy,
                               std::errc::cross_device_link}) {
    if (error == each) return true;
  }
  return false;
}

Place placeOf(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::none) refuse(file, error.message());
  if (status.type() == fs::file_type::directory || !file.has_filename())
    refuse(file, "expected the name of a file, and not of a folder");
  if (status.type() == fs::file_type::not_found) {
    if (fs::is_symlink(fs::symlink_status(file, error)))
      refuse(file, "it is a link to what is not there");
    return {file, Place::Way::beside};
  }
  if (access(file.c_str(), W_OK) != 0) refuse(file, lastError().message());
  if (!fs::is_regular_file(status)) return {file, Place::Way::in_place};
  // Replacing the file would lose what this process has printed to it, and what it will print.
  if (isPrintedTo(file)) return {file, Place::Way::appended};
  fs::path behind_links = fs::canonical(file, error);
  if (error) refuse(file, error.message());
  return {std::move(behind_links), Place::Way::beside, status.permissions()};
}

fs::path folderOf(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// The innermost folder that exists, out of the folder and those around it. Errors name `path`.
fs::path nearest(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  fs::path there = fs::absolute(folder, error);
  if (error) refuse(path, error.message());
  for (;; there = there.parent_path()) {
    const fs::file_status status = fs::status(there, error);
    if (fs::is_directory(status)) return there;
    if (status.type() == fs::file_type::none) refuse(path, error.message());
    if (status.type() != fs::file_type::not_found)
      refuse(path, fmt::format("'{}' is no folder", there.string()));
    if (fs::is_symlink(fs::symlink_status(there, error)))
      refuse(path, fmt::format("'{}' is a link to what is not there", there.string()));
  }
}

std::error_code prove(const fs::path& folder, const fs::path& path) {
  // The check makes no folder that it would have to remove: other processes may use it by then.
  const Beside probe(nearest(folder, path));
  return put(probe.path(), [](std::ostream& out) { out << '\n'; });
}

std::error_code putBeside(const Place& place, c10::function_ref<void(std::ostream&)> fill) {
  const Beside beside(folderOf(place.path));
  std::error_code error = put(beside.path(), fill);
  if (!error && place.there()) fs::permissions(beside.path(), place.perms, error);
  if (!error) fs::rename(beside.path(), place.path, error);
  return error;
}

}  // namespace

void proveFile(const fs::path& file) {
  const Place place = placeOf(file);
  if (place.way != Place::Way::beside) return;
  const std::error_code error = prove(folderOf(place.path), file);
  if (error && !(place.there() && isForbidden(error))) refuse(file, error.message());
}

void proveFolder(const fs::path& folder) {
  if (folder.empty()) refuse(folder, "expected the name of a folder");
  if (const std::error_code error = prove(folder, folder)) refuse(folder, error.message());
}

void makeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) cannotMake(folder, error);
}

namespace {

/// Gives the folder a name that is free. False if something has taken the name in the meantime.
bool giveName(const fs::path& made, const fs::path& name) {
  std::error_code error;
  if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  // Some file systems cannot check and rename in one step.
  if (fs::exists(fs::symlink_status(name, error))) return false;
  fs::rename(made, name, error);
  if (error) cannotMake(name, error);
  return true;
}

}  // namespace

fs::path newFolder(const fs::path& folder, const std::string& name, FillFolder fill) {
  makeFolder(folder);
  const fs::path hidden = folder / fmt::format(".{}.{}", name, getpid());
  for (int i = 1;; ++i) {
    const fs::path named = folder / (i == 1 ? name : fmt::format("{}-{}", name, i));
    // A name is taken whether a folder or anything else, such as a file, has it.
    std::error_code error;
    if (fs::exists(fs::symlink_status(named, error))) continue;
    fs::remove_all(hidden, error);
    if (!fs::create_directory(hidden, error)) cannotMake(hidden, error);
    try {
      fill(hidden, named);
      if (giveName(hidden, named)) return named;
    } catch (...) {
      fs::remove_all(hidden, error);
      throw;
    }
  }
}

void writeFile(const fs::path& file, std::string_view bytes) {
  writeFile(file, [&](std::ostream& out) { out << bytes; });
}

void writeFile(const fs::path& file, c10::function_ref<void(std::ostream&)> fill) {
  const Place place = placeOf(file);
  std::error_code error;
  switch (place.way) {
    case Place::Way::beside:
      makeFolder(folderOf(place.path));
      error = putBeside(place, fill);
      if (place.there() && isForbidden(error)) error = put(place.path, fill);
      break;
    case Place::Way::in_place:
      error = put(place.path, fill);
      break;
    case Place::Way::appended:
      std::fflush(stdout);  // what was printed comes first
      error = put(place.path, fill, std::ios::app);
      break;
  }
  if (error) refuse(file, error.message());
}

}  // namespace viewfuzz
