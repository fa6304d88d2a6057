#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/verdict.h"

/// The verdict of a process of its own, which the device may end. That process says its verdict on
/// a pipe, with a dot behind it, so an end that the device made is told from the right one.
Verdict apart(std::string (*compare)(c10::Device)) {
  int ends[2];
  if (pipe(ends) != 0) return {3, "there is no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    const Verdict found = verdict(compare);
    const std::string said = std::to_string(found.code) + found.text + ".";
    const bool written = write(ends[1], said.data(), said.size()) > 0;
    std::_Exit(written ? 0 : 3);
  }
  close(ends[1]);
  std::string said;
  char part[256];
  for (ssize_t n = 0; (n = read(ends[0], part, sizeof part)) > 0;)
    said.append(part, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (said.ends_with('.')) return {said[0] - '0', said.substr(1, said.size() - 2)};
  if (WIFEXITED(status))
    return {0, "the process ended: exit " + std::to_string(WEXITSTATUS(status))};
  if (WTERMSIG(status) == SIGALRM) return {0, "the process was still busy after 120 s"};
  return {0, "the process ended: signal " + std::to_string(WTERMSIG(status))};
}
