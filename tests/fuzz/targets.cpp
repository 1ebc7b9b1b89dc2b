// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/targets.hpp"

#include <vector>

namespace hearth::fuzz {
namespace {

// Readers that take hundredths of a millisecond are given more texts than others.
constexpr TargetKind kReaders[] = {
    {"turtle", turtle_target, 8.0},
    {"pattern", pattern_target, 8.0},
    {"query", query_target, 8.0},
    {"mapping", mapping_target, 4.0},
    {"json", json_target, 8.0},
    {"csv", csv_target, 8.0},
    {"model_text", model_text_target, 4.0},
    {"state_text", state_text_target, 8.0},
    {"weather_text", weather_text_target},
    {"translation", translation_target},
    {"side_file_text", side_file_text_target},
    {"side_table_text", side_table_text_target},
    {"service", service_target},
#ifdef HEARTH_WITH_FMI
    {"fmu_description", fmu_description_target, 8.0},
    {"fmu_archive", fmu_archive_target, 4.0},
#endif
};

constexpr TargetKind kCommandLine{"command_line", command_line_target};

}  // namespace

std::span<const TargetKind> all_targets() {
  static const std::vector<TargetKind> targets = [] {
    std::vector<TargetKind> all(std::begin(kReaders), std::end(kReaders));
    const auto commands = command_targets();
    all.insert(all.end(), commands.begin(), commands.end());
    all.push_back(kCommandLine);
    return all;
  }();
  return targets;
}

}  // namespace hearth::fuzz
