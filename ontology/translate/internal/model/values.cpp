// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/values.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/translate/internal/model/room_sums.hpp"
#include "hearth/ontology/translate/internal/rooms/us_units.hpp"

namespace hearth {
namespace {

/// Returns a value in the unit of a source; bare numbers are unchanged.
double in_unit(const Quantity& quantity, const std::optional<Unit>& unit) {
  if (!quantity.unit || !unit || !quantity.unit->compatible(*unit)) return quantity.value;
  return convert(quantity.value, *quantity.unit, *unit);
}

double limited(double value, const ValueSource& source) {
  if (source.min) value = std::max(value, *source.min);
  if (source.max) value = std::min(value, *source.max);
  return value;
}

/// Returns the number from which other values are computed: in SI units, temperatures in degC.
double si_number(const Quantity& quantity) {
  if (!quantity.unit) return quantity.value;
  if (quantity.unit->point) return convert(quantity.value, *quantity.unit, unit::degC);
  return quantity.value * quantity.unit->scale;
}

/// Returns whether a unit of no table is that of cooling capacity, a ton of refrigeration.
bool is_ton(std::string_view unit) { return unit == "ton" || unit == "tons" || unit == "TR"; }

bool is_power(const std::optional<Unit>& unit) { return unit && unit->compatible(unit::W); }

/// Converts a volume flow to a mass flow; other quantities are unchanged.
Quantity as_mass(const Quantity& quantity, double density) {
  if (!quantity.unit || !quantity.unit->compatible(unit::m3_per_s)) return quantity;
  return {convert(quantity.value, *quantity.unit, unit::m3_per_s) * density, unit::kg_per_s};
}

std::string formula(const ValueSource& source, const std::string& what) {
  std::string text = source.factor == 1.0 ? what : fmt::format("{} x {}", source.factor, what);
  if (!source.per_variable.empty()) text += fmt::format(" per ?{}", source.per_variable);
  if (source.power != 1.0) text += fmt::format("^{}", source.power);
  return text;
}

/// A smaller capacity of a plant or unit, in W, is a number in another unit.
constexpr double kLeastCapacity = 100.0;

bool is_capacity(const std::string& name) {
  return name.find("HeatingPower") != std::string::npos ||
         name.find("CoolingPower") != std::string::npos;
}

/// Returns whether a number is a ratio in the unit of a power, such as a COP in kW.
bool is_ratio_in_watts(const Quantity& quantity, const std::optional<Unit>& expected) {
  return expected && *expected == unit::one && is_power(quantity.unit);
}

/// Returns the amount of a cooling capacity: programs that count heat as positive state it as
/// negative.
double amount(double value, const std::string& name) {
  return name.find("CoolingPower") != std::string::npos ? std::abs(value) : value;
}

/// Returns whether a unit is one of areas or volumes, which must be positive.
bool is_extent(const std::optional<Unit>& unit) {
  return unit && (unit->compatible(unit::m2) || unit->compatible(unit::m3));
}

const Quantity* plain(const ParameterSetting& setting) {
  return std::get_if<Quantity>(&setting.value);
}

}  // namespace

const ValueSource* ValueFinder::source_of(const Instance& instance, const std::string& name) const {
  const Rule& rule = *instance.rule;
  // A parameter with the name of a quantity is that quantity.
  for (const ValueSources* sources : {&rule.quantities, &rule.group.quantities, &rule.parameters}) {
    const auto found = sources->find(name);
    if (found != sources->end()) return &found->second;
  }
  const std::size_t dot = name.rfind('.');
  const std::string part_name = dot == std::string::npos ? "" : name.substr(0, dot);
  const GroupPart* part = rule.group.part(part_name);
  if (part == nullptr) return nullptr;
  const auto found = part->parameters.find(dot == std::string::npos ? name : name.substr(dot + 1));
  return found == part->parameters.end() ? nullptr : &found->second;
}

std::optional<FoundValue> ValueFinder::find(int number, const std::string& name) {
  const Key key{number, name};
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  known_[key] = std::nullopt;  // a value that depends on itself finds nothing
  const Instance& instance = instances_.all()[number];
  if (++depth_ > kMostDepth) {
    throw InputError("mapping.value_depth", instance.rule->where,
                     fmt::format("'{}' of the rule '{}' needs values of a chain of more than {} "
                                 "nodes, up to {}; do not sum along a chain",
                                 name, instance.rule->id, kMostDepth, names_.name(instance.root)));
  }
  const ValueSource* source = source_of(instance, name);
  std::optional<FoundValue> value =
      source == nullptr ? from_side(instance, name, nullptr) : evaluate(number, name, *source);
  --depth_;
  return known_[key] = std::move(value);
}

std::optional<FoundValue> ValueFinder::evaluate(int number, const std::string& name,
                                                const ValueSource& source) {
  const Instance& instance = instances_.all()[number];
  const bool summed = is_sum_of_rooms(instance, name);
  std::optional<FoundValue> side;
  if (!summed) side = from_side(instance, name, &source);
  if (side && side_.overwrites()) return side;
  used_.clear();
  std::optional<FoundValue> graph =
      summed ? from_rooms_or_whole(instance, name, source) : from_graph(instance, name, source);
  const std::vector<StatedNumber> used = std::exchange(used_, {});
  if (graph && is_likely(number, name, source, graph->quantity)) return graph;
  for (const StatedNumber& unlikely : used) read_.drop(unlikely);
  if (side) return side;
  if (source.fixed) {
    const Quantity* quantity = plain(source.setting);
    if (quantity == nullptr) return std::nullopt;
    return FoundValue{*quantity, "mapping " + instance.rule->id};
  }
  if (std::optional<FoundValue> share = from_share(number, name, source, source.share.size())) {
    return share;
  }
  if (std::optional<FoundValue> derived = from_model(number, source)) {
    if (source.guess) {
      report_guess(instance, name, in_unit(derived->quantity, source.unit), source.unit);
      derived->guessed = true;
    }
    return derived;
  }
  if (source.archetype) {
    if (auto usual = from_archetype(number, name, source)) return usual;
  }
  if (!source.standard) return std::nullopt;
  Quantity quantity = *source.standard;
  if (!quantity.unit) quantity.unit = source.unit;
  report_guess(instance, name, quantity.value, quantity.unit);
  return FoundValue{quantity, "default of " + instance.rule->id, true};
}

std::optional<FoundValue> ValueFinder::from_side(const Instance& instance, const std::string& name,
                                                 const ValueSource* source) {
  return from_entry(instance, name, source, side_.find(instance, name));
}

/// Returns the unit of numbers without one in the side file. In the US, flows of air are in cfm,
/// and flows of water, which are denser than 100 kg/m3, in gpm.
Unit ValueFinder::bare_unit(const Unit& unit, std::optional<double> density) const {
  if (!side_.states_us_units()) return unit;
  if (!density || !unit.compatible(unit::kg_per_s)) return us_unit(unit);
  return *density < 100.0 ? us_unit(unit::m3_per_s) : *parse_unit("gpm");
}

std::optional<FoundValue> ValueFinder::from_entry(const Instance& instance, const std::string& name,
                                                  const ValueSource* source,
                                                  const SideValue* given) {
  if (given == nullptr || given->quantity() == nullptr) return std::nullopt;
  Quantity quantity = *given->quantity();
  if (source == nullptr) return FoundValue{quantity, given->place};
  std::optional<Unit> unit = source->unit;
  if (!unit && source->standard) unit = source->standard->unit;
  if (!quantity.unit && unit) quantity.unit = bare_unit(*unit, source->density);
  if (quantity.unit && source->density) quantity = as_mass(quantity, *source->density);
  if (!unit || quantity.unit->compatible(*unit)) return FoundValue{quantity, given->place};
  report_unfit(instance, name, quantity.unit->symbol, unit, given->place);
  return std::nullopt;
}

std::optional<double> ValueFinder::stated(const Instance& instance, const std::string& name,
                                          const ValueSource& source, const ValueSource::Path& way,
                                          TermId node, std::optional<Unit>& unit) {
  const auto number = number_at(names_, node, way.path, *instance.mapping, source.nth);
  if (!number) return std::nullopt;
  read_.add(*number);
  if (!number->problem.empty()) {
    report_unreadable(instance, name, number->problem);
    return std::nullopt;
  }
  Quantity quantity = number->quantity;
  if (!unit) unit = source.unit;
  const bool tons = is_power(unit) && is_ton(number->unknown_unit);
  if (tons) quantity.unit = parse_unit("tonR");
  const bool bare = !number->quantity.unit && number->unknown_unit.empty();
  std::optional<Unit> read_as = unit;
  if (bare && is_extent(unit) && side_.us_units()) read_as = us_unit(*unit);
  if (!quantity.unit) quantity.unit = read_as;
  const bool small = quantity.value != 0.0 && std::abs(quantity.value) < kLeastCapacity;
  if (bare && is_capacity(name) && small) {
    report_small_power(instance, name, quantity.value, *unit);
    return std::nullopt;
  }
  if (source.density) quantity = as_mass(quantity, *source.density);
  quantity.value = amount(quantity.value, name);
  if (is_ratio_in_watts(quantity, unit)) {
    report_ratio(instance, name, quantity.unit->symbol);
    quantity.unit = unit;
  }
  if (is_extent(unit) && quantity.value <= 0.0) {
    report_not_positive(instance, name, quantity.value, unit);
    return std::nullopt;
  }
  const bool volume_or_mass = source.density && unit && unit->compatible(unit::kg_per_s);
  if (bare && (is_extent(unit) || is_power(unit) || volume_or_mass)) {
    report_bare(instance, name, read_as);
  }
  const bool known = tons || number->unknown_unit.empty();
  if (!known || (unit && !quantity.unit->compatible(*unit))) {
    report_unfit(instance, name, known ? quantity.unit->symbol : number->unknown_unit, unit,
                 "the graph");
    return std::nullopt;
  }
  if (!unit) unit = quantity.unit;
  read_.use(*number);
  used_.push_back(*number);
  return in_unit(quantity, unit);
}

std::optional<FoundValue> ValueFinder::from_graph(const Instance& instance, const std::string& name,
                                                  const ValueSource& source) {
  const bool factor_of_others =
      !source.of.empty() || !source.sum_variable.empty() || !source.count_variable.empty();
  const double factor = factor_of_others ? 1.0 : source.factor;
  const bool summed = is_sum_of_rooms(instance, name);
  for (const ValueSource::Path& way : source.from) {
    if (summed && way.sum && has_rooms(instance, way.variable)) continue;  // `sum_of_rooms`
    double total = 0.0;
    std::string nodes;
    std::optional<Unit> unit;
    for (const TermId node : instance.of(way.variable)) {
      const std::optional<double> value = stated(instance, name, source, way, node, unit);
      if (!value) continue;
      total += *value;
      nodes += (nodes.empty() ? "" : ", ") + names_.name(node);
      if (!way.sum) break;
    }
    if (nodes.empty()) continue;
    return FoundValue{{limited(total * factor, source), unit}, "graph " + nodes};
  }
  return std::nullopt;
}

std::optional<FoundValue> ValueFinder::from_others(int number, const ValueSource& source) {
  const Instance& instance = instances_.all()[number];
  FoundValue result;
  double value = 0.0;
  if (!source.of.empty()) {
    const std::optional<FoundValue> other = find(number, source.of);
    if (!other) return std::nullopt;
    value = si_number(other->quantity);
    result.source = formula(source, source.of);
    if (source.factor == 1.0 && source.power == 1.0) {
      result.source += fmt::format(" ({})", other->source);
    }
    result.guessed = other->guessed;
  } else if (!source.sum_variable.empty()) {
    bool any = false;
    std::set<int> counted;  // one instance may represent several of the nodes
    for (const TermId node : instance.of(source.sum_variable)) {
      const int model = instances_.model_of(node);
      if (model < 0 || !counted.insert(model).second) continue;
      const std::optional<FoundValue> other = find(model, source.sum_name);
      if (!other) continue;
      any = true;
      value += si_number(other->quantity);
      result.guessed = result.guessed || other->guessed;
    }
    if (!any) return std::nullopt;
    result.source = formula(source, "sum of " + source.sum_name);
  } else if (!source.count_variable.empty()) {
    value = static_cast<double>(instance.of(source.count_variable).size());
    result.source = formula(source, "number of ?" + source.count_variable);
  } else {
    return std::nullopt;
  }
  if (!source.per_variable.empty()) {
    value /= static_cast<double>(std::max<std::size_t>(1, instance.of(source.per_variable).size()));
  }
  value = source.factor * std::pow(value, source.power);
  if (!std::isfinite(value)) return std::nullopt;
  result.quantity = {limited(value, source), source.unit};
  return result;
}

std::optional<FoundValue> ValueFinder::from_model(int number, const ValueSource& source) {
  if (std::optional<FoundValue> other = from_others(number, source)) return other;
  if (source.formula.empty()) return std::nullopt;
  return from_formula(number, source.formula, source.unit);
}

std::optional<FoundValue> ValueFinder::from_formula(int number, const Formula& formula,
                                                    const std::optional<Unit>& unit) {
  bool guessed = false;
  const std::optional<double> value =
      formula.value([&](const std::string& name) -> std::optional<double> {
        const std::optional<FoundValue> other = find(number, name);
        if (!other) return std::nullopt;
        guessed = guessed || other->guessed;
        return si_number(other->quantity);
      });
  if (!value) return std::nullopt;
  const double scale = unit ? unit->scale : 1.0;  // formulas are in SI units
  return FoundValue{{*value / scale, unit}, formula.text(), guessed};
}

/// Returns whether a number of the graph fits the other sizes of its instance; reports it if not.
bool ValueFinder::is_likely(int number, const std::string& name, const ValueSource& source,
                            const Quantity& value) {
  if (source.likely.empty()) return true;
  const std::optional<FoundValue> most = from_formula(number, source.likely, source.unit);
  if (!most || in_unit(value, source.unit) <= most->quantity.value) return true;
  const Instance& instance = instances_.all()[number];
  const std::string symbol = source.unit ? source.unit->symbol : "";
  report_.add({.code = "import.value_unlikely",
               .message = fmt::format("{} (rule {}) is {:.4g} {} in the graph, more than {:.4g} {} "
                                      "({})",
                                      name, instance.rule->id, in_unit(value, source.unit), symbol,
                                      most->quantity.value, symbol, source.likely.text()),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used: set it, or the sizes from which the limit follows, with "
                              "--params"});
  return false;
}

std::optional<FoundValue> ValueFinder::from_archetype(int number, const std::string& name,
                                                      const ValueSource& source) {
  const std::optional<UsualValue> usual = uses_.usual(number, name);
  if (!usual) return std::nullopt;
  FoundValue value;
  if (!usual->value->formula.empty()) {
    const auto made = from_formula(number, usual->value->formula, source.unit);
    if (!made) return std::nullopt;
    value = *made;
  } else if (usual->value->quantity) {
    value.quantity = *usual->value->quantity;
  } else {
    return std::nullopt;
  }
  if (!value.quantity.unit) value.quantity.unit = source.unit;
  value.guessed = true;
  value.source = fmt::format("{}: {}", usual->of, usual->value->source);
  auto& [texts, nodes] = usual_[{usual->of, usual->value->source}];
  const std::string number_and_unit = usual->value->formula.empty()
                                          ? with_unit(value.quantity.value, value.quantity.unit)
                                          : usual->value->formula.text();
  texts.insert(fmt::format("{} {}", name, number_and_unit));
  nodes.insert(instances_.all()[number].root);
  return value;
}

void ValueFinder::report_archetypes() {
  std::map<std::pair<std::string, std::set<TermId>>, std::vector<std::string>> items;
  for (const auto& [key, found] : usual_) {
    items[{key.first, found.second}].push_back(
        fmt::format("{} ({})", fmt::join(found.first, ", "), key.second));
  }
  for (const auto& [key, texts] : items) {
    ImportItem item{
        .severity = Severity::Note,
        .code = "import.value_usual",
        .message = fmt::format("{}: {}", key.first, fmt::join(texts, "; ")),
        .consequence = "these are usual values: set the values of this building with --params"};
    std::vector<TermId> nodes(key.second.begin(), key.second.end());
    sort_by_name(nodes, names_);
    for (const TermId node : nodes) item.nodes.push_back(names_.node(node));
    report_.add(std::move(item));
  }
  usual_.clear();
}

const ValueFinder::Shares& ValueFinder::share_of(TermId place, const std::string& name,
                                                 const ValueSource& source, std::size_t way,
                                                 double total) {
  const auto [entry, first] = shares_.try_emplace({place, name, way});
  if (!first) return entry->second;
  Shares& share = entry->second;
  std::vector<int> without;
  int with = 0;
  double known = 0.0;
  for (int other = 0; other < static_cast<int>(instances_.all().size()); ++other) {
    const Instance& instance = instances_.all()[other];
    const ValueSource* own = source_of(instance, name);
    if (own == nullptr || own->share.size() <= way) continue;
    const std::vector<TermId>& places = instance.of(own->share[way].variable);
    if (std::find(places.begin(), places.end(), place) == places.end()) continue;
    std::optional<FoundValue> stated;
    if (is_sum_of_rooms(instance, name)) {
      stated = from_rooms_or_whole(instance, name, *own);
    } else {
      stated = from_side(instance, name, own);
      if (!stated || !side_.overwrites()) {
        if (auto graph = from_graph(instance, name, *own)) stated = std::move(graph);
      }
    }
    if (!stated) stated = from_share(other, name, *own, way);
    if (stated) {
      known += in_unit(stated->quantity, source.unit);
      ++with;
    } else {
      without.push_back(other);
    }
  }
  const std::string unit = source.unit ? source.unit->symbol : "";
  const double left = total - known;
  if (without.empty()) return share;
  if (left <= 0.0) {
    report_.add({.code = "import.share_exceeded",
                 .message = fmt::format(
                     "{} {} {} does not exceed the sum of the values of its parts, {} {}", name,
                     number_text(total), unit, number_text(known), unit),
                 .nodes = {names_.node(place)},
                 .consequence = "nothing remains for the other parts"});
    return share;
  }
  const std::vector<double> by = weights(without, name);
  const double whole = std::accumulate(by.begin(), by.end(), 0.0);
  const auto [least, most] = std::minmax_element(by.begin(), by.end());
  for (std::size_t i = 0; i < without.size(); ++i) {
    share[without[i]] = left * by[i] / whole;
  }
  report_share(place, name,
               {.total = total,
                .known = known,
                .least = left * *least / whole,
                .most = left * *most / whole,
                .with = with,
                .without = static_cast<int>(without.size())},
               unit);
  return share;
}

std::vector<double> ValueFinder::weights(const std::vector<int>& numbers, const std::string& name) {
  std::vector<double> found;
  for (const int number : numbers) {
    const ValueSource& source = *source_of(instances_.all()[number], name);
    const std::optional<FoundValue> guess = from_model(number, source);
    const double weight = guess ? si_number(guess->quantity) : 0.0;
    if (!(weight > 0.0)) return std::vector<double>(numbers.size(), 1.0);
    found.push_back(weight);
  }
  return found;
}

void ValueFinder::report_share(TermId place, const std::string& name, const Division& division,
                               const std::string& unit) {
  constexpr double kUnlikely = 5.0;
  const double mean = (division.total - division.known) / division.without;
  const double others = division.with > 0 ? division.known / division.with : mean;
  const bool unlikely = mean > kUnlikely * others;
  const bool equal = division.most <= division.least * (1.0 + 1e-9);
  const std::string each =
      equal ? fmt::format("{:.4g} {} for each", mean, unit)
            : fmt::format("{:.4g} to {:.4g} {}, in proportion to their usual values, for each",
                          division.least, division.most, unit);
  std::string consequence = "set the value of each in the graph or with --params";
  if (unlikely) {
    consequence = fmt::format(
                      "this is more than five times the mean of the others, {:.4g} {}, "
                      "because parts may be missing in the graph: ",
                      others, unit) +
                  consequence;
  } else if (equal) {
    consequence = "all of them have the same value: " + consequence;
  }
  report_.add({.severity = unlikely ? Severity::Warning : Severity::Note,
               .code = "import.share",
               .message = fmt::format("{} {} {} was distributed: {} of {} parts without a value "
                                      "({} have one)",
                                      name, number_text(division.total), unit, each,
                                      division.without, division.with),
               .nodes = {names_.node(place)},
               .consequence = std::move(consequence)});
}

std::optional<FoundValue> ValueFinder::from_share(int number, const std::string& name,
                                                  const ValueSource& source, std::size_t ways) {
  const Instance& instance = instances_.all()[number];
  for (std::size_t way = 0; way < ways; ++way) {
    for (const TermId place : instance.of(source.share[way].variable)) {
      std::optional<Unit> unit = source.unit;
      const auto total = stated(instance, name, source, source.share[way], place, unit);
      if (!total) continue;
      const Shares& share = share_of(place, name, source, way, *total);
      const auto part = share.find(number);  // none if its own value is unlikely
      if (part == share.end()) continue;
      return FoundValue{{part->second, unit}, "share of " + names_.name(place), true};
    }
  }
  return std::nullopt;
}

void ValueFinder::report_unfit(const Instance& instance, const std::string& name,
                               const std::string& given, const std::optional<Unit>& expected,
                               const std::string& source) {
  const std::string wanted = expected ? fmt::format("[{}]", expected->symbol) : "a known unit";
  report_.add({.code = "import.value_unfit",
               .message = fmt::format("{} (rule {}) is in [{}] in {}, expected {}", name,
                                      instance.rule->id, given, source, wanted),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used"});
}

void ValueFinder::report_unreadable(const Instance& instance, const std::string& name,
                                    const std::string& problem) {
  report_.add({.code = "import.value_unfit",
               .message = fmt::format("{} (rule {}) cannot be read in the graph: {}", name,
                                      instance.rule->id, problem),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used: write one number with a decimal point and without "
                              "separators of thousands"});
}

void ValueFinder::report_not_positive(const Instance& instance, const std::string& name,
                                      double value, const std::optional<Unit>& unit) {
  report_.add({.code = "import.value_unfit",
               .message = fmt::format("{} (rule {}) is {} {} in the graph, but must be above 0",
                                      name, instance.rule->id, number_text(value), unit->symbol),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used"});
}

void ValueFinder::report_small_power(const Instance& instance, const std::string& name,
                                     double value, const Unit& unit) {
  report_.add({.code = "import.value_unlikely",
               .message = fmt::format("{} (rule {}) is {:.4g} in the graph, without a unit; as {} "
                                      "it would be less than {:.4g}",
                                      name, instance.rule->id, value, unit.symbol, kLeastCapacity),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used: add its unit to the graph, such as kW or tons of "
                              "refrigeration"});
}

void ValueFinder::report_bare(const Instance& instance, const std::string& name,
                              const std::optional<Unit>& unit) {
  report_.add({.code = "import.unit_assumed",
               .message = fmt::format("{} (rule {}) has no unit in the graph; read as {}", name,
                                      instance.rule->id, unit->symbol),
               .nodes = {names_.node(instance.root)},
               .consequence = "add its unit to the graph"});
}

void ValueFinder::report_ratio(const Instance& instance, const std::string& name,
                               const std::string& given) {
  report_.add({.code = "import.unit_assumed",
               .message = fmt::format("{} (rule {}) is a ratio, but has the unit {} in the graph; "
                                      "read as a ratio",
                                      name, instance.rule->id, given),
               .nodes = {names_.node(instance.root)},
               .consequence = "correct its unit in the graph"});
}

void ValueFinder::report_guess(const Instance& instance, const std::string& name, double value,
                               const std::optional<Unit>& unit) {
  const bool has_unit = unit && std::string_view(unit->symbol) != "1";
  const std::string text =
      number_text(value) + (has_unit ? std::string(" ") + unit->symbol : std::string());
  const GraphNode node = names_.node(instance.root);
  report_.add({.code = "import.value_guessed",
               .message = fmt::format("{} is not in the graph (rule {}); {} was used", name,
                                      instance.rule->id, text),
               .nodes = {node},
               .add = {fmt::format("\"{}\": {{\"{}\": \"{}\"}}", node.name, name, text)},
               .consequence = "a guess: add it to the graph or to --params",
               .setting = name});
}

}  // namespace hearth
