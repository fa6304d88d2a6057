#include "viewfuzz/execute/refusal.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/isolate/memory_limit.h"

namespace viewfuzz {
namespace {

Refusal refusal(std::string kind, const std::string& message) {
  return {std::move(kind), message.substr(0, message.find('\n'))};
}

/// The error for a program that does not fit into memory, on the reference, in a process whose
/// memory is limited.
BadCall asksForTooMuch(const std::string& message) {
  return BadCall("more memory is asked for than a program may have: " +
                 message.substr(0, message.find('\n')));
}

bool isOutOfMemory(std::string_view message) {
  return message.find("DefaultCPUAllocator: ") != std::string_view::npos &&
         message.find("memory") != std::string_view::npos;
}

}  // namespace

std::optional<Refusal> refusalOf(c10::function_ref<void()> action, bool blames_program) {
  const bool as_bad_call = blames_program && isMemoryLimited();
  try {
    action();
    return std::nullopt;
  } catch (const BadCall&) {
    throw;
  } catch (const std::bad_alloc& error) {
    if (as_bad_call) throw asksForTooMuch(error.what());
    return refusal("exception", error.what());
  } catch (const c10::OutOfMemoryError& error) {
    if (as_bad_call) throw asksForTooMuch(error.what_without_backtrace());
    return refusal("RuntimeError", error.what_without_backtrace());
  } catch (const c10::IndexError& error) {
    return refusal("IndexError", error.what_without_backtrace());
  } catch (const c10::NotImplementedError& error) {
    return refusal("NotImplementedError", error.what_without_backtrace());
  } catch (const c10::TypeError& error) {
    return refusal("TypeError", error.what_without_backtrace());
  } catch (const c10::ValueError& error) {
    return refusal("ValueError", error.what_without_backtrace());
  } catch (const c10::Error& error) {
    // The allocator of the CPU throws a plain error, with no class of its own.
    if (as_bad_call && isOutOfMemory(error.what_without_backtrace()))
      throw asksForTooMuch(error.what_without_backtrace());
    return refusal("RuntimeError", error.what_without_backtrace());
  } catch (const std::exception& error) {
    return refusal("exception", error.what());
  }
}

}  // namespace viewfuzz
