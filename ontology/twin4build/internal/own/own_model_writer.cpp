// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_words.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/own/own_writer.hpp"

namespace hearth::twin4build {
namespace {

constexpr std::string_view kDateTime = "http://www.w3.org/2001/XMLSchema#dateTime";

class OwnModelWriter {
 public:
  OwnModelWriter(const SimulationModel& model, const OwnContext& to) : model_(model), to_(to) {}

  void write(const std::map<std::string, Measurement>& said) {
    node_ = to_.graph.iri(hearth_term("model"));
    relate(node_, rdf::kType, to_.graph.iri(hearth_term("Model")));
    relate(node_, kLabel, to_.graph.literal(model_.name));
    write_site();
    write_run();
    for (const auto& [port, measurement] : model_.measurements) {
      const auto found = said.find(port);
      if (found != said.end() && found->second == measurement) continue;
      write_measurement(port, measurement);
    }
    if (!model_.inputs.empty()) {
      say(node_, "openInputs", to_line(nlohmann::ordered_json(model_.inputs)), kJson);
    }
  }

 private:
  void relate(TermId subject, std::string_view predicate, TermId object) {
    to_.graph.add({subject, to_.graph.iri(predicate), object});
  }
  void say(TermId subject, std::string_view name, std::string_view text,
           std::string_view datatype = xsd::kString) {
    relate(subject, hearth_term(name), to_.graph.literal(text, datatype));
  }
  void say_number(std::string_view name, const std::optional<double>& value) {
    if (!value) return;
    const std::optional<std::string> text = to_graph(Scale::Same, *value);
    if (text) return say(node_, name, *text, xsd::kDouble);
    to_.errors.error("t4b.not_expressible", {.pointer = std::string(name)},
                     "a graph holds finite numbers only");
  }

  void write_site() {
    say_number("latitude", model_.site.latitude);
    say_number("longitude", model_.site.longitude);
    if (!model_.site.timezone.empty()) say(node_, "timeZone", model_.site.timezone);
  }

  void write_run() {
    const RunDefaults& run = model_.defaults;
    if (run.start) say(node_, "start", format_time(*run.start, Zone()), kDateTime);
    if (run.end) say(node_, "end", format_time(*run.end, Zone()), kDateTime);
    if (run.step) say_number("step", seconds(*run.step));
    if (run.cycle_removal) {
      say(node_, "cycleRemoval", word_for(*run.cycle_removal, kCycleRemovalWords));
    }
  }

  void write_measurement(const std::string& port, const Measurement& measurement) {
    try {
      const std::string json = to_line(measurement_record().write(measurement));
      const TermId node = to_.graph.fresh_blank();
      relate(node_, hearth_term("measurement"), node);
      say(node, "port", port);
      say(node, "value", json, kJson);
    } catch (const ModelError& error) {
      to_.errors.error("t4b.not_expressible", {.pointer = port},
                       error.diagnostics().items().front().message);
    }
  }

  const SimulationModel& model_;
  const OwnContext& to_;
  TermId node_ = kNoTerm;
};

}  // namespace

void write_own_model(const SimulationModel& model, const std::map<std::string, Measurement>& said,
                     const OwnContext& to) {
  OwnModelWriter(model, to).write(said);
}

}  // namespace hearth::twin4build
