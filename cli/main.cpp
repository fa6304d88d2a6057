#include <ATen/Parallel.h>
#include <c10/util/Logging.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/common.h"
#include "cli/version.h"
#include "viewfuzz/files/complain.h"

int main(int argc, char** argv) {
  CLI::App app(
      "viewfuzz finds the places where a PyTorch backend breaks view semantics: a view that is a "
      "copy,\n"
      "a write that never reaches the base, a stride or an offset that is off, a byte written "
      "outside\n"
      "the view. It runs random tensor programs on a backend and on the CPU, and hands back the\n"
      "smallest program that still goes wrong, as text, Python and C++.\n\n"
      "Start with:   viewfuzz run --backend path/to/your_backend.so --seconds 60\n"
      "Try it out:   viewfuzz run --fault select-fallback-copy --seconds 5\n\n"
      "Exit codes: 0 nothing found, 1 findings, 2 usage or set-up error, or an input that cannot "
      "be looked at.\nWhat each command means by them: viewfuzz COMMAND --help, and docs/.",
      "viewfuzz");
  app.set_version_flag("--version", viewfuzz::cli::versionText());
  app.require_subcommand(1);
  int exit_code = viewfuzz::cli::kNothingFound;
  viewfuzz::cli::addRun(app, exit_code);
  viewfuzz::cli::addReplay(app, exit_code);
  viewfuzz::cli::addReduce(app, exit_code);
  viewfuzz::cli::addTriage(app, exit_code);
  viewfuzz::cli::addList(app, exit_code);
  viewfuzz::cli::addEvaluate(app, exit_code);
  viewfuzz::cli::addModel(app, exit_code);
  viewfuzz::cli::addDump(app, exit_code);
  viewfuzz::cli::addCompare(app, exit_code);
  viewfuzz::cli::addBisect(app, exit_code);
  viewfuzz::cli::addGolden(app, exit_code);
  viewfuzz::cli::addCorpus(app, exit_code);
  viewfuzz::cli::addCompletion(app, exit_code);
  viewfuzz::cli::addColorOption(app);
  viewfuzz::cli::rememberCommand(argc, argv);
  // Tensors are small, so threads within an op would cost more than they bring.
  at::set_num_threads(1);
  // If a file reaches its size limit, the write fails with an error, and no signal ends the
  // process.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool named = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    if (named && error.get_exit_code() != 0) {
      viewfuzz::complain("viewfuzz: there is no command '{}'. 'viewfuzz --help' lists them.\n",
                         argv[1]);
      return viewfuzz::cli::kUsageOrSetUp;
    }
    return app.exit(error) == 0 ? viewfuzz::cli::kNothingFound : viewfuzz::cli::kUsageOrSetUp;
  } catch (const std::bad_alloc&) {
    viewfuzz::complain("viewfuzz: there is not enough memory\n");
    return viewfuzz::cli::kUsageOrSetUp;
  } catch (const std::exception& error) {
    viewfuzz::complain("viewfuzz: {}\n", error.what());
    return viewfuzz::cli::kUsageOrSetUp;
  }
  // The output may be the result of the command. A full disk shows only when the buffer is written.
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  viewfuzz::complain("viewfuzz: cannot write to the standard output\n");
  return exit_code == viewfuzz::cli::kFound ? exit_code : viewfuzz::cli::kUsageOrSetUp;
}
