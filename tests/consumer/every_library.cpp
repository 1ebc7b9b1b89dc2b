// SPDX-License-Identifier: MIT
// Reads a model, runs it and writes its results, with the front header of each library.
#include <exception>
#include <iostream>

#include "hearth/components/components.hpp"
#include "hearth/data/data.hpp"
#include "hearth/estimation/estimation.hpp"
#include "hearth/framework/framework.hpp"
#include "hearth/ontology/ontology.hpp"

int main(int argc, char** argv) {
  if (argc < 3) return 2;  // only linked in the test
  try {
    hearth::Diagnostics found;
    const auto& registry = hearth::standard_components();
    const hearth::SimulationModel model = hearth::load_model(argv[1], registry, {}, found);
    hearth::DataResolver resolver;
    const hearth::Period day{{}, hearth::Instant{std::chrono::hours(24)}, std::chrono::minutes(10)};
    hearth::Run run(model, registry, {.period = day, .resolver = &resolver});
    hearth::write_results_csv(run.to_end(), argv[2]);
    hearth::CalibrationProblem problem;
    problem.model = model;
    std::cout << hearth::calibrate(problem, registry).starts.size() << " starts\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
