// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/calibration_schema.hpp"

#include <nlohmann/json.hpp>

#include "hearth/estimation/calibration/internal/calibration_words.hpp"
#include "hearth/ontology/model_files/model_words.hpp"
#include "hearth/ontology/model_files/schema_parts.hpp"

namespace hearth {
namespace {

using namespace schema_parts;

Json at_least_one(const Json& item) {
  Json list = list_of(item);
  list["minItems"] = 1;
  return list;
}

Json period() {
  return object({{"start", refer_to("instant")},
                 {"end", described(refer_to("instant"), "A whole number of steps after the start")},
                 {"warmup", described(refer_to("duration"), "Simulated, but not compared")}},
                {"start", "end"});
}

Json parameter() {
  const Json prior = object({{"mean", number()}, {"sd", number_above(0)}}, {"mean", "sd"});
  return object(
      {{"name", described(text(), "Default: the first target")},
       {"targets", described(at_least_one(refer_to("endpoint")),
                             "id.parameter, or id@state for an initial value; all get one number")},
       {"initial", described(number(), "Where the search begins")},
       {"min", number()},
       {"max", number()},
       {"scale", described(one_of_words(words_of(kScaleWords)),
                           "Of the search; default: log where min > 0, else linear")},
       {"prior", described(prior, "What is known before, as a normal distribution")},
       {"unit", refer_to("unit")}},
      {"targets", "initial"});
}

Json measurement() {
  const Json port = described(refer_to("endpoint"), "Output that is compared");
  const Json sd = described(number_above(0), "Standard deviation, in the unit of the file");
  return either({object({{"port", port}, {"sd", sd}}, {"port"}),
                 object(joined(file_column_members(), {{"port", port}, {"sd", sd}}),
                        {"port", "file", "sd"})});
}

Json loss() {
  const Json kind = one_of_words(words_of(kLossWords));
  return either({kind, object({{"kind", kind}, {"scale", number_above(0)}})});
}

Json multistart() {
  return object({{"n", described({{"type", "integer"}, {"minimum", 1}, {"maximum", 100000}},
                                 "Starts, the given one included")},
                 {"seed", integer(0)}});
}

Json root() {
  return object(
      {{"hearth", described({{"const", 1}}, "Version of the format")},
       {"$schema", {{"type", "string"}}},
       {"name", text()},
       {"model", described(text(), "Path from the folder of this file")},
       {"step", refer_to("step")},
       {"periods", described(at_least_one(refer_to("period")), "Compared with measurements")},
       {"validation", described(list_of(refer_to("period")), "Judged afterwards")},
       {"parameters", described(at_least_one(refer_to("parameter")), "To be found")},
       {"measurements", described(at_least_one(refer_to("measurement")),
                                  "Without a file: as the model's measurements say")},
       {"data_dir", described(text(), "Folder in which files are found by their name")},
       {"fixed", described(map_of(refer_to("quantity")), "Set before the run, by id.name")},
       {"solver", one_of_words(words_of(kSolverWords))},
       {"loss", loss()},
       {"error_model", one_of_words(words_of(kErrorModelWords))},
       {"multistart", multistart()},
       {"input_hold", described(one_of_words(words_of(kHoldWords)), "Of sources, inside a step")},
       {"timezone", refer_to("zone")},
       {"coupling", one_of_words(words_of(kCouplingWords))},
       {"cycle_removal", one_of_words(words_of(kCycleRemovalWords))}},
      {"hearth", "model", "step", "periods", "parameters", "measurements"});
}

}  // namespace

std::string calibration_schema() {
  Json definitions = common_definitions();
  definitions.erase("series");
  definitions["period"] = period();
  definitions["parameter"] = parameter();
  definitions["measurement"] = measurement();
  return schema_text("Hearth calibration file", root(), definitions);
}

}  // namespace hearth
