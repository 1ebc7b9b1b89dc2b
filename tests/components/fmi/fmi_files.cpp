// SPDX-License-Identifier: MIT
#include "hearth/tests/components/fmi/fmi_files.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <zip.h>

namespace hearth::test {
namespace {

std::vector<double> defaults(const fmi::FmuPorts& ports, Role role) {
  std::vector<double> values;
  for (const StepperPort& port : ports.ports) {
    if (port.role == role) values.push_back(port.range.value);
  }
  return values;
}

std::shared_ptr<const fmi::FmuPorts> ports_of(const fmi::Fmu& fmu,
                                              const fmi::FmuSettings& settings) {
  return std::make_shared<const fmi::FmuPorts>(
      fmi::ports_of(fmu.description(), fmu.path().string(), settings.values));
}

}  // namespace

std::filesystem::path built_fmu(const std::string& name) {
  return std::filesystem::path(HEARTH_FMU_DIR) / (name + ".fmu");
}

std::string built_library(const std::string& name) {
  const auto path = std::filesystem::path(HEARTH_FMU_DIR) / ".." / "libraries" / (name + ".so");
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<ZipEntry> read_zip(const std::filesystem::path& path) {
  zip_t* zip = zip_open(path.c_str(), ZIP_RDONLY, nullptr);
  if (zip == nullptr) throw std::runtime_error("cannot open " + path.string());
  std::vector<ZipEntry> entries;
  for (zip_int64_t i = 0; i < zip_get_num_entries(zip, 0); ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    zip_stat_t about;
    zip_stat_index(zip, index, 0, &about);
    std::string content(about.size, '\0');
    zip_file_t* file = zip_fopen_index(zip, index, 0);
    zip_fread(file, content.data(), content.size());
    zip_fclose(file);
    entries.emplace_back(about.name, std::move(content));
  }
  zip_discard(zip);
  return entries;
}

void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries) {
  zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  if (zip == nullptr) throw std::runtime_error("cannot write " + path.string());
  for (const auto& [name, content] : entries) {
    if (name.back() == '/') {
      zip_dir_add(zip, name.c_str(), 0);
    } else {
      zip_file_add(zip, name.c_str(), zip_source_buffer(zip, content.data(), content.size(), 0), 0);
    }
  }
  if (zip_close(zip) != 0) throw std::runtime_error("cannot write " + path.string());
}

std::filesystem::path changed_fmu(const ScratchFolder& folder, const std::string& name,
                                  std::string_view from, std::string_view to) {
  std::vector<ZipEntry> entries = read_zip(built_fmu(name));
  for (auto& [entry, content] : entries) {
    if (entry != "modelDescription.xml") continue;
    const auto at = content.find(from);
    if (at == std::string::npos) throw std::runtime_error("no such text in " + name);
    content.replace(at, from.size(), to);
  }
  const std::filesystem::path path = folder.path() / (name + ".fmu");
  write_zip(path, entries);
  return path;
}

FmuBench::FmuBench(const std::filesystem::path& path, const std::string& id,
                   const fmi::FmuSettings& settings)
    : fmu_(std::make_shared<const fmi::Fmu>(path)),
      ports_(ports_of(*fmu_, settings)),
      stepper_(fmu_, ports_, id, settings),
      parameters_(defaults(*ports_, Role::Parameter)),
      inputs_(defaults(*ports_, Role::Input)),
      outputs_(defaults(*ports_, Role::Output)) {}

double& FmuBench::place(Role role, std::vector<double>& values, std::string_view name) {
  std::size_t at = 0;
  for (const StepperPort& port : ports_->ports) {
    if (port.role != role) continue;
    if (port.name == name) return values.at(at);
    ++at;
  }
  throw std::out_of_range(std::string(name));
}

double FmuBench::output(std::string_view name) {
  stepper_.outputs(outputs_.data());
  return place(Role::Output, outputs_, name);
}

Component fmu_component(std::string id, const std::filesystem::path& path) {
  Component component;
  component.id = std::move(id);
  component.type = "Fmu";
  component.config["file"] = FileName{path.string(), ""};
  return component;
}

}  // namespace hearth::test
