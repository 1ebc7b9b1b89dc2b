// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/model/data_folder.hpp"
#include "hearth/ontology/translate/internal/model/values.hpp"
#include "hearth/ontology/translate/internal/rooms/profiles.hpp"

namespace hearth {

/// What a builder works with; all outlive it.
struct BuildContext {
  const std::vector<Mapping>& mappings;
  const Registry& registry;
  const GraphNames& names;
  const Instances& instances;
  const SideFile& side;
  const RoomUses& uses;
  const RoomProfiles& profiles;
  std::string weather;  ///< file with the sun, as the model names it; "" if there is none
  ImportReport& report;
};

/// Returns the id of a part of an instance: `VAV_1`, `VAV_1/box`.
std::string part_id(const Instance& instance, const std::string& part);

/// A model, and what its components are of.
struct BuiltModel {
  SimulationModel model;
  std::map<std::string, int> owners;                    ///< component id -> instance
  std::map<std::string, const Boundary*> boundaries{};  ///< component id -> boundary
  std::map<std::string, std::string> profiles{};        ///< component id -> what it holds

  /// Returns the instances that are in the model.
  std::set<int> instances() const;
};

/// Makes the components and connections of all instances, and the boundaries they need. What lacks
/// a source that it must have is left out and reported, with what then lacks one.
BuiltModel build_model(const BuildContext& context, ValueFinder& values);

/// A boundary of a model and the instances that it feeds.
struct BoundaryUse {
  std::string id;
  const Boundary* boundary = nullptr;
  std::vector<int> users;
};

/// Returns the boundaries that feed instances.
std::vector<BoundaryUse> boundary_uses(const BuiltModel& built);

/// Reports the boundaries with the nodes of the instances that they feed; removes those that feed
/// none.
void settle_boundaries(BuiltModel& built, const BuildContext& context);

/// Where series are and how the model names their files.
struct SeriesPlace {
  std::optional<std::filesystem::path> data_dir;  ///< none: files are named by the series' ids
  std::filesystem::path model_folder;             ///< paths are relative to it; "": as they are
};

/// What a point is in the model: left out, unless it is an output's measurement or feeds something.
struct PointUse {
  ImportNode::Fate fate = ImportNode::Fate::LeftOut;
  std::string place{};  ///< `id.port`, or the id of a component
};

/// What was found of points.
struct FoundPoints {
  std::map<TermId, PointUse> known;            ///< that rules know
  std::map<std::string, std::string> missing;  ///< ids of series that the folder lacks, by output
};

/// Gives the model a measurement for every point that a rule taps and that has a time series, and
/// a source for every point that drives an input and whose series is in the data folder.
FoundPoints add_points(SimulationModel& model, const BuildContext& context,
                       const SeriesPlace& place);

}  // namespace hearth
