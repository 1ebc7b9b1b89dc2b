// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/side_file.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/archetypes/archetypes.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/rooms/hours.hpp"
#include "hearth/ontology/translate/internal/rooms/side_scopes.hpp"
#include "hearth/ontology/translate/internal/rooms/side_table.hpp"

namespace hearth {
namespace {

constexpr Choices<bool, 2> kMergeWords{{{"fill", false}, {"overwrite", true}}};
constexpr Choices<bool, 2> kUnitWords{{{"si", false}, {"us", true}}};
constexpr std::array<std::pair<std::string_view, double>, 8> kWinds{{{"n", 0.0},
                                                                     {"ne", 45.0},
                                                                     {"e", 90.0},
                                                                     {"se", 135.0},
                                                                     {"s", 180.0},
                                                                     {"sw", 225.0},
                                                                     {"w", 270.0},
                                                                     {"nw", 315.0}}};
constexpr double kFullTurn = 360.0;  // degrees

/// Returns the node of a key: a prefixed name, `<IRI>` or an IRI; kNoTerm if it does not exist.
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

const Quantity* SideValue::quantity() const {
  const auto* setting = std::get_if<ParameterSetting>(&value);
  return setting == nullptr ? nullptr : std::get_if<Quantity>(&setting->value);
}

SideKind side_kind(std::string_view name) {
  if (name == "kind") return SideKind::Kind;
  if (name == "hours") return SideKind::Hours;
  if (name == "orientation") return SideKind::Orientation;
  if (name == "exposure") return SideKind::Exposure;
  if (name == "type" || name == "timezone" || name == "climate") return SideKind::Text;
  if (name == "heatingSetpoint" || name == "coolingSetpoint" || name == "occupancy") {
    return SideKind::Series;
  }
  return SideKind::Number;
}

std::optional<double> azimuth_of(std::string_view text) {
  if (const std::optional<Quantity> number = parse_quantity(text)) {
    const Unit unit = number->unit.value_or(unit::deg);
    const bool angle = unit.compatible(unit::deg);
    const double value = angle ? convert(number->value, unit, unit::deg) : -1.0;
    if (value < 0.0 || value > kFullTurn) return std::nullopt;
    return value;
  }
  for (const auto& [word, azimuth] : kWinds) {
    if (lower_case(trimmed(text)) == word) return azimuth;
  }
  const Archetype* found = archetype_in(text, archetypes().orientations);
  return found == nullptr ? std::nullopt : std::optional(found->azimuth);
}

std::string side_text_problem(SideKind kind, const std::string& text) {
  if (kind == SideKind::Kind && archetypes().room(text) == nullptr) {
    return fmt::format("no kind of room is named '{}'{}", text,
                       expected_name(text, archetype_names(archetypes().rooms)));
  }
  if (kind == SideKind::Hours && !parse_hours(text)) {
    return fmt::format("cannot read the hours '{}'; expected {}", text, kHoursForm);
  }
  if (kind == SideKind::Orientation && !azimuth_of(text)) {
    return fmt::format(
        "cannot read the orientation '{}'; expected degrees from north (0 to 360) or a word such "
        "as south, "
        "north-east, SW",
        text);
  }
  if (kind == SideKind::Exposure) {
    const auto names = archetype_names(archetypes().exposures);
    if (std::find(names.begin(), names.end(), text) == names.end()) {
      return fmt::format("no exposure is named '{}'{}", text, expected_name(text, names));
    }
  }
  return "";
}

std::string side_number_problem(std::string_view name, const Quantity& number) {
  constexpr std::array<std::string_view, 5> kShares{"presence", "presenceOutside", "occupancy",
                                                    "windowShare", "solarFactor"};
  if (std::find(kShares.begin(), kShares.end(), name) == kShares.end()) return "";
  const Unit own = number.unit.value_or(unit::one);
  if (!own.compatible(unit::one)) return "";  // reported when it is used
  const double share = convert(number.value, own, unit::one);
  if (share >= 0.0 && share <= 1.0) return "";
  return fmt::format("{} is {}, but must be a share from 0 to 1{}", name,
                     number_text(number.value) + (number.unit ? std::string(" ") + own.symbol : ""),
                     !number.unit && share > 1.0 && share <= 100.0
                         ? fmt::format(": write '{} %'", number_text(number.value))
                         : "");
}

SideFile::Values* SideFile::Scopes::node(TermId node, const std::string& key) {
  file_.node_names_[node] = key;
  return &file_.nodes_[node];
}

SideFile::Values* SideFile::Scopes::kind(const std::string& key, const Where& where,
                                         Diagnostics& diagnostics) {
  const std::string problem = side_text_problem(SideKind::Kind, key);
  if (problem.empty()) return &file_.kinds_[key];
  diagnostics.error("import.kind_unknown", where, problem);
  return nullptr;
}

void SideFile::Scopes::index() {
  if (indexed_) return;
  indexed_ = true;
  const TripleStore& graph = names_.graph();
  const TermId label = graph.find_iri(rdf::kLabel);
  TermId last = kNoTerm;
  for (const Triple& triple : graph.triples()) {
    if (label != kNoTerm && triple.predicate == label) {
      auto& nodes = labels_[std::string(graph.term(triple.object).text)];
      if (nodes.empty() || nodes.back() != triple.subject) nodes.push_back(triple.subject);
    }
    if (triple.subject == last) continue;
    last = triple.subject;
    const Term term = graph.term(last);
    if (term.kind == TermKind::Iri) local_[std::string(local_name(term.text))].push_back(last);
  }
}

std::vector<TermId> SideFile::Scopes::named(const std::string& key) {
  index();
  for (const auto* all : {&local_, &labels_}) {
    if (const auto found = all->find(key); found != all->end()) return found->second;
  }
  return {};
}

SideFile::Values* SideFile::Scopes::find(const std::string& key, bool loosely, const Where& where,
                                         Diagnostics& diagnostics) {
  if (key == "rooms") return &file_.rooms_;
  if (key == "building") return &file_.building_;
  if (std::find(rules_.begin(), rules_.end(), key) != rules_.end()) return &file_.rules_[key];
  if (const TermId found = node_of(key, names_); found != kNoTerm) return node(found, key);
  if (loosely) {
    const std::vector<TermId> nodes = named(key);
    if (nodes.size() == 1) return node(nodes.front(), key);
    if (nodes.size() > 1) {
      diagnostics.error(
          "import.node_ambiguous", where,
          fmt::format("'{}' names {} nodes of the graph, {} and {} among them; use the prefixed "
                      "name or the IRI",
                      key, nodes.size(), names_.name(nodes[0]), names_.name(nodes[1])));
      return nullptr;
    }
    if (archetypes().room(key) != nullptr) return &file_.kinds_[key];
  }
  SuggestionBudget& suggestions = diagnostics.suggestions();
  if (loosely || key.find(':') != std::string::npos) {
    const auto known = [this]() -> const std::vector<std::string>& { return subjects(); };
    const std::string nearest = suggestions.expected_of(key, known);
    diagnostics.error("import.node_unknown", where,
                      fmt::format("the graph has no node '{}'{}", key, nearest));
  } else {
    std::vector<std::string> known = rules_;
    known.insert(known.end(), {"rooms", "kinds", "building"});
    diagnostics.error(
        "import.rule_unknown", where,
        fmt::format("no rule is named '{}'{}", key, suggestions.expected(key, known)));
  }
  return nullptr;
}

const std::vector<std::string>& SideFile::Scopes::subjects() {
  if (!subjects_) subjects_ = subject_names(names_);
  return *subjects_;
}

/// Reads a JSON file into an empty side file.
class SideFile::Reader {
 public:
  Reader(SideFile& file, Scopes& scopes) : file_(file), scopes_(scopes) {}

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
    if (member.key() == "kinds") {
      if (!require_object(member, diagnostics_)) return;
      for (const JsonNode kind : member.members()) {
        if (is_extension(kind.key())) continue;
        read_values(kind, scopes_.kind(kind.key(), kind.where(), diagnostics_));
      }
      return;
    }
    read_values(member, scopes_.find(member.key(), false, member.where(), diagnostics_));
  }

  void read_values(const JsonNode& member, Values* values) {
    if (values == nullptr || !require_object(member, diagnostics_)) return;
    for (const JsonNode value : member.members()) {
      if (diagnostics_.full()) return;
      if (is_extension(value.key())) continue;
      SideValue read{{}, file_.file_};
      if (read_value(value, read)) values->insert_or_assign(value.key(), std::move(read));
    }
  }

  bool read_value(const JsonNode& node, SideValue& value) {
    const SideKind kind = side_kind(node.key());
    if (kind == SideKind::Number || (kind == SideKind::Series && !node.is(JsonKind::Object))) {
      value.value = read_parameter(node, diagnostics_);
      const std::string problem =
          value.quantity() ? side_number_problem(node.key(), *value.quantity()) : "";
      if (!problem.empty()) diagnostics_.error("import.share_range", node.where(), problem);
      return problem.empty();
    }
    if (kind == SideKind::Series) {
      const std::optional<SeriesSpec> series = read_series(node, diagnostics_);
      if (series) value.value = *series;
      return series.has_value();
    }
    if (kind == SideKind::Orientation && node.is(JsonKind::Number)) {
      value.value = fmt::format("{}", node.number());
    } else if (const auto text = read_name(node, diagnostics_)) {
      value.value = *text;
    } else {
      return false;
    }
    const std::string problem = side_text_problem(kind, *value.text());
    if (!problem.empty()) diagnostics_.error("import.text_unfit", node.where(), problem);
    return problem.empty();
  }

  SideFile& file_;
  Scopes& scopes_;
  Diagnostics diagnostics_;
};

SideFile::SideFile(const std::filesystem::path& path, const GraphNames& names,
                   const std::vector<std::string>& rules)
    : file_(path.string()) {
  Scopes scopes(*this, names, rules);
  const std::string ending = lower_case(path.extension().string());
  if (ending == ".csv" || ending == ".tsv") {
    TableReader(*this, scopes).read(path);
    return;
  }
  const JsonDocument document = JsonDocument::read(path);
  // The other members of a side file are names of nodes and rules.
  if (document.root().find("hearth")) require_file_kind(document.root(), JsonFileKind::SideFile);
  Reader(*this, scopes).read(document.root());
}

const SideFile::Values* SideFile::of_node(TermId node) const {
  const auto found = nodes_.find(node);
  return found == nodes_.end() ? nullptr : &found->second;
}

std::vector<const SideFile::Values*> SideFile::scopes_of(const Instance& instance) const {
  std::vector<const Values*> scopes;
  if (file_.empty()) return scopes;
  const auto add = [&scopes](const Values* values) {
    if (values != nullptr) scopes.push_back(values);
  };
  add(of_node(instance.root));
  for (const std::string& variable : instance.rule->rooms) {
    for (const TermId node : instance.of(variable)) {
      if (node != instance.root) add(of_node(node));
    }
  }
  for (const Values* values : general_scopes(instance)) scopes.push_back(values);
  return scopes;
}

std::vector<const SideFile::Values*> SideFile::general_scopes(const Instance& instance) const {
  std::vector<const Values*> scopes;
  if (const auto kind = room_kinds_.find(instance.root); kind != room_kinds_.end()) {
    if (const auto values = kinds_.find(kind->second); values != kinds_.end()) {
      scopes.push_back(&values->second);
    }
  }
  if (const auto values = rules_.find(instance.rule->id); values != rules_.end()) {
    scopes.push_back(&values->second);
  }
  if (!instance.rule->rooms.empty()) scopes.push_back(&rooms_);
  return scopes;
}

const SideValue* SideFile::first_of(const std::vector<const Values*>& scopes,
                                    const std::string& name) {
  const SideValue* found = nullptr;
  for (const Values* values : scopes) {
    const auto value = values->find(name);
    if (value == values->end()) continue;
    value->second.used = true;
    if (found == nullptr) found = &value->second;
  }
  return found;
}

const SideValue* SideFile::find(const Instance& instance, const std::string& name) const {
  return file_.empty() ? nullptr : first_of(scopes_of(instance), name);
}

const SideValue* SideFile::find_of(TermId node, const std::string& name) const {
  const Values* values = of_node(node);
  return values == nullptr ? nullptr : first_of({values}, name);
}

const SideValue* SideFile::find_general(const Instance& instance, const std::string& name) const {
  return file_.empty() ? nullptr : first_of(general_scopes(instance), name);
}

const SideValue* SideFile::of_building(const std::string& name) const {
  const auto value = building_.find(name);
  if (value == building_.end()) return nullptr;
  value->second.used = true;
  return &value->second;
}

std::vector<std::string> SideFile::names_for(const Instance& instance) const {
  std::vector<std::string> names;
  for (const Values* values : scopes_of(instance)) {
    for (const auto& [name, value] : *values) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> SideFile::unused_columns() const {
  if (!table_) return {};
  std::set<std::string> all, used;
  const auto add = [&](const Values& values) {
    for (const auto& [name, value] : values) {
      all.insert(name);
      if (value.used) used.insert(name);
    }
  };
  for (const auto& [node, values] : nodes_) add(values);
  for (const auto& [rule, values] : rules_) add(values);
  for (const auto& [kind, values] : kinds_) add(values);
  add(rooms_);
  add(building_);
  std::vector<std::string> columns;
  std::set_difference(all.begin(), all.end(), used.begin(), used.end(),
                      std::back_inserter(columns));
  return columns;
}

std::vector<std::string> SideFile::unused() const {
  std::vector<std::string> names;
  const std::vector<std::string> columns = unused_columns();
  const auto add = [&](const std::string& place, const Values& values) {
    for (const auto& [name, value] : values) {
      const bool column = std::find(columns.begin(), columns.end(), name) != columns.end();
      if (!value.used && !column) names.push_back(place + ": " + name);
    }
  };
  for (const auto& [node, values] : nodes_) add(node_names_.at(node), values);
  for (const auto& [rule, values] : rules_) add(rule, values);
  for (const auto& [kind, values] : kinds_) add(kind, values);
  add("rooms", rooms_);
  add("building", building_);
  return names;
}

}  // namespace hearth
