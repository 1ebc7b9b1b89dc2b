// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/model/model.hpp"

/// The vocabulary of Twin4Build's simulation graphs (v1.1.2) and its meaning in Hearth: classes,
/// parameters with their conversions and defaults, initial values. Reader and writer share it.
namespace hearth::twin4build {

inline constexpr std::string_view kSim = "http://simulation.org/";
inline constexpr std::string_view kS4syst = "https://saref.etsi.org/saref4syst/";
inline constexpr std::string_view kSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
inline constexpr std::string_view kJson = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";

/// Returns the IRI of a term in one of the two namespaces.
std::string sim(std::string_view name);
std::string s4syst(std::string_view name);

/// The conversion of a number of the graph to a number of Hearth.
enum class Scale {
  Same,
  AirMass,     ///< mass of the room's air [kg] to its volume [m3]:  m / rho
  PerMillion,  ///< millionths of kg/s to kg/s:  1e-6 g
};

/// Reads a number in the notation of the graph: a double, or, from 18 digits on, a number of
/// extended precision. Returns nothing if it is not a number or not finite.
std::optional<long double> parse_number(std::string_view text);
/// Returns the number of Hearth; a double is converted in double arithmetic.
double from_graph(Scale scale, long double number);
/// Returns the text whose number `from_graph` converts to exactly `value`: the shortest text of a
/// double, otherwise 21 digits. Returns nothing if there is none (not finite, or no extended
/// precision on this machine).
std::optional<std::string> to_graph(Scale scale, double value);

struct ParameterTerm {
  std::string_view name;    ///< equal in both programs
  std::string_view prefix;  ///< part of the room in the graph: `thermal.`, `mass.`
  Scale scale = Scale::Same;
  std::optional<double> standard;  ///< default of Twin4Build in its unit; if not set, none
  bool required = false;           ///< whether Twin4Build needs a number in the graph
};

/// A series that is named in the graph by `filename<suffix>`, `datecolumn<suffix>`, ...
struct SeriesTerm {
  std::string_view config;
  std::string_view suffix;
  std::optional<Unit> unit;  ///< unit of the numbers in the file; if not set, bare numbers
  std::optional<double> missing_column;  ///< value if the file has no such column
};

/// A configuration that follows from a class without a statement in the graph.
struct ImpliedWord {
  std::string_view config;
  std::string_view word;
};

struct ClassTerm {
  std::string_view name;  ///< as written: `PIDControllerSystem`
  std::string_view type;  ///< type of Hearth: `PidController`
  std::span<const ParameterTerm> parameters{};
  std::span<const SeriesTerm> series{};
  std::span<const std::string_view> flags{};  ///< configurations that are flags
  std::span<const ImpliedWord> words{};  ///< configuration of Hearth that corresponds to the class
  std::string_view count{};              ///< configuration that is a whole number, "" if none
  std::string_view points{};  ///< table of the points whose arrays are `X` and `Y`, "" if none
  /// The only port, whatever its name in the graph; "" if ports are named.
  std::string_view input{}, output{};
};

/// Returns the class with that name (the same for `DamperTorchSystem` and `DamperSystem`), or null.
const ClassTerm* find_class(std::string_view name);
/// Returns the class that represents a component type, or null.
const ClassTerm* find_type(std::string_view type);
/// Returns the reason why Hearth has no component for a class of Twin4Build, "" for any other name.
std::string_view missing_reason(std::string_view name);
/// Returns the names of all classes of Twin4Build, for messages.
std::vector<std::string> class_names();

/// Returns the parameter that corresponds to an attribute (`thermal.C_air`, `C_air`), or null.
const ParameterTerm* find_parameter(const ClassTerm& term, std::string_view attribute);
/// Returns whether an attribute defines the source of data or is derived, and thus is never a
/// parameter.
bool is_bookkeeping(std::string_view attribute);

inline constexpr std::string_view kDefaultSource = "twin4build default";
inline constexpr std::string_view kNoCo2Column = "t4b.no_co2_column";

/// Returns whether the component has a connected input with that name.
bool has_input(const SimulationModel& model, const std::string& id, std::string_view port);

/// Returns the initial values with which Twin4Build starts a component: those that its constructors
/// set, 0 for every other output, none for sources.
std::map<std::string, Entries> implied_initial(const SimulationModel& model,
                                               const Component& component);

}  // namespace hearth::twin4build
