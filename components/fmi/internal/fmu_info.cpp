// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/fmu_info.hpp"

#include "hearth/components/fmi/internal/package/fmu.hpp"
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth {

FmuInfo read_fmu_info(const std::filesystem::path& file) {
  check_not_hidden(file);
  if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) {
    throw InputError("fmi.archive_invalid", {.file = file.string()}, "is not a regular file");
  }
  const fmi::Fmu fmu(file);
  const fmi::ModelDescription& description = fmu.description();
  const fmi::FmuPorts ports = fmi::ports_of(description, file.string());
  FmuInfo info;
  info.model_name = description.model_name;
  info.description = description.description;
  info.fmi_version = description.fmi_version;
  info.generation_tool = description.generation_tool;
  info.platforms = fmi::FmuArchive(file).platforms();
  info.model_exchange = description.model_exchange;
  info.variable_step = description.variable_step;
  info.can_restore = description.can_save;
  info.can_serialize = description.can_serialize;
  info.only_once_per_process = description.only_once_per_process;
  info.needs_execution_tool = description.needs_execution_tool;
  info.start_time = description.start_time;
  info.stop_time = description.stop_time;
  info.step_size = description.step_size;
  info.tolerance = description.tolerance;
  for (std::size_t i = 0; i < ports.ports.size(); ++i) {
    const StepperPort& port = ports.ports[i];
    FmuVariable variable;
    variable.name = ports.names[i];
    variable.port = port.name;
    variable.role = port.role;
    variable.unit = ports.units[i];
    variable.taken_as = port.unit.bare ? "" : port.unit.symbol;
    if (port.role != Role::Output && (port.open || port.role == Role::Parameter)) {
      variable.start = port.range.value;
    }
    variable.boolean = port.boolean;
    variable.needed = port.role == Role::Input && !port.open;
    variable.description = ports.descriptions[i];
    info.variables.push_back(std::move(variable));
  }
  info.left_out = ports.left_out;
  info.notes = ports.notes;
  return info;
}

}  // namespace hearth
