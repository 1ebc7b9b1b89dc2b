// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// An entry of a side file for one name.
struct SideValue {
  std::variant<ParameterSetting, std::string, SeriesSpec> value;
  std::string place;  ///< file, with the line in a table
  mutable bool used = false;

  const Quantity* quantity() const;
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const SeriesSpec* series() const { return std::get_if<SeriesSpec>(&value); }
};

/// Values that a user sets for nodes, for kinds of rooms, for all instances of a rule, for all
/// rooms and for the building (docs/translate.md): a JSON file, or a CSV file with a row per node.
class SideFile {
 public:
  /// Makes an object without values.
  SideFile() = default;
  /// Reads a file. Throws one InputError: codes of the readers, `import.node_unknown` for a node
  /// that is not in the graph and `import.rule_unknown`, each with the nearest name; for a table,
  /// `import.cell_*`, `import.column_*`, `import.row_*`, with the line.
  SideFile(const std::filesystem::path& path, const GraphNames& names,
           const std::vector<std::string>& rules);

  bool overwrites() const { return overwrites_; }
  /// Returns whether numbers of the graph without a unit are in US customary units.
  bool us_units() const { return us_units_ || assumes_us_units_; }
  /// Returns whether the file sets `units` to `us`: its own numbers are then in these units, too.
  bool states_us_units() const { return us_units_; }
  /// From now on, numbers of the graph without a unit are read in US customary units, although the
  /// file does not request that.
  void assume_us_units() { assumes_us_units_ = true; }
  const std::string& file() const { return file_; }

  /// Sets the kind of room of a node; values of that kind apply to it from then on.
  void set_kind(TermId root, const std::string& kind) { room_kinds_[root] = kind; }

  /// Returns the value of a name for an instance and marks it as used. It is the first existing
  /// value of these: that of the node, of the first room in the instance, of the kind of room, of
  /// the rule, or of all rooms.
  const SideValue* find(const Instance& instance, const std::string& name) const;
  /// Returns the value of a name for a node alone, and marks it as used.
  const SideValue* find_of(TermId node, const std::string& name) const;
  /// Returns the value of a name for the kind of room, the rule or all rooms of an instance, and
  /// marks it as used.
  const SideValue* find_general(const Instance& instance, const std::string& name) const;
  /// Returns a value of the building.
  const SideValue* of_building(const std::string& name) const;
  /// Returns all names with a value for an instance.
  std::vector<std::string> names_for(const Instance& instance) const;
  /// Returns `place: name` of every unused value; for a column of a table that is entirely unused,
  /// only `column name`.
  std::vector<std::string> unused() const;
  /// Returns the columns of a table without a used cell.
  std::vector<std::string> unused_columns() const;

 private:
  using Values = std::map<std::string, SideValue>;
  class Scopes;
  class Reader;
  class TableReader;

  std::vector<const Values*> scopes_of(const Instance& instance) const;
  std::vector<const Values*> general_scopes(const Instance& instance) const;
  static const SideValue* first_of(const std::vector<const Values*>& scopes,
                                   const std::string& name);
  const Values* of_node(TermId node) const;

  std::string file_;
  bool overwrites_ = false;
  bool us_units_ = false, assumes_us_units_ = false;
  bool table_ = false;
  std::map<TermId, Values> nodes_;
  std::map<std::string, Values> kinds_, rules_;
  Values rooms_, building_;
  std::map<TermId, std::string> node_names_;
  std::map<TermId, std::string> room_kinds_;
};

/// The kind of value of a name in a side file.
enum class SideKind { Number, Kind, Hours, Orientation, Exposure, Text, Series };
SideKind side_kind(std::string_view name);

/// Returns the problem of a text in a side file, with the remedy; "" if there is none.
std::string side_text_problem(SideKind kind, const std::string& text);

/// Returns the problem of a number in a side file, with the remedy; "" if there is none.
std::string side_number_problem(std::string_view name, const Quantity& number);

/// Returns the azimuth of an orientation, degrees clockwise from north: a word (`south-east`, `SE`)
/// or a number.
std::optional<double> azimuth_of(std::string_view text);

}  // namespace hearth
