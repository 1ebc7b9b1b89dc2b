// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/completion.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/ontology/model_files/component_reference.hpp"

namespace hearth::apps {
namespace {

std::vector<const ComponentType*> chosen_types(const std::string& name) {
  const Registry& registry = known_components();
  std::vector<const ComponentType*> types;
  for (const auto& [type_name, type] : registry.types()) {
    if (name.empty() || type_name == name) types.push_back(&type);
  }
  if (types.empty()) {
    throw UsageError("usage.value", {.pointer = "TYPE"},
                     fmt::format("no component type is named '{}'{}", name,
                                 did_you_mean(name, registry.names())));
  }
  return types;
}

std::string list_text(const std::vector<const ComponentType*>& types) {
  std::size_t width = 0;
  for (const ComponentType* type : types) width = std::max(width, type->name.size());
  std::string text;
  for (const ComponentType* type : types) {
    text += fmt::format("{:<{}}  {}\n", type->name, width, type->schema.summary());
  }
  return text;
}

}  // namespace

int run_verb(const ComponentsOptions& options, Session& session) {
  const std::vector<const ComponentType*> types = chosen_types(options.type);
  switch (options.format) {
    case ReferenceFormat::Json:
      session.out << reference_json(types);
      break;
    case ReferenceFormat::Markdown:
      session.out << reference_markdown(types);
      break;
    default:
      session.out << (options.type.empty() ? list_text(types) : reference_text(types));
  }
  return kDone;
}

int run_verb(const CompletionOptions& options, Session& session) {
  session.out << completion_script(options.shell);
  return kDone;
}

int run_verb(const SchemaOptions& options, Session& session) {
  session.out << options.schema();
  return kDone;
}

}  // namespace hearth::apps
