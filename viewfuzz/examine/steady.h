#pragma once

#include <cstddef>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Does the reference give the same bytes behind a statement whatever lay in its memory before?
///
/// What an op outside the table does with arguments that make no sense, such as an index beyond the
/// end, is left open by ATen: the CPU then shows bytes that nobody has written. Nothing can be
/// expected of a device there. Fresh memory is filled in one way for one run and in another way for
/// the next one, where the C library can do that (glibc); elsewhere two runs may agree by chance.
bool isSteady(Runner& reference, const Program& program, size_t statement);

}  // namespace viewfuzz
