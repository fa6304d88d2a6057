#pragma once

#include <c10/util/FunctionRef.h>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace viewfuzz {

/// Would `writeFile` write this file? For those who have long work before them; nothing is left
/// behind, and a file that is there stays as it is. Throws `std::runtime_error` with the path and
/// the reason if not.
void proveFile(const std::filesystem::path& file);

/// The same of a folder that is there or that `makeFolder` will make.
void proveFolder(const std::filesystem::path& folder);

/// The folder, and those around it. Throws `std::runtime_error` with the path and the reason.
void makeFolder(const std::filesystem::path& folder);

/// Fills a folder: writes its files at `at`. `named` is the path that the folder will have.
using FillFolder =
    c10::function_ref<void(const std::filesystem::path& at, const std::filesystem::path& named)>;

/// Makes a folder of `folder` that is not there yet, with that name or a number behind it: what has
/// the name already is kept. It appears with all that is in it, or not at all: until it is filled,
/// its name is a hidden one. Throws as `makeFolder`, and what `fill` throws.
std::filesystem::path newFolder(const std::filesystem::path& folder, const std::string& name,
                                FillFolder fill);

/// Writes a file as a whole or not at all: under another name beside it, which it gives up in the
/// end. The folders around it are made; a link stays one. What is no regular file (a pipe, a
/// device) is written to as it is, and so is a file in a folder where none may be made or moved. A
/// file that this process prints to (`/dev/stdout`, `> log`) is written on at its end. Throws
/// `std::runtime_error` with the path and the reason, also where a full disk takes the last of the
/// bytes.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

/// The same piece by piece.
void writeFile(const std::filesystem::path& file, c10::function_ref<void(std::ostream&)> fill);

}  // namespace viewfuzz
