// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/framework/component/schema.hpp"
#include "hearth/ontology/model_files/internal/config_writer.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/own/own_writer.hpp"

namespace hearth::twin4build {
namespace {

using ByKey = std::map<std::string, Quantity>;

class OwnComponentWriter {
 public:
  OwnComponentWriter(const Component& component, TermId subject, TermId building,
                     const OwnContext& to)
      : component_(component), subject_(subject), building_(building), to_(to) {}

  void write() {
    type_ = to_.registry.find(component_.type);
    const TermId class_term = to_.graph.iri(hearth_term(encoded(component_.type)));
    relate(subject_, rdf::kType, class_term);
    relate(class_term, kSubClassOf, to_.graph.iri(s4syst("System")));
    for (const auto& [name, setting] : component_.parameters) write_parameter(name, setting);
    for (const auto& [name, entries] : component_.initial) write_initial(name, entries);
    for (const auto& [name, setting] : component_.config) write_config(name, setting);
    if (component_.clock) write_clock(*component_.clock);
  }

 private:
  void relate(TermId subject, std::string_view predicate, TermId object) {
    to_.graph.add({subject, to_.graph.iri(predicate), object});
  }
  void say(TermId subject, std::string_view name, std::string_view text,
           std::string_view datatype = xsd::kString) {
    relate(subject, hearth_term(name), to_.graph.literal(text, datatype));
  }
  void refuse(const std::string& name, const std::string& message) {
    const Where where = component_.where.at(component_.id, name);
    to_.errors.error("t4b.not_expressible", where, message);
  }

  /// The text of a number; "" and an error where it is not finite.
  std::string number(const std::string& name, double value) {
    const std::optional<std::string> text = to_graph(Scale::Same, value);
    if (!text) refuse(name, "a graph holds finite numbers only");
    return text.value_or("");
  }
  /// The symbol of a unit; "" and an error where no file knows it.
  std::string symbol(const std::string& name, const Unit& unit) {
    try {
      return unit_json(unit).get<std::string>();
    } catch (const ModelError& error) {
      refuse(name, error.diagnostics().items().front().message);
      return "";
    }
  }

  /// The number and its unit; QUDT's term also where the unit is that of the schema.
  void write_quantity(TermId node, const std::string& name, const Quantity& quantity,
                      const Field* field) {
    relate(node, saref("hasValue"), to_.graph.literal(number(name, quantity.value), xsd::kDouble));
    if (quantity.unit) say(node, "unit", symbol(name, *quantity.unit));
    std::string qudt;
    if (quantity.unit) {
      qudt = qudt_unit(*quantity.unit);
    } else if (field != nullptr && !field->unit.bare) {
      qudt = qudt_unit(field->unit);
    }
    if (!qudt.empty()) relate(node, saref("isMeasuredIn"), to_.graph.iri(qudt));
  }

  /// `path` is how a calibration names the value: `id.parameter` or `id@state`.
  void write_entries(TermId node, const std::string& name, const Entries& entries,
                     const Field* field, const std::string& path) {
    say(node, "name", name);
    if (const auto* one = std::get_if<Quantity>(&entries)) {
      write_quantity(node, name, *one, field);
      return write_deviation(node, path);
    }
    for (const auto& [key, quantity] : std::get<ByKey>(entries)) {
      const TermId entry = to_.graph.fresh_blank();
      relate(node, hearth_term("entry"), entry);
      say(entry, "key", key);
      write_quantity(entry, name, quantity, field);
      write_deviation(entry, path + "[" + key + "]");
    }
  }

  void write_deviation(TermId node, const std::string& path) {
    const auto found = to_.deviations.find(path);
    if (found == to_.deviations.end()) return;
    const std::optional<std::string> text = to_graph(Scale::Same, found->second);
    if (text) say(node, "standardDeviation", *text, xsd::kDouble);
  }

  /// A limit: a number in the unit of the value, else a text with its own unit.
  void write_limit(TermId node, std::string_view term, const std::string& name,
                   const ParameterSetting& setting, const Quantity& limit) {
    const auto* one = std::get_if<Quantity>(&setting.value);
    if (one != nullptr && one->unit == limit.unit) {
      return say(node, term, number(name, limit.value), xsd::kDouble);
    }
    std::string text = number(name, limit.value);
    if (limit.unit) text += " " + symbol(name, *limit.unit);
    say(node, term, text);
  }

  void write_parameter(const std::string& name, const ParameterSetting& setting) {
    const Field* field = type_ == nullptr ? nullptr : type_->schema.find(Role::Parameter, name);
    const TermId node =
        to_.graph.iri(std::string(kValues) + encoded(component_.id) + "." + encoded(name));
    relate(subject_, hearth_term("parameter"), node);
    relate(node, rdf::kType, to_.graph.iri(saref("PropertyValue")));
    relate(node, saref("isValueOfProperty"),
           to_.graph.iri(hearth_term("property:" + encoded(name))));
    if (building_ != kNoTerm) relate(building_, saref("hasPropertyValue"), node);
    write_entries(node, name, setting.value, field, component_.id + "." + name);
    if (setting.min) write_limit(node, "minimum", name, setting, *setting.min);
    if (setting.max) write_limit(node, "maximum", name, setting, *setting.max);
    if (!setting.source.empty()) say(node, "source", setting.source);
  }

  void write_initial(const std::string& name, const Entries& entries) {
    const Field* field = nullptr;
    for (const Role role : {Role::State, Role::Held, Role::Output}) {
      if (field == nullptr && type_ != nullptr) field = type_->schema.find(role, name);
    }
    const TermId node = to_.graph.fresh_blank();
    relate(subject_, hearth_term("initialValue"), node);
    write_entries(node, name, entries, field, component_.id + "@" + name);
  }

  void write_config(const std::string& name, const ConfigSetting& setting) {
    const TermId node = to_.graph.fresh_blank();
    relate(subject_, hearth_term("configuration"), node);
    say(node, "name", name);
    if (const auto* flag = std::get_if<bool>(&setting)) {
      say(node, "value", *flag ? "true" : "false", xsd::kBoolean);
    } else if (const auto* whole = std::get_if<int>(&setting)) {
      say(node, "value", std::to_string(*whole), xsd::kInteger);
    } else if (const auto* file = std::get_if<FileName>(&setting)) {
      say(node, "value", file->path);
    } else if (const auto* word = std::get_if<Word>(&setting)) {
      say(node, "value", word->text);
    } else {
      write_json(node, name, setting);
    }
  }

  void write_json(TermId node, const std::string& name, const ConfigSetting& setting) {
    try {
      say(node, "value", to_line(config_json(setting)), kJson);
    } catch (const ModelError& error) {
      refuse(name, error.diagnostics().items().front().message);
    }
  }

  void write_clock(const SampleClock& clock) {
    const TermId node = to_.graph.fresh_blank();
    relate(subject_, hearth_term("clock"), node);
    say(node, "period", number("clock", clock.period), xsd::kDouble);
    if (clock.offset != 0.0) say(node, "offset", number("clock", clock.offset), xsd::kDouble);
    if (clock.end) say(node, "end", number("clock", *clock.end), xsd::kDouble);
    if (clock.jitter != 0.0) say(node, "jitter", number("clock", clock.jitter), xsd::kDouble);
  }

  const Component& component_;
  TermId subject_;
  TermId building_;
  const OwnContext& to_;
  const ComponentType* type_ = nullptr;
};

}  // namespace

void write_own_component(const Component& component, TermId subject, TermId building,
                         const OwnContext& to) {
  OwnComponentWriter(component, subject, building, to).write();
}

}  // namespace hearth::twin4build
