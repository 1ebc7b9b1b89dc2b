// SPDX-License-Identifier: MIT
#include "hearth/components/formulas/expression_type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hearth/components/formulas/formula_equations.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/component/bind.hpp"
#include "hearth/framework/component/stepper.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {
namespace {

using Texts = std::map<std::string, std::string>;

constexpr std::size_t kMostNames = 1000;  // of each kind, in one component

struct Section {
  const char* name;
  const char* doc;
};
constexpr std::array kSections{
    Section{"inputs", "Unit of each input: `\"To\": \"degC\"`; `any` accepts every unit"},
    Section{"parameters", "Default of each parameter: `\"R\": \"0.01 K/W\"`"},
    Section{"states", "Initial value of each state: `\"T\": \"20 degC\"`; states are also outputs"},
    Section{"held",
            "Initial value of each held value: `\"on\": \"0\"`; held values are also outputs"},
    Section{"outputs", "Formula of each output, with its unit: `\"heat [W]\": \"(To - T)/R\"`"},
    Section{"derivatives", "Rate of each state, per second: `\"T\": \"(To - T)/(R*C)\"`"},
    Section{"updates",
            "Value of each held value after a sample: `\"on\": \"select(T < 20, 1, 0)\"`"},
    Section{"guards",
            "Formula of each event, which fires when the formula rises through 0, or `received`"},
    Section{"actions",
            "New value of a state or held value after an event, `\"event -> value\"`: `\"full -> "
            "on\": \"0\"`"}};

/// A number with a unit, such as `0.01 K/W`.
struct Start {
  std::string name;
  double value = 0.0;
  Unit unit{};
};

/// The content of one configuration, checked and compiled.
class ExpressionType {
 public:
  ExpressionType(const Component& component, Diagnostics& diagnostics)
      : component_(component), diagnostics_(diagnostics) {}

  /// Returns the type, or null after reporting errors.
  std::shared_ptr<const ComponentType> type() {
    for (const auto& [name, setting] : component_.config) {
      if (std::holds_alternative<FormulaTexts>(setting)) continue;
      report({}, name, "model.config_type", "expected an object of strings");
    }
    inputs_ = units("inputs");
    parameters_ = starts("parameters");
    states_ = starts("states");
    held_ = starts("held");
    for (const auto& [name, text] : section("guards")) guards_.push_back(name);
    read_outputs();
    check_names();
    if (failed_) return nullptr;
    compile();
    if (states_.empty() && held_.empty() && outputs_.empty()) {
      report({}, "outputs", "formula.no_output", "the component has no outputs; add at least one");
    }
    return failed_ ? nullptr : make();
  }

 private:
  const Texts& section(const std::string& name) const {
    static const Texts none;
    const auto found = component_.config.find(name);
    if (found == component_.config.end()) return none;
    const auto* texts = std::get_if<FormulaTexts>(&found->second);
    return texts == nullptr ? none : texts->texts;
  }

  void report(const std::string& key, const std::string& section, const std::string& code,
              const std::string& message) {
    failed_ = true;
    diagnostics_.error(code, component_.where.at(component_.id, section),
                       key.empty() ? message : "'" + key + "': " + message);
  }

  // ---- names, units, numbers ----------------------------------------------------------------

  Unit unit_named(const std::string& text, const std::string& key, const std::string& section) {
    const std::optional<Unit> unit = text == "any" ? unit::bare : parse_unit(text);
    if (unit) return *unit;
    report(key, section, "formula.unit_unknown",
           "unit '" + text + "' is not known" + expected_name(text, unit_symbols()));
    return unit::bare;
  }

  std::vector<FormulaName> units(const std::string& name) {
    std::vector<FormulaName> all;
    for (const auto& [key, text] : section(name)) {
      all.push_back({key, unit_named(text, key, name)});
    }
    return all;
  }

  std::vector<Start> starts(const std::string& name) {
    std::vector<Start> all;
    for (const auto& [key, text] : section(name)) {
      Start start{key};
      const auto [end, problem] =
          std::from_chars(text.data(), text.data() + text.size(), start.value);
      if (problem != std::errc() || !std::isfinite(start.value)) {
        report(key, name, "formula.number", "expected a number with a unit, such as \"0.01 K/W\"");
      }
      std::string unit(end, text.data() + text.size());
      unit.erase(0, unit.find_first_not_of(' ') == std::string::npos ? unit.size()
                                                                     : unit.find_first_not_of(' '));
      start.unit = unit.empty() ? unit::one : unit_named(unit, key, name);
      all.push_back(std::move(start));
    }
    return all;
  }

  /// `heat [W]` is the output `heat` in W; without a unit, its values are not checked.
  void read_outputs() {
    for (const auto& [key, text] : section("outputs")) {
      Output output{key, unit::bare, text};
      const std::size_t open = key.find('[');
      if (open != std::string::npos && key.back() == ']') {
        output.name = key.substr(0, key.find_last_not_of(' ', open - 1) + 1);
        output.unit = unit_named(key.substr(open + 1, key.size() - open - 2), key, "outputs");
      }
      outputs_.push_back(std::move(output));
    }
  }

  void check_names() {
    std::map<std::string, std::string> taken;
    const auto take = [&](const std::string& name, const char* section) {
      const bool is_name =
          !name.empty() && !is_digit(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
            return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
          });
      if (!is_name) {
        report(name, section, "formula.name_invalid",
               "a name consists of letters, digits and '_', and does not begin with a digit");
      }
      for (const char* word : {"time", "pi", "and", "or", "not"}) {
        if (name == word)
          report(name, section, "formula.name_invalid", "this name is reserved; rename it");
      }
      const auto [other, is_new] = taken.emplace(name, section);
      if (!is_new) {
        report(name, section, "formula.name_duplicate",
               "'" + other->second + "' also has this name; rename one of them");
      }
    };
    for (const FormulaName& input : inputs_) take(input.name, "inputs");
    for (const Start& start : parameters_) take(start.name, "parameters");
    for (const Start& start : states_) take(start.name, "states");
    for (const Start& start : held_) take(start.name, "held");
    for (const Output& output : outputs_) take(output.name, "outputs");
    for (const std::string& guard : guards_) take(guard, "guards");
    for (const auto& [name, setting] : component_.config) {
      if (section(name).size() > kMostNames) {
        report({}, name, "formula.too_large",
               "has more than " + std::to_string(kMostNames) +
                   " names; divide the component into several");
      }
    }
  }

  // ---- formulas -----------------------------------------------------------------------------

  struct Output {
    std::string name;
    Unit unit{};
    std::string text;
    int part = -1;
  };

  void compile() {
    std::vector<FormulaName> names;
    std::vector<FormulaProgram::Place> places;
    const auto add = [&](const std::string& name, const Unit& unit, FormulaBank bank,
                         std::size_t index) {
      names.push_back({name, unit});
      places.push_back({bank, static_cast<std::uint16_t>(index)});
    };
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      add(inputs_[i].name, inputs_[i].unit, FormulaBank::Input, i);
    }
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      add(parameters_[i].name, parameters_[i].unit, FormulaBank::Parameter, i);
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      add(states_[i].name, states_[i].unit, FormulaBank::State, i);
    }
    for (std::size_t i = 0; i < held_.size(); ++i) {
      add(held_[i].name, held_[i].unit, FormulaBank::Held, i);
    }
    first_state_ = static_cast<int>(inputs_.size() + parameters_.size());
    first_fired_ = static_cast<int>(names.size());
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      add(" fired", unit::bare, FormulaBank::Fired, i);
    }
    FormulaSheet sheet(std::move(names));
    compile_outputs(sheet);
    if (failed_) return;
    auto formulas = std::make_shared<ComponentFormulas>();
    const auto program = [&](const std::vector<int>& results, const char* section) {
      try {
        return FormulaProgram(sheet, places, results);
      } catch (const InputError& error) {
        report({}, section, error.code(), error.diagnostics().items().front().message);
        return FormulaProgram();
      }
    };
    std::vector<int> outputs = kept_values(sheet);
    for (const Output& output : outputs_) outputs.push_back(output.part);
    const std::vector<int> rates = derivatives(sheet);
    const std::vector<int> samples = updates(sheet);
    const std::vector<int> guards = guard_values(sheet);
    const std::vector<int> after = actions(sheet);
    if (failed_) return;
    formulas->outputs = program(outputs, "outputs");
    formulas->derivatives = program(rates, "derivatives");
    formulas->updates = program(samples, "updates");
    formulas->guards = program(guards, "guards");
    formulas->actions = program(after, "actions");
    formulas_ = std::move(formulas);
  }

  /// Returns the values of states and held values.
  std::vector<int> kept_values(FormulaSheet& sheet) const {
    std::vector<int> values;
    const auto count = static_cast<int>(states_.size() + held_.size());
    for (int i = 0; i < count; ++i) values.push_back(sheet.value(first_state_ + i));
    return values;
  }

  /// Reads a formula of a section; returns the number 0 if it cannot be read.
  template <class Check>
  int read(FormulaSheet& sheet, const std::string& section, const std::string& key,
           const std::string& text, const Check& check) {
    try {
      const int part = sheet.read(text);
      check(part);
      return part;
    } catch (const InputError& error) {
      report(key, section, error.code(), error.diagnostics().items().front().message);
      return sheet.number(0.0);
    }
  }

  /// Outputs may use each other: each is read once all outputs that it uses are known.
  void compile_outputs(FormulaSheet& sheet) {
    std::set<std::string> unknown;
    for (const Output& output : outputs_) unknown.insert(output.name);
    struct Open {
      Output* output;
      std::vector<std::string> uses;
    };
    std::vector<Open> open;
    for (Output& output : outputs_) open.push_back({&output, words_of(output.text, unknown)});
    while (!open.empty()) {
      std::vector<Open> left;
      for (Open& next : open) {
        Output& output = *next.output;
        const bool waits = std::any_of(next.uses.begin(), next.uses.end(),
                                       [&](const auto& name) { return unknown.count(name) > 0; });
        if (waits) {
          left.push_back(std::move(next));
          continue;
        }
        output.part = read(sheet, "outputs", output.name, output.text,
                           [&](int part) { sheet.require(part, output.unit, output.text); });
        sheet.define(output.name, output.part, output.unit);
        unknown.erase(output.name);
      }
      if (left.size() == open.size()) {
        report(left.front().output->name, "outputs", "formula.circle",
               "its formula depends on outputs that depend on this output; remove one of these "
               "dependencies");
        return;
      }
      open = std::move(left);
    }
  }

  /// Returns which of these names occur in a text, other than as a function.
  static std::vector<std::string> words_of(const std::string& text,
                                           const std::set<std::string>& names) {
    const auto belongs = [](char c) {
      return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
             c == '.';
    };
    std::vector<std::string> found;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!belongs(text[at])) continue;
      const std::size_t from = at;
      while (at < text.size() && belongs(text[at])) ++at;
      std::string word = text.substr(from, at - from);
      const std::size_t next = text.find_first_not_of(' ', at);
      const bool is_call = next != std::string::npos && text[next] == '(';
      if (!is_call && names.count(word) > 0) found.push_back(std::move(word));
    }
    return found;
  }

  /// Reports keys of a section that are not one of these names.
  void check_keys(const std::string& section_name, const std::vector<Start>& known) {
    std::vector<std::string> names;
    for (const Start& start : known) names.push_back(start.name);
    for (const auto& [key, text] : section(section_name)) {
      if (std::find(names.begin(), names.end(), key) != names.end()) continue;
      report(key, section_name, "formula.name",
             std::string("no ") + (section_name == "derivatives" ? "state" : "held value") +
                 " has this name" + expected_name(key, names));
    }
  }

  std::vector<int> derivatives(FormulaSheet& sheet) {
    check_keys("derivatives", states_);
    std::vector<int> results;
    const Texts& texts = section("derivatives");
    for (const Start& state : states_) {
      const auto found = texts.find(state.name);
      if (found == texts.end()) {
        report(state.name, "derivatives", "formula.missing", "this state has no rate; add one");
        continue;
      }
      results.push_back(read(sheet, "derivatives", state.name, found->second, [&](int part) {
        sheet.require_rate(part, state.unit, found->second);
      }));
    }
    return results;
  }

  /// Held values without an update do not change.
  std::vector<int> updates(FormulaSheet& sheet) {
    check_keys("updates", held_);
    std::vector<int> results;
    const Texts& texts = section("updates");
    for (const Start& held : held_) {
      const auto found = texts.find(held.name);
      if (found == texts.end()) {
        const auto number = static_cast<int>(&held - held_.data());
        results.push_back(sheet.value(first_state_ + static_cast<int>(states_.size()) + number));
        continue;
      }
      results.push_back(read(sheet, "updates", held.name, found->second,
                             [&](int part) { sheet.require(part, held.unit, found->second); }));
    }
    return results;
  }

  std::vector<int> guard_values(FormulaSheet& sheet) {
    std::vector<int> results;
    for (const auto& [name, text] : section("guards")) {
      results.push_back(read(sheet, "guards", name, text == "received" ? "0" : text, [](int) {}));
    }
    return results;
  }

  struct Action {
    std::string key, target, text;
    Unit unit{};
  };

  /// Returns the actions by guard.
  std::map<std::string, std::vector<Action>> actions_by_guard() {
    std::map<std::string, std::vector<Action>> all;
    for (const auto& [key, text] : section("actions")) {
      const std::size_t arrow = std::min(key.find("->"), key.size());
      const auto trimmed = [](std::string part) {
        part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
        part.erase(part.find_last_not_of(' ') + 1);
        return part;
      };
      const std::string guard = trimmed(key.substr(0, arrow));
      const std::string target = trimmed(key.substr(std::min(arrow + 2, key.size())));
      const Start* what = find(target);
      if (std::find(guards_.begin(), guards_.end(), guard) == guards_.end() || what == nullptr) {
        report(key, "actions", "formula.action",
               "expected \"guard -> name\" with a guard and a state or held value");
        continue;
      }
      all[guard].push_back({key, target, text, what->unit});
    }
    return all;
  }

  /// Returns the values of states and held values after an event. Guards that fire together act one
  /// after another, in the order of their names; the actions of one guard all use the values from
  /// before that guard.
  std::vector<int> actions(FormulaSheet& sheet) {
    std::map<std::string, int> changed;  // by target: value after the guards so far
    for (const auto& [guard, list] : actions_by_guard()) {
      for (const auto& [target, part] : changed) sheet.define(target, part, find(target)->unit);
      std::map<std::string, int> after;
      for (const Action& action : list) {
        const int part = read(sheet, "actions", action.key, action.text,
                              [&](int found) { sheet.require(found, action.unit, action.text); });
        const auto number = std::find(guards_.begin(), guards_.end(), guard) - guards_.begin();
        const auto before = changed.find(action.target);
        after[action.target] = sheet.choose(
            sheet.value(first_fired_ + static_cast<int>(number)), part,
            before != changed.end() ? before->second : sheet.value(name_of(action.target)));
      }
      sheet.forget(changed.size());
      for (const auto& [target, part] : after) changed[target] = part;
    }
    std::vector<int> results = kept_values(sheet);
    for (const auto& [target, part] : changed) {
      results[static_cast<std::size_t>(name_of(target) - first_state_)] = part;
    }
    return results;
  }

  /// Returns the number of the name in the sheet for a state or held value.
  int name_of(const std::string& name) const {
    int number = first_state_;
    for (const std::vector<Start>* list : {&states_, &held_}) {
      for (const Start& start : *list) {
        if (start.name == name) return number;
        ++number;
      }
    }
    return -1;
  }

  const Start* find(const std::string& name) const {
    for (const std::vector<Start>* list : {&states_, &held_}) {
      for (const Start& start : *list) {
        if (start.name == name) return &start;
      }
    }
    return nullptr;
  }

  // ---- the type -----------------------------------------------------------------------------

  /// Data to which the views of the schema refer.
  struct Storage {
    std::deque<std::string> texts;
    std::vector<Field> fields;
    std::vector<IndexSet> sets;
  };

  std::shared_ptr<const ComponentType> make() const {
    auto storage = std::make_shared<Storage>();
    const auto add = [&](Role role, const std::string& name, const Unit& unit, double value) {
      Field& field = storage->fields.emplace_back();
      field.role = role;
      field.name = storage->texts.emplace_back(name);
      field.unit = unit;
      field.range.value = value;
    };
    for (const FormulaName& input : inputs_) add(Role::Input, input.name, input.unit, 0.0);
    for (const Start& start : states_) add(Role::Output, start.name, start.unit, 0.0);
    for (const Start& start : held_) add(Role::Output, start.name, start.unit, 0.0);
    for (const Output& output : outputs_) add(Role::Output, output.name, output.unit, 0.0);
    for (const Start& start : parameters_) {
      add(Role::Parameter, start.name, start.unit, start.value);
    }
    for (const Start& start : states_) add(Role::State, start.name, start.unit, start.value);
    for (const Start& start : held_) add(Role::Held, start.name, start.unit, start.value);
    for (const std::string& guard : guards_) {
      add(Role::Guard, guard, unit::one, 0.0);
      storage->fields.back().rule.received = section("guards").at(guard) == "received";
    }
    for (const Section& part : kSections) {
      add(Role::Config, part.name, unit::one, 0.0);
      storage->fields.back().kind = ConfigKind::Formulas;
      storage->fields.back().has_default = true;
    }
    int next[8] = {};
    for (Field& field : storage->fields)
      field.member = next[static_cast<std::size_t>(field.role)]++;

    auto type = std::make_shared<ComponentType>(bind<FormulaEquations>("Expression"));
    const auto fix = [&](std::string_view set, std::size_t size) {
      IndexSet& entry = storage->sets.emplace_back();
      entry.name = set;
      entry.size = static_cast<int>(size);
    };
    fix("inputs", inputs_.size());
    fix("parameters", parameters_.size());
    fix("states", states_.size());
    fix("held", held_.size());
    fix("guards", guards_.size());
    fix("outputs", states_.size() + held_.size() + outputs_.size());
    type->schema = SchemaView("Equations of the model file", storage->fields, storage->sets);
    type->traits.has_derivatives = !states_.empty();
    type->traits.has_update = !section("updates").empty();
    type->traits.has_events = !guards_.empty();
    type->formulas = formulas_;
    type->storage = std::move(storage);
    return type;
  }

  const Component& component_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
  std::vector<FormulaName> inputs_;
  std::vector<Start> parameters_, states_, held_;
  std::vector<std::string> guards_;
  // Numbers of names in the sheet: of the first state, which held values follow, and of the name
  // for the first guard.
  int first_state_ = 0, first_fired_ = 0;
  std::vector<Output> outputs_;
  std::shared_ptr<const ComponentFormulas> formulas_;
};

/// Returns a text that is the same for equal configurations.
std::string key_of(const Component& component) {
  std::string key;
  for (const auto& [name, setting] : component.config) {
    const auto add = [&key](const std::string& text) {
      key += std::to_string(text.size()) + ':' + text;
    };
    add(name);
    const auto* texts = std::get_if<FormulaTexts>(&setting);
    if (texts == nullptr) continue;
    key += std::to_string(texts->texts.size()) + ';';
    for (const auto& [entry, text] : texts->texts) {
      add(entry);
      add(text);
    }
  }
  return key;
}

/// Equal configurations share a type while one of them is in use.
std::shared_ptr<const ComponentType> specialize(const Component& component,
                                                Diagnostics& diagnostics) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const ComponentType>> known;
  const std::string key = key_of(component);
  const std::lock_guard<std::mutex> lock(mutex);
  if (const auto found = known.find(key); found != known.end()) {
    if (std::shared_ptr<const ComponentType> type = found->second.lock()) return type;
  }
  std::shared_ptr<const ComponentType> type = ExpressionType(component, diagnostics).type();
  std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
  if (type != nullptr) known[key] = type;
  return type;
}

}  // namespace

ComponentType expression_component_type() {
  std::vector<StepperPort> configuration;
  for (const Section& part : kSections) {
    StepperPort port;
    port.role = Role::Config;
    port.name = part.name;
    port.doc = part.doc;
    port.open = true;
    port.kind = ConfigKind::Formulas;
    configuration.push_back(std::move(port));
  }
  return specialized_type("Expression", "Equations of the model file: states, outputs, events",
                          std::move(configuration), &specialize);
}

}  // namespace hearth
