// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/side_file.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"

namespace hearth {
namespace {

constexpr Choices<bool, 2> kMergeWords{{{"fill", false}, {"overwrite", true}}};
constexpr Choices<bool, 2> kUnitWords{{{"si", false}, {"us", true}}};

/// Returns the node that a key names: a prefixed name, `<IRI>` or an IRI; kNoTerm if there is none.
TermId node_of(const std::string& key, const GraphNames& names) {
  if (key.size() > 2 && key.front() == '<' && key.back() == '>') {
    return names.graph().find_iri(key.substr(1, key.size() - 2));
  }
  if (const auto iri = names.prefixes().expand(key)) {
    const TermId node = names.graph().find_iri(*iri);
    if (node != kNoTerm) return node;
  }
  return names.graph().find_iri(key);
}

std::vector<std::string> subject_names(const GraphNames& names) {
  std::vector<std::string> found;
  TermId last = kNoTerm;
  for (const Triple& triple : names.graph().triples()) {
    if (triple.subject == last) continue;
    last = triple.subject;
    if (names.graph().term(last).kind == TermKind::Iri) found.push_back(names.name(last));
  }
  return found;
}

}  // namespace

/// Reads a file into an empty side file.
class SideFile::Reader {
 public:
  Reader(SideFile& file, const GraphNames& names, const std::vector<std::string>& rules)
      : file_(file), names_(names), rules_(rules) {}

  void read(const JsonNode& root) {
    if (require_object(root, diagnostics_)) {
      for (const JsonNode member : root.members()) {
        if (diagnostics_.full()) break;
        if (!is_extension(member.key())) read_member(member);
      }
    }
    if (diagnostics_.has_errors()) throw InputError(std::move(diagnostics_));
  }

 private:
  void read_member(const JsonNode& member) {
    if (member.key() == "merge") {
      file_.overwrites_ = read_choice(member, kMergeWords, diagnostics_).value_or(false);
      return;
    }
    if (member.key() == "units") {
      file_.us_units_ = read_choice(member, kUnitWords, diagnostics_).value_or(false);
      return;
    }
    Values* const values = values_for(member);
    if (values == nullptr || !require_object(member, diagnostics_)) return;
    for (const JsonNode value : member.members()) {
      if (diagnostics_.full()) return;
      if (is_extension(value.key())) continue;
      values->insert_or_assign(value.key(), Value{read_parameter(value, diagnostics_)});
    }
  }

  /// Returns where the values of a rule or node go; nothing for what is neither.
  Values* values_for(const JsonNode& member) {
    if (std::find(rules_.begin(), rules_.end(), member.key()) != rules_.end()) {
      return &file_.rules_[member.key()];
    }
    if (const TermId node = node_of(member.key(), names_); node != kNoTerm) {
      file_.node_names_[node] = member.key();
      return &file_.nodes_[node];
    }
    SuggestionBudget& suggestions = diagnostics_.suggestions();
    if (member.key().find(':') != std::string::npos) {
      const auto known = [this]() -> const std::vector<std::string>& { return subjects(); };
      const std::string nearest = suggestions.expected_of(member.key(), known);
      diagnostics_.error("import.node_unknown", member.where(),
                         fmt::format("the graph has no node '{}'{}", member.key(), nearest));
    } else {
      const std::string nearest = suggestions.expected(member.key(), rules_);
      diagnostics_.error("import.rule_unknown", member.where(),
                         fmt::format("there is no rule '{}'{}", member.key(), nearest));
    }
    return nullptr;
  }

  const std::vector<std::string>& subjects() {
    if (!subjects_) subjects_ = subject_names(names_);
    return *subjects_;
  }

  SideFile& file_;
  const GraphNames& names_;
  const std::vector<std::string>& rules_;
  Diagnostics diagnostics_;
  std::optional<std::vector<std::string>> subjects_;  // once a key is unknown
};

SideFile::SideFile(const std::filesystem::path& path, const GraphNames& names,
                   const std::vector<std::string>& rules)
    : file_(path.string()) {
  const JsonDocument document = JsonDocument::read(path);
  Reader(*this, names, rules).read(document.root());
}

const ParameterSetting* SideFile::find(TermId node, const std::string& rule,
                                       const std::string& name) const {
  const auto look = [&name](const Values& values) -> const ParameterSetting* {
    const auto value = values.find(name);
    if (value == values.end()) return nullptr;
    value->second.used = true;
    return &value->second.setting;
  };
  const ParameterSetting* found = nullptr;
  if (const auto values = nodes_.find(node); values != nodes_.end()) found = look(values->second);
  if (const auto values = rules_.find(rule); values != rules_.end()) {
    const ParameterSetting* general = look(values->second);
    if (found == nullptr) found = general;
  }
  return found;
}

std::vector<std::string> SideFile::names_for(TermId node, const std::string& rule) const {
  std::vector<std::string> names;
  const auto add = [&names](const Values& values) {
    for (const auto& [name, value] : values) names.push_back(name);
  };
  if (const auto values = nodes_.find(node); values != nodes_.end()) add(values->second);
  if (const auto values = rules_.find(rule); values != rules_.end()) add(values->second);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> SideFile::unused() const {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& place, const Values& values) {
    for (const auto& [name, value] : values) {
      if (!value.used) names.push_back(place + ": " + name);
    }
  };
  for (const auto& [node, values] : nodes_) add(node_names_.at(node), values);
  for (const auto& [rule, values] : rules_) add(rule, values);
  return names;
}

}  // namespace hearth
