// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/model/model.hpp"

/// The vocabulary of Twin4Build's simulation graphs (v1.1.2) and what it means in Hearth: classes,
/// parameters with their conversions and defaults, initial values. Reader and writer share it.
namespace hearth::twin4build {

inline constexpr std::string_view kSim = "http://simulation.org/";
inline constexpr std::string_view kS4syst = "https://saref.etsi.org/saref4syst/";
inline constexpr std::string_view kSubClassOf = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
inline constexpr std::string_view kJson = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";

/// Returns the IRI of a term of the two namespaces.
std::string sim(std::string_view name);
std::string s4syst(std::string_view name);

/// How a number of the graph becomes a number of Hearth.
enum class Scale {
  Same,
  AirMass,     ///< mass of the room's air [kg] to its volume [m3]:  m / rho
  PerMillion,  ///< millionths of kg/s to kg/s:  1e-6 g
};

/// Reads a number as the graph writes it: a double, or, from 18 digits on, a number of extended
/// precision. Nothing if it is not a number or not finite.
std::optional<long double> parse_number(std::string_view text);
/// Returns Hearth's number; that of a double is found in double arithmetic.
double from_graph(Scale scale, long double number);
/// Returns the text whose number `from_graph` turns into exactly `value`: the shortest of a double,
/// otherwise 21 digits. Nothing if there is none (not finite, or no extended precision here).
std::optional<std::string> to_graph(Scale scale, double value);

struct ParameterTerm {
  std::string_view name;    ///< the same in both programs
  std::string_view prefix;  ///< part of the room it is written under: `thermal.`, `mass.`
  Scale scale = Scale::Same;
  std::optional<double> standard;  ///< that program's default in its own unit; none: no default
  bool required = false;           ///< that program cannot do without a number in the graph
};

/// A series that the graph names by `filename<suffix>`, `datecolumn<suffix>`, ...
struct SeriesTerm {
  std::string_view config;
  std::string_view suffix;
  std::optional<Unit> unit;              ///< of the file's numbers; none: bare numbers
  std::optional<double> missing_column;  ///< used where the file has no such column
};

/// A configuration that a class represents without a word in the graph.
struct ImpliedWord {
  std::string_view config;
  std::string_view word;
};

struct ClassTerm {
  std::string_view name;  ///< as written: `PIDControllerSystem`
  std::string_view type;  ///< Hearth's: `PidController`
  std::span<const ParameterTerm> parameters{};
  std::span<const SeriesTerm> series{};
  std::span<const std::string_view> flags{};  ///< configurations of kind flag
  std::span<const ImpliedWord> words{};       ///< what Hearth calls the way the class works
  std::string_view count{};                   ///< configuration of kind whole number, "" if none
  std::string_view points{};  ///< table of the points whose arrays are `X` and `Y`, "" if none
  std::string_view input{}, output{};  ///< the one port, whatever the graph calls it; "" if named
};

/// Returns the class of that name (`DamperTorchSystem` and `DamperSystem` alike), or null.
const ClassTerm* find_class(std::string_view name);
/// Returns the class that represents a component type, or null.
const ClassTerm* find_type(std::string_view type);
/// Returns why Hearth has no component for a class of Twin4Build, "" for any other name.
std::string_view missing_reason(std::string_view name);
/// Returns the names of all classes of Twin4Build, for messages.
std::vector<std::string> class_names();

/// Returns the parameter that an attribute (`thermal.C_air`, `C_air`) means, or null.
const ParameterTerm* find_parameter(const ClassTerm& term, std::string_view attribute);
/// Returns whether an attribute sets where data come from, or is derived; it is never a parameter.
bool is_bookkeeping(std::string_view attribute);

inline constexpr std::string_view kDefaultSource = "twin4build default";
inline constexpr std::string_view kNoCo2Column = "t4b.no_co2_column";

/// Returns whether the component has a connected input of that name.
bool has_input(const SimulationModel& model, const std::string& id, std::string_view port);

/// Returns the initial values with which Twin4Build starts a component: what its constructors set,
/// 0 for every other output, nothing for sources.
std::map<std::string, Entries> implied_initial(const SimulationModel& model,
                                               const Component& component);

}  // namespace hearth::twin4build
