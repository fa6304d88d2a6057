#pragma once

#include <span>
#include <string>
#include <string_view>

#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// The reference. It lives as long as the process.
const Target& cpuTarget();

/// A kind of target that can be named on the command line.
struct TargetKind {
  std::string_view named;  ///< as `viewfuzz list targets` shows it
  std::string_view about;
  Capabilities shows;
  bool (*takes)(const std::string& spec);      ///< is this the name of a target of the kind?
  TargetPtr (*open)(const std::string& spec);  ///< throws `std::runtime_error` with a sentence
};

/// The kinds of targets, in order. The first kind that takes a name opens it.
std::span<const TargetKind> targetKinds();

/// Opens the target of that name: `cpu`, `meta`, another device type of this libtorch (`xpu:1`), or
/// the path of a library. Throws `std::runtime_error` with a sentence for people if there is no
/// such target. A process can load one PrivateUse1 backend.
TargetPtr openTarget(const std::string& spec);

/// What the target of that name can show. Does not open it.
Capabilities capabilitiesOf(const std::string& spec);

/// Is it the name of a target, and not the path of a library?
bool namesTarget(const std::string& spec);

/// Is it the name of a device type, with or without an index, and not a path?
bool namesDevice(const std::string& spec);

}  // namespace viewfuzz
