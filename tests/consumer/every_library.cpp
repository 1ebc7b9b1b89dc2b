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
  if (argc < 3) return 2;
  try {
    const std::filesystem::path file = argv[1];
    hearth::Diagnostics found;
    const auto& registry = hearth::standard_components();
    const hearth::SimulationModel model = hearth::load_model(file, registry, {}, found);
    hearth::DataResolver resolver({.folders = {file.parent_path()}, .timezone = "UTC"});
    const hearth::RunDefaults& times = model.defaults;
    hearth::RunSettings settings{.period = {*times.start, *times.end, *times.step}};
    settings.timezone = "UTC";
    settings.resolver = &resolver;
    settings.record = {"*"};
    hearth::Run run(model, registry, settings);
    hearth::write_results_csv(run.to_end(), argv[2]);
    const auto rows = hearth::KpiTrajectory::read(argv[2], {});
    std::cout << rows.signals().size() << " signals in '" << argv[2] << "'\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
