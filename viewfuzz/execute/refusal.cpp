#include "viewfuzz/execute/refusal.h"

#include <c10/util/Exception.h>

#include <exception>
#include <string>
#include <utility>

#include "viewfuzz/execute/operators.h"

namespace viewfuzz {
namespace {

Refusal refusal(std::string kind, const std::string& message) {
  return {std::move(kind), message.substr(0, message.find('\n'))};
}

}  // namespace

std::optional<Refusal> refusalOf(c10::function_ref<void()> action) {
  try {
    action();
    return std::nullopt;
  } catch (const BadCall&) {
    throw;
  } catch (const c10::IndexError& error) {
    return refusal("IndexError", error.what_without_backtrace());
  } catch (const c10::NotImplementedError& error) {
    return refusal("NotImplementedError", error.what_without_backtrace());
  } catch (const c10::TypeError& error) {
    return refusal("TypeError", error.what_without_backtrace());
  } catch (const c10::ValueError& error) {
    return refusal("ValueError", error.what_without_backtrace());
  } catch (const c10::Error& error) {
    return refusal("RuntimeError", error.what_without_backtrace());
  } catch (const std::exception& error) {
    return refusal("exception", error.what());
  }
}

}  // namespace viewfuzz
