#include "viewfuzz/report/repro/source.h"

namespace viewfuzz {

bool hasBase(const ReproStep& step) {
  const auto* source = std::get_if<Source>(&step.statement->what);
  return source && !source->of && !source->isFresh();
}

std::vector<std::string> sourceLines(const ReproStep& step, const TensorNames& names,
                                     const Spelling& spelling, Helpers& helpers) {
  const auto& source = std::get<Source>(step.statement->what);
  const Layout& layout = source.layout;
  const std::string name = names(step.first_result);
  const std::string_view cut = step.detached ? spelling.detached : "";
  const std::string end =
      fmt::format("{}{}{}", cut, step.asks_for_gradient ? ".requires_grad_()" : "", spelling.stop);
  const auto window = [&](const std::string& base) {
    helpers.need("window");
    return fmt::format("{} = window({}, {}, {}, {}){}", name, base, spelling.dims(layout.sizes),
                       spelling.dims(layout.strides), layout.offset, end);
  };
  if (source.of) return {window(names(*source.of))};
  const Values values = valuesOf(source.fill, layout.dtype, source.storage_numel);
  const std::string flat = valuesText(values, spelling, helpers);
  const std::string_view device = layout.host ? spelling.host : "device";
  if (source.isFresh()) {
    const std::string shape =
        layout.rank() == 1 ? "" : fmt::format(".reshape({})", spelling.shape(layout.sizes));
    return {fmt::format("{} = {}{}.to({}){}", name, flat, shape, device, end)};
  }
  const std::string base = names(step.first_result, "base");
  return {fmt::format("{} = {}.to({}){}{}", base, flat, device, cut, spelling.stop), window(base)};
}

}  // namespace viewfuzz
