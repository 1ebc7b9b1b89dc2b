// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

struct ModelFileOptions {
  std::string timezone;  ///< of naive times in `simulation` where the site has no zone; "": none
};

/// Reads a `*.hearth.json` file. Names, wiring and units are left to `validate`, except the names
/// and kinds in `config`, which cannot be read without the types of the registry. Warnings go to
/// `diagnostics`. Everything wrong in the file is one InputError: where something cannot be read,
/// it also holds what `validate` finds in the rest. A connected sensor with a file is given a
/// measurement (`offer_sensor_measurements`).
SimulationModel read_model_json(const std::filesystem::path& path, const Registry& registry,
                                Diagnostics& diagnostics, const ModelFileOptions& options = {});

/// Reads the text of such a file; messages name it `file`.
SimulationModel parse_model_json(std::string_view text, const std::string& file,
                                 const Registry& registry, Diagnostics& diagnostics,
                                 const ModelFileOptions& options = {});

/// Writes a model so that reading it gives an equal one (the unit of a series next to a file column
/// means nothing and is left out). Composites replace their parts (folded_model.hpp). The
/// text depends on the value and on its composites alone. Throws ModelError
/// `json.not_finite`, `json.encoding` or `json.unit_unknown` for what a file cannot hold.
std::string write_model_json(const SimulationModel& model);

/// Gives every connected sensor whose configuration holds a file a measurement of that file, unless
/// the model has one for it already.
void offer_sensor_measurements(SimulationModel& model, const Registry& registry);

}  // namespace hearth
