// SPDX-License-Identifier: MIT
#include "hearth/data/json/diagnostics_json.hpp"

#include "hearth/data/json/json_forms.hpp"

namespace hearth {
namespace {

constexpr Choices<Severity, 3> kSeverityWords{
    {{"note", Severity::Note}, {"warning", Severity::Warning}, {"error", Severity::Error}}};

JsonForm<Where> place() {
  return JsonRecord<Where>()
      .optional("file", &Where::file, forms::string())
      .optional("line", &Where::line, forms::whole<int>())
      .optional("pointer", &Where::pointer, forms::string())
      .optional("component", &Where::component, forms::string())
      .optional("port", &Where::port, forms::string())
      .form();
}

/// A diagnostic whose `place` is that of the error, not of the object that contains it.
struct Item {
  Diagnostic diagnostic;
};

JsonForm<Item> item() {
  const auto of_diagnostic = [](auto Diagnostic::*member) {
    return [member](auto& item) -> auto& { return item.diagnostic.*member; };
  };
  return JsonRecord<Item>()
      .written("severity", of_diagnostic(&Diagnostic::severity), forms::choice(kSeverityWords))
      .written("code", of_diagnostic(&Diagnostic::code), forms::string())
      .written("place", of_diagnostic(&Diagnostic::where), place())
      .written("message", of_diagnostic(&Diagnostic::message), forms::string())
      .form();
}

}  // namespace

JsonForm<Diagnostics> diagnostics_form() {
  const auto list = forms::list(item());
  const auto read = [list](const JsonNode& node, JsonReading& reading) {
    std::optional<Diagnostics> diagnostics;
    const auto items = list.read(node, reading);
    if (items) diagnostics.emplace();
    for (const Item& item : items.value_or(std::vector<Item>())) diagnostics->add(item.diagnostic);
    return diagnostics;
  };
  const auto write = [list](const Diagnostics& diagnostics) {
    std::vector<Item> items;
    for (const Diagnostic& diagnostic : diagnostics.items()) items.push_back({diagnostic});
    return list.write(items);
  };
  return {read, list.schema, write};
}

}  // namespace hearth
