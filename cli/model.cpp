#include <fmt/format.h>

#include <stdexcept>

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
    const Program program = options->program();
    if (program.statements.size() > kMaxStatements) {
      throw std::runtime_error(fmt::format(
          "as text, a program has at most {} statements, and this model has {}: expected fewer "
          "--layers or --tokens ('viewfuzz bisect' and 'dump' take the model itself)",
          kMaxStatements, program.statements.size()));
    }
    writeOut(print(program));
    exit_code = kNothingFound;
  });
}

}  // namespace viewfuzz::cli
