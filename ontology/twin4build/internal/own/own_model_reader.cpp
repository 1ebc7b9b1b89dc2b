// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_words.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/statements.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/own/own_reader.hpp"

namespace hearth::twin4build {
namespace {

class OwnModelReader {
 public:
  OwnModelReader(const TripleStore& store, const std::string& file, TermId node,
                 SimulationModel& model, Diagnostics& errors)
      : node_(node), model_(model), graph_(store, file, "", errors) {}

  void read() {
    if (const auto name = graph_.text(node_, std::string(kLabel))) model_.name = *name;
    read_number("latitude", model_.site.latitude, 90.0);
    read_number("longitude", model_.site.longitude, 180.0);
    if (const auto zone = graph_.text(node_, hearth_term("timeZone"))) {
      model_.site.timezone = *zone;
    }
    read_run();
    for (const Triple& statement : graph_.all(node_, hearth_term("measurement"))) {
      read_measurement(statement);
    }
    if (const auto inputs = graph_.one(node_, hearth_term("openInputs"))) read_inputs(*inputs);
  }

 private:
  void read_number(const char* name, std::optional<double>& target, double largest) {
    const auto number = graph_.number(node_, hearth_term(name));
    if (!number) return;
    if (std::abs(*number) > largest) {
      return graph_.value_error(*graph_.one(node_, hearth_term(name)), "a place on the earth");
    }
    target = number;
  }

  void read_instant(const char* name, std::optional<Instant>& target) {
    const auto statement = graph_.one(node_, hearth_term(name));
    if (!statement) return;
    const auto stamp = parse_time(graph_.store().term(statement->object).text);
    if (stamp && stamp->offset) {
      target = stamp->instant();
    } else {
      graph_.value_error(*statement, "a time with its offset from UTC");
    }
  }

  void read_run() {
    read_instant("start", model_.defaults.start);
    read_instant("end", model_.defaults.end);
    read_step();
    read_cycle_removal();
  }

  void read_step() {
    const auto step = graph_.number(node_, hearth_term("step"));
    if (!step) return;
    constexpr double kLongest = 1e9;  // s
    const double milliseconds = std::round(*step * 1000.0);
    if (!(milliseconds >= 1.0) || *step > kLongest) {
      return graph_.value_error(*graph_.one(node_, hearth_term("step")), "a step in seconds");
    }
    model_.defaults.step = Duration(static_cast<long long>(milliseconds));
  }

  void read_cycle_removal() {
    const auto statement = graph_.one(node_, hearth_term("cycleRemoval"));
    if (!statement) return;
    const std::string_view text = graph_.store().term(statement->object).text;
    for (const auto& [word, policy] : kCycleRemovalWords) {
      if (word == text) model_.defaults.cycle_removal = policy;
    }
    if (!model_.defaults.cycle_removal) graph_.value_error(*statement, "greedy or state-edges");
  }

  void read_measurement(const Triple& statement) {
    const auto port = graph_.text(statement.object, hearth_term("port"));
    const auto value = graph_.one(statement.object, hearth_term("value"));
    if (!port || !value) {
      return graph_.value_error(statement, "a measurement with hearth:port and hearth:value");
    }
    const std::string text(graph_.store().term(value->object).text);
    graph_.json(*value, text, [&](const JsonNode& root, Diagnostics& found) {
      auto measurement = hearth::read_measurement(root, found);
      if (!measurement) return;
      measurement->where = graph_.where(*value);
      model_.measurements[*port] = *std::move(measurement);
    });
  }

  void read_inputs(const Triple& statement) {
    const std::string text(graph_.store().term(statement.object).text);
    graph_.json(statement, text, [&](const JsonNode& root, Diagnostics& found) {
      if (!require_array(root, found)) return;
      for (const JsonNode element : root.elements()) {
        if (const auto input = read_name(element, found)) model_.inputs.push_back(*input);
      }
    });
  }

  TermId node_;
  SimulationModel& model_;
  Statements graph_;
};

}  // namespace

void read_own_model(const TripleStore& store, const std::string& file, SimulationModel& model,
                    Diagnostics& errors) {
  const auto nodes = store.match(
      {.predicate = store.find_iri(rdf::kType), .object = store.find_iri(hearth_term("Model"))});
  if (nodes.empty()) return;
  if (nodes.size() > 1) {
    errors.error("t4b.model_ambiguous", {.file = file, .line = store.line(nodes[1]), .pointer = {}},
                 "the graph has several nodes of class hearth:Model; leave one");
    return;
  }
  OwnModelReader(store, file, nodes[0].subject, model, errors).read();
}

}  // namespace hearth::twin4build
