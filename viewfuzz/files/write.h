#pragma once

#include <c10/util/FunctionRef.h>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace viewfuzz {

/// Checks that `writeFile` can write this file, for callers that have long work before they write.
/// The check changes no file and leaves nothing behind. Throws `std::runtime_error` with the path
/// and the reason if the file cannot be written.
void proveFile(const std::filesystem::path& file);

/// Checks that files can be written to the folder, which exists already or which `makeFolder` will
/// make. Throws as `proveFile`.
void proveFolder(const std::filesystem::path& folder);

/// Makes the folder and those around it, if they do not exist yet. Throws `std::runtime_error` with
/// the path and the reason.
void makeFolder(const std::filesystem::path& folder);

/// Fills a folder: writes its files at `at`. `named` is the path that the folder will have.
using FillFolder =
    c10::function_ref<void(const std::filesystem::path& at, const std::filesystem::path& named)>;

/// Makes a new folder inside `folder`. If something has the name `name` already, it is kept, and
/// the new folder gets a number behind its name. `fill` writes the contents under a hidden name
/// first, so the folder appears with all of its contents or not at all. Throws as `makeFolder`, and
/// whatever `fill` throws.
std::filesystem::path newFolder(const std::filesystem::path& folder, const std::string& name,
                                FillFolder fill);

/// Writes a file as a whole or not at all: the bytes go to another file beside it, which takes its
/// name in the end. Makes the folders around it. Follows a link instead of replacing it.
///
/// Three kinds of files are written to directly: a pipe or a device; a file in a folder where this
/// process may not make or move files; and a file that this process prints to, such as
/// `/dev/stdout`, to which the bytes are appended.
///
/// Throws `std::runtime_error` with the path and the reason, also if the disk is full before the
/// last byte.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

/// As above; `fill` writes the bytes piece by piece.
void writeFile(const std::filesystem::path& file, c10::function_ref<void(std::ostream&)> fill);

}  // namespace viewfuzz
