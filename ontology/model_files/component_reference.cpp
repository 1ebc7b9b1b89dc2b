// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/component_reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"

namespace hearth {
namespace {

/// Returns the symbol of a unit; ports without a unit accept numbers in any unit.
std::string unit_text(const Unit& unit) { return unit.bare ? "any number" : unit.symbol; }

using Json = nlohmann::ordered_json;

struct RoleTitle {
  Role role;
  const char* title;
  const char* key;  // in JSON
};
constexpr std::array<RoleTitle, 7> kReferenceRoles = {{
    {Role::Input, "Inputs", "inputs"},
    {Role::Output, "Outputs", "outputs"},
    {Role::Parameter, "Parameters", "parameters"},
    {Role::State, "States", "states"},
    {Role::Held, "Held values", "held"},
    {Role::Guard, "Events", "guards"},
    {Role::Config, "Configuration", "config"},
}};

const char* kind_name(ConfigKind kind) {
  switch (kind) {
    case ConfigKind::Series:
      return "series";
    case ConfigKind::Integer:
      return "integer";
    case ConfigKind::Flag:
      return "flag";
    case ConfigKind::Choice:
      return "choice";
    case ConfigKind::File:
      return "file";
    case ConfigKind::Table:
      return "table";
    case ConfigKind::Number:
      return "number";
    case ConfigKind::Formulas:
      return "object of strings";
    default:
      return "";
  }
}

bool has_standard(const Field& field) {
  switch (field.role) {
    case Role::Parameter:
    case Role::State:
    case Role::Held:
      return true;
    case Role::Input:
    case Role::Config:
      return field.has_default && field.kind != ConfigKind::Table &&
             field.kind != ConfigKind::Formulas && !std::isnan(field.range.value);
    default:
      return false;
  }
}

std::string standard_text(const Field& field) {
  if (field.computed) return "computed";
  if (!has_standard(field)) return "";
  if (field.kind == ConfigKind::Flag) return field.range.value != 0.0 ? "true" : "false";
  if (field.kind == ConfigKind::Choice) return std::string(field.words.front());
  return fmt::format("{}", field.range.value);
}

std::string range_text(const Range& range) {
  const bool low = std::isfinite(range.min);
  const bool high = std::isfinite(range.max);
  if (low && high) return fmt::format("{:g} to {:g}", range.min, range.max);
  if (low) return fmt::format("at least {:g}", range.min);
  return high ? fmt::format("at most {:g}", range.max) : "";
}

/// Returns the information that is not in the sentence of the schema.
std::string doc_text(const Field& field) {
  std::string doc(field.doc);
  if (field.single) doc += "; none or one";
  if (!field.alternative.empty()) {
    doc += fmt::format("; can remain unconnected if '{}' is configured", field.alternative);
  }
  if (field.kind == ConfigKind::Choice) doc += fmt::format(": {}", fmt::join(field.words, ", "));
  if (field.kind == ConfigKind::Number && !field.words.empty()) {
    doc += fmt::format(", or {}", fmt::join(field.words, " or "));
  }
  if (field.kind != ConfigKind::None) doc += fmt::format(" ({})", kind_name(field.kind));
  return doc;
}

ReferenceEntry entry_of(const Field& field) {
  std::string name(field.name);
  if (field.many) name += "[" + std::string(field.set) + "]";
  const bool unitless = field.kind == ConfigKind::Flag || field.kind == ConfigKind::Integer ||
                        field.kind == ConfigKind::File || field.kind == ConfigKind::Choice ||
                        field.kind == ConfigKind::Formulas;
  return {name, unitless ? "" : unit_text(field.unit), standard_text(field),
          range_text(field.range), doc_text(field)};
}

/// Adds counted index sets, which are configuration too.
void add_counts(const SchemaView& schema, ReferenceSection& section) {
  for (int i = 0; i < schema.set_count(); ++i) {
    const IndexSet& set = schema.set(i);
    if (set.count.empty()) continue;
    section.entries.push_back({std::string(set.count), "", fmt::format("{}", set.default_count),
                               "at least 1", std::string(set.doc) + " (integer)"});
  }
}

std::size_t widest(const ReferenceSection& section, std::string ReferenceEntry::*member) {
  std::size_t width = 0;
  for (const ReferenceEntry& entry : section.entries) {
    width = std::max(width, (entry.*member).size());
  }
  return width;
}

std::string section_text(const ReferenceSection& section) {
  std::string text = fmt::format("\n  {}\n", section.title);
  const std::size_t name = widest(section, &ReferenceEntry::name);
  const std::size_t unit = widest(section, &ReferenceEntry::unit);
  const std::size_t standard = widest(section, &ReferenceEntry::standard);
  for (const ReferenceEntry& entry : section.entries) {
    text += fmt::format("    {:<{}}  {:<{}}  {:>{}}  {}", entry.name, name, entry.unit, unit,
                        entry.standard, standard, entry.doc);
    if (!entry.range.empty()) text += fmt::format(", {}", entry.range);
    text += '\n';
  }
  return text;
}

std::string markdown_cell(std::string text) {
  for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, "\\");
  }
  return text;
}

Json field_json(const Field& field) {
  Json json = {{"name", field.name}, {"unit", unit_text(field.unit)}, {"doc", field.doc}};
  if (field.kind != ConfigKind::None) json["kind"] = kind_name(field.kind);
  if (field.many) json["over"] = field.set;
  if (field.single) json["at_most_one"] = true;
  if (field.role == Role::Input) json["required"] = !field.many && !field.has_default;
  if (!field.alternative.empty()) json["alternative"] = field.alternative;
  if (field.computed) {
    json["default"] = "computed";
  } else if (field.kind == ConfigKind::Flag) {
    json["default"] = field.range.value != 0.0;
  } else if (field.kind == ConfigKind::Choice) {
    json["default"] = field.words.front();
    json["words"] = field.words;
  } else if (has_standard(field)) {
    json["default"] = field.range.value;
  }
  if (std::isfinite(field.range.min)) json["min"] = field.range.min;
  if (std::isfinite(field.range.max)) json["max"] = field.range.max;
  return json;
}

Json type_json(const ComponentType& type) {
  Json json = {{"type", type.name}, {"summary", type.schema.summary()}};
  for (const RoleTitle& role : kReferenceRoles) {
    Json list = Json::array();
    for (const Field& field : type.schema) {
      if (field.role == role.role) list.push_back(field_json(field));
    }
    json[role.key] = std::move(list);
  }
  Json counts = Json::array();
  for (int i = 0; i < type.schema.set_count(); ++i) {
    const IndexSet& set = type.schema.set(i);
    if (set.count.empty()) continue;
    counts.push_back(
        {{"name", set.count}, {"set", set.name}, {"default", set.default_count}, {"doc", set.doc}});
  }
  json["counts"] = std::move(counts);
  return json;
}

}  // namespace

std::vector<ReferenceSection> reference_sections(const ComponentType& type) {
  std::vector<ReferenceSection> sections;
  for (const RoleTitle& role : kReferenceRoles) {
    ReferenceSection section{role.title, {}};
    for (const Field& field : type.schema) {
      if (field.role == role.role) section.entries.push_back(entry_of(field));
    }
    if (role.role == Role::Config) add_counts(type.schema, section);
    if (!section.entries.empty()) sections.push_back(std::move(section));
  }
  return sections;
}

std::string reference_text(const std::vector<const ComponentType*>& types) {
  std::string text;
  for (const ComponentType* type : types) {
    text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", type->name, type->schema.summary());
    for (const ReferenceSection& section : reference_sections(*type)) text += section_text(section);
  }
  return text;
}

std::string reference_markdown(const std::vector<const ComponentType*>& types) {
  std::string text = "# Component reference\n";
  for (const ComponentType* type : types) {
    text += fmt::format("\n## {}\n\n{}\n", type->name, type->schema.summary());
    for (const ReferenceSection& section : reference_sections(*type)) {
      text +=
          fmt::format("\n### {}\n\n| name | unit | default | valid | |\n|---|---|---|---|---|\n",
                      section.title);
      for (const ReferenceEntry& entry : section.entries) {
        text += fmt::format("| `{}` | {} | {} | {} | {} |\n", entry.name, markdown_cell(entry.unit),
                            entry.standard, entry.range, markdown_cell(entry.doc));
      }
    }
  }
  return text;
}

std::string reference_json(const std::vector<const ComponentType*>& types) {
  Json list = Json::array();
  for (const ComponentType* type : types) list.push_back(type_json(*type));
  return to_pretty_text(Json{{"components", std::move(list)}});
}

}  // namespace hearth
