// SPDX-License-Identifier: MIT
// Models: load, build, edit, check, save; graphs of buildings.
#include <filesystem>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <utility>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/python/src/bindings.hpp"

namespace hearth::python {
namespace {

namespace fs = std::filesystem;
using Path = std::optional<fs::path>;

/// Completes a model like the command: weather, files, site.
void complete(PythonModel& loaded, const Path& weather) {
  const DataFiles files(loaded.data);
  if (weather) {
    take_weather(fs::absolute(*weather).string(), component_registry(), files, loaded.model);
  }
  locate_files(loaded.model, files);
  DataResolver resolver(loaded.data);
  const std::string stated = loaded.data.timezone.empty() ? "" : loaded.model.site.timezone;
  loaded.model.site = completed_site(loaded.model, resolver);
  if (!loaded.data.timezone.empty()) loaded.model.site.timezone = stated;
}

PythonModel load(const fs::path& path, const std::string& timezone, const Path& data_dir,
                 const Path& weather, const Path& side_file) {
  Diagnostics notes;
  PythonModel loaded;
  loaded.data.folders = {path.parent_path()};
  loaded.data.data_dir = data_dir;
  loaded.data.timezone = timezone;
  {
    const nb::gil_scoped_release others_run;
    loaded.model = load_model(
        path, component_registry(),
        {.timezone = timezone, .data_dir = data_dir, .side_file = side_file, .weather = weather},
        notes);
    complete(loaded, weather);
  }
  warn_of(notes);
  return loaded;
}

PythonModel from_json(const std::string& text, const fs::path& folder, const std::string& timezone,
                      const Path& data_dir) {
  Diagnostics notes;
  PythonModel loaded;
  loaded.data.folders = {folder};
  loaded.data.timezone = timezone;
  loaded.data.data_dir = data_dir;
  loaded.model =
      parse_model_json(text, "model", component_registry(), notes, {.timezone = timezone});
  complete(loaded, {});
  warn_of(notes);
  return loaded;
}

/// Adds the single component of a model text, with all keys that files can contain.
void add(PythonModel& self, const std::string& text) {
  Diagnostics notes;
  SimulationModel one = parse_model_json(text, "component", component_registry(), notes);
  for (const auto& [id, composite] : one.composites()) {
    throw InputError("python.argument", {.component = id},
                     "composites cannot be added one by one; use Model.from_dict");
  }
  locate_files(one, DataFiles(self.data));
  for (const auto& [id, component] : one.components()) {
    self.model.add_component(component);
  }
  warn_of(notes);
}

Quantity quantity(double value, const std::string& unit) {
  if (unit.empty()) return {value, std::nullopt};
  const std::optional<Unit> known = parse_unit(unit);
  if (!known) {
    throw InputError("python.argument", {},
                     "unit '" + unit + "' is not known" + did_you_mean(unit, unit_symbols()));
  }
  return {value, known};
}

std::map<std::string, std::string> component_types(const PythonModel& self) {
  std::map<std::string, std::string> types;
  for (const auto& [id, component] : self.model.components()) types.emplace(id, component.type);
  return types;
}

std::vector<std::string> connections(const PythonModel& self) {
  std::vector<std::string> all;
  for (const Connection& connection : self.model.connections()) {
    all.push_back(to_string(connection));
  }
  return all;
}

nb::tuple translate_graph_file(const fs::path& path, const Path& weather, const Path& side_file,
                               const Path& data_dir, const std::vector<fs::path>& mappings,
                               const std::string& timezone) {
  Diagnostics notes;
  PythonModel made;
  made.data.folders = {path.parent_path()};
  made.data.data_dir = data_dir;
  made.data.timezone = timezone;
  std::string report;
  {
    const nb::gil_scoped_release others_run;
    GraphFileOptions options;
    options.mappings = mappings;
    options.translate.weather = weather;
    options.translate.side_file = side_file;
    options.translate.data_dir = data_dir;
    Translation found = translate_file(path, component_registry(), options, notes);
    made.model = std::move(found.model);
    complete(made, {});
    report = to_json_text(found.report);
  }
  warn_of(notes);
  return nb::make_tuple(std::move(made), report);
}

}  // namespace

Instant read_stamp(const std::string& text, const std::string& timezone,
                   std::string_view argument) {
  const Where where{.pointer = std::string(argument)};
  return read_instant(text, timezone.empty() ? std::nullopt : std::optional(Zone(timezone)), where);
}

Duration read_duration(const std::string& text, std::string_view argument) {
  if (const std::optional<Duration> found = parse_duration(text)) return *found;
  throw InputError("python.argument", {.pointer = std::string(argument)},
                   "'" + text + "' is not a duration; use seconds or ISO 8601, such as PT10M");
}

void bind_models(nb::module_& module) {
  nb::class_<PythonModel>(module, "Model")
      .def(nb::init<>())
      .def_static("_load", &load, nb::arg("path"), nb::arg("timezone"), nb::arg("data_dir").none(),
                  nb::arg("weather").none(), nb::arg("side_file").none())
      .def_static("_from_json", &from_json, nb::arg("text"), nb::arg("folder"), nb::arg("timezone"),
                  nb::arg("data_dir") = nb::none())
      .def_prop_ro("_origin",
                   [](const PythonModel& self) {
                     const fs::path folder =
                         self.data.folders.empty() ? fs::path() : self.data.folders.front();
                     return nb::make_tuple(fs::absolute(folder), self.data.timezone,
                                           self.data.data_dir);
                   })
      .def(
          "to_json", [](const PythonModel& self) { return write_model_json(self.model); },
          "Return the text of a model file.")
      .def(
          "copy", [](const PythonModel& self) { return self; }, "Return an independent copy.")
      .def("__eq__", [](const PythonModel& a, const PythonModel& b) { return a.model == b.model; })
      .def_prop_rw(
          "name", [](const PythonModel& self) { return self.model.name; },
          [](PythonModel& self, const std::string& name) { self.model.name = name; })
      .def_prop_ro(
          "timezone", [](const PythonModel& self) { return self.model.site.timezone; },
          "IANA name of the site's time zone, '' if none is known.")
      .def_prop_ro("components", &component_types, "Type of each component, by its id.")
      .def_prop_ro("connections", &connections, "Connections as 'a.out -> b.in', sorted.")
      .def_prop_ro(
          "inputs", [](const PythonModel& self) { return self.model.inputs; },
          "Inputs 'id.in.port' that are set from outside.")
      .def("_add", &add, nb::arg("text"))
      .def(
          "connect",
          [](PythonModel& self, const std::string& text) { self.model.add_connection(text); },
          nb::arg("connection"), "Add a connection 'damper.airFlowRate -> room.supplyAirFlowRate'.")
      .def(
          "disconnect",
          [](PythonModel& self, const std::string& text) { self.model.remove_connection(text); },
          nb::arg("connection"), "Remove a connection.")
      .def(
          "remove",
          [](PythonModel& self, const std::string& id) { self.model.remove_component(id); },
          nb::arg("id"), "Remove a component with its connections and measurements.")
      .def(
          "open",
          [](PythonModel& self, const std::string& input) { self.model.inputs.push_back(input); },
          nb::arg("input"), "Allow `Run.set` to set an input 'id.in.port'.")
      .def(
          "set",
          [](PythonModel& self, const std::string& path, double value, const std::string& unit) {
            apply_setting({path, quantity(value, unit)}, component_registry(), self.model);
          },
          nb::arg("path"), nb::arg("value"), nb::arg("unit") = "",
          "Set a parameter or configured number 'id.name', or an initial value 'id@name'.")
      .def(
          "check",
          [](const PythonModel& self) {
            return validate(self.model, component_registry()).items();
          },
          "Return the errors of the model as a list of Diagnostic, which is empty if there are "
          "none.");
  module.def("_translate", &translate_graph_file, nb::arg("path"), nb::arg("weather").none(),
             nb::arg("side_file").none(), nb::arg("data_dir").none(), nb::arg("mappings"),
             nb::arg("timezone"));
}

}  // namespace hearth::python
