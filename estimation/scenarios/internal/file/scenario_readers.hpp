// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {

/// Reads the changes of scenarios, options of axes and models from the nodes of one file. Adds
/// problems to the diagnostics.
class ChangeReader {
 public:
  /// `data` contains the folders of replacement files.
  ChangeReader(const DataOptions& data, std::optional<Zone> zone, Diagnostics& diagnostics)
      : files_(data), zone_(std::move(zone)), diagnostics_(diagnostics) {}

  /// Returns the keys of a change; the object that contains them may have other keys.
  static const std::vector<std::string_view>& keys();

  ScenarioChange read(const JsonNode& node);
  /// Reads a change with times in another zone; null: none.
  ScenarioChange read_in(const std::optional<Zone>& zone, const JsonNode& node);
  ScenarioPeriod read_period(const JsonNode& node);

  /// Returns the first start or end of a period as written in the file; "" if there was none.
  const std::string& first_stamp() const { return first_stamp_; }

 private:
  void read_patch(const JsonNode& node, ScenarioChange& change);
  void check_operation(const JsonNode& node);
  void read_settings(const JsonNode& node, ScenarioChange& change);
  void read_scales(const JsonNode& node, ScenarioChange& change);
  std::string found_file(const JsonNode& node);
  std::optional<Instant> stamp(const JsonNode& node);
  /// Returns the zone of a time without an offset; "" if it has an offset.
  std::string civil_zone(const JsonNode& node) const;

  DataFiles files_;
  std::optional<Zone> zone_;
  Diagnostics& diagnostics_;
  std::string first_stamp_;
};

/// Whether a text is a time without an offset, which is local time.
bool is_local_time(std::string_view text);

/// Reads the `sweep` of a scenario set. Adds its problems to the diagnostics, without checking
/// whether targets exist.
std::optional<ScenarioSweep> read_sweep(const JsonNode& node, Diagnostics& diagnostics);

}  // namespace hearth
