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

/// The data for building a model; all members must outlive the builder.
struct BuildContext {
  const std::vector<Mapping>& mappings;
  const Registry& registry;
  const GraphNames& names;
  const Instances& instances;
  const SideFile& side;
  const RoomUses& uses;
  const RoomProfiles& profiles;
  /// Path in the model of the file with the solar radiation; "" if there is none.
  std::string weather;
  ReadNumbers& read;
  ImportReport& report;
};

/// Returns the id of a part of an instance: `VAV_1`, `VAV_1/box`.
std::string part_id(const Instance& instance, const std::string& part);

/// A model and the origin of its components.
struct BuiltModel {
  SimulationModel model;
  std::map<std::string, int> owners;                    ///< component id -> instance
  std::map<std::string, const Boundary*> boundaries{};  ///< component id -> boundary
  std::map<std::string, std::string> profiles{};  ///< component id -> profile that it delivers
  /// Ids of components with profiles that the side file states.
  std::set<std::string> given_profiles{};

  /// Returns the instances that are in the model.
  std::set<int> instances() const;
};

/// Makes the components and connections of all instances, and the boundaries that they need. Leaves
/// out and reports components without a required source, and components that depend on them.
BuiltModel build_model(const BuildContext& context, ValueFinder& values);

/// A boundary of a model and the instances that it feeds.
struct BoundaryUse {
  std::string id;
  const Boundary* boundary = nullptr;
  std::vector<int> users;
};

/// Returns the boundaries that feed instances.
std::vector<BoundaryUse> boundary_uses(const BuiltModel& built);

/// Reports the boundaries with the nodes of the instances that they feed; removes boundaries that
/// feed none.
void settle_boundaries(BuiltModel& built, const BuildContext& context);

/// The folder of series, and the form of their paths in the model.
struct SeriesPlace {
  std::optional<std::filesystem::path> data_dir;  ///< none: files are named by the ids of series
  std::filesystem::path model_folder;             ///< paths are relative to it; "": unchanged
};

/// The role of a point in the model: it is omitted, the measurement of an output, or a source.
struct PointUse {
  ImportNode::Fate fate = ImportNode::Fate::LeftOut;
  std::string place{};  ///< `id.port`, or the id of a component
};

/// The source of an input that a point replaced.
struct ReplacedSource {
  Endpoint from, to;
  std::string was;  ///< id of the component that fed the input before
};

/// The points that were found.
struct FoundPoints {
  std::map<TermId, PointUse> known;  ///< points that rules use
  /// Ids of series that are missing in the folder, by output.
  std::map<std::string, std::string> missing;
  std::vector<ReplacedSource> replaced{};
};

/// Adds a measurement to the model for every point that a rule taps and that has a time series, and
/// a source for every point that drives an input and whose series is in the data folder.
FoundPoints add_points(SimulationModel& model, const BuildContext& context,
                       const SeriesPlace& place);

/// Moves setpoints of heating and cooling that are only usual away from stated ones of the same
/// room; reports them, and stated setpoints that cross.
void separate_setpoints(BuiltModel& built, const BuildContext& context,
                        const std::vector<ReplacedSource>& replaced);

}  // namespace hearth
