#pragma once

#include <functional>
#include <string>

namespace viewfuzz {

/// A process that stays as it was after `prepare`, and answers questions.
class Keeper {
 public:
  /// Starts it. `prepare` is done there once and gives the function that answers; an exception that
  /// leaves it ends the process. Throws `std::system_error` when no process can be made.
  explicit Keeper(const std::function<std::function<std::string(const std::string&)>()>& prepare);
  /// Ends it.
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  /// Empty when the process has ended.
  std::string ask(const std::string& question) const;

 private:
  int process_;
  int socket_;
};

}  // namespace viewfuzz
