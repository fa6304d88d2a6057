#include <fmt/format.h>

#include "cli/common.h"
#include "cli/model_options.h"
#include "viewfuzz/files/say.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::cli {

void addModel(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ModelOptions>();
  CLI::App* command = app.add_subcommand("model", "Print a model as a program with labels");
  options->addModelTo(*command, true);
  command->callback([options, &exit_code] {
    writeOut(print(options->program()));
    exit_code = kNothingFound;
  });
}

}  // namespace viewfuzz::cli
