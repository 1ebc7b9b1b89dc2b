// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/fmu/fmu_interface.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth::fmu {

/// The compiled model in the resources of an FMU, which all instances share. May be used by several
/// threads.
class LoadedModel {
 public:
  /// Returns the model of a folder of resources; instances that exist at the same time share it.
  /// Throws InputError or ModelError if it cannot be read.
  static std::shared_ptr<const LoadedModel> load(const std::filesystem::path& resources);

  explicit LoadedModel(const std::filesystem::path& resources);

  const FmuInterface& interface() const { return interface_; }
  const Plan& plan() const { return *plan_; }
  int input_cell(std::size_t input) const { return input_cells_[input]; }
  int output_cell(std::size_t output) const { return output_cells_[output]; }
  const CellRef& parameter(std::size_t parameter) const { return parameters_[parameter]; }

  /// Returns the series of a period, which are shared while they are in use. Throws InputError if
  /// data are missing.
  std::shared_ptr<const RunBasis> basis(Instant start, Instant end) const;

 private:
  FmuInterface interface_;
  std::shared_ptr<const Plan> plan_;
  std::vector<int> input_cells_, output_cells_;
  std::vector<CellRef> parameters_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<DataResolver> resolver_;
  mutable std::map<std::pair<Instant, Instant>, std::weak_ptr<const RunBasis>> bases_;
};

}  // namespace hearth::fmu
