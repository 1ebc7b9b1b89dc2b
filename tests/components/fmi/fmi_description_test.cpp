// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/internal/package/fmu_units.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"

namespace fmi_description_test {

using namespace hearth;
using namespace hearth::test;
using fmi::BaseUnit;
using fmi::Causality;
using fmi::ModelDescription;
using fmi::ValueType;
using fmi::Variability;
using fmi::Variable;

namespace {

/// A description of FMI 2 with these variables.
std::string fmi2(const std::string& variables) {
  return "<?xml version=\"1.0\"?>\n<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" "
         "guid=\"g\">\n<CoSimulation modelIdentifier=\"m\"/>\n<ModelVariables>\n" +
         variables + "</ModelVariables>\n</fmiModelDescription>\n";
}

std::string real2(const std::string& name, const std::string& more, const std::string& real) {
  return "<ScalarVariable name=\"" + name + "\" valueReference=\"1\" " + more + "><Real " + real +
         "/></ScalarVariable>\n";
}

ModelDescription read(const std::string& xml) { return fmi::read_model_description(xml, "a.fmu"); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const Variable& variable(const ModelDescription& description, const std::string& name) {
  for (const Variable& candidate : description.variables) {
    if (candidate.name == name) return candidate;
  }
  FAIL("no variable " + name);
  return description.variables.front();
}

/// Returns the unit of a variable with that unit definition.
std::optional<Unit> unit_with(const BaseUnit& base, bool relative = false,
                              const std::string& name = "a unit") {
  ModelDescription description;
  description.units[name] = base;
  Variable variable;
  variable.unit = name;
  variable.relative = relative;
  return fmi::unit_of(variable, description);
}

/// Returns the unit of a variable whose unit has a name only.
std::optional<Unit> unit_named(const std::string& name, bool relative = false) {
  Variable variable;
  variable.unit = name;
  variable.relative = relative;
  return fmi::unit_of(variable, {});
}

std::vector<std::string> names_of(const fmi::FmuPorts& ports) {
  std::vector<std::string> names;
  for (const StepperPort& port : ports.ports) names.push_back(port.name);
  return names;
}

}  // namespace

TEST_CASE("a model description of FMI 2 is read") {
  const fmi::Fmu fmu(built_fmu("room_fmi2"));
  const ModelDescription& room = fmu.description();
  CHECK(room.major == 2);
  CHECK(room.model_name == "Tests.Room");
  CHECK(room.token == "{room-2}");
  CHECK(room.identifier == "room");
  CHECK((room.can_save && room.can_serialize && room.variable_step));
  CHECK_FALSE((room.needs_execution_tool || room.only_once_per_process));
  CHECK_FALSE(room.directional_derivatives);
  CHECK(room.log_categories == std::vector<std::string>{"logAll", "logStatusError"});
  REQUIRE(room.variables.size() == 14);
  const Variable& capacity = variable(room, "C");
  CHECK(capacity.reference == 21);
  CHECK(capacity.causality == Causality::Parameter);
  CHECK(capacity.variability == Variability::Fixed);
  CHECK(capacity.type == ValueType::Float64);
  CHECK(capacity.start == 1e6);
  CHECK(capacity.min == 1e3);
  CHECK(capacity.max == 1e9);
  CHECK_FALSE(capacity.nominal.has_value());
  CHECK(capacity.description == "Capacity");
  CHECK(variable(room, "T").causality == Causality::Local);
}

TEST_CASE("a model description of FMI 3 gives the same ports") {
  const fmi::Fmu second(built_fmu("room_fmi2")), third(built_fmu("room_fmi3"));
  CHECK(third.description().major == 3);
  CHECK(third.description().token == "{room-3}");
  CHECK((third.description().can_save && third.description().can_serialize));
  const fmi::FmuPorts two = fmi::ports_of(second.description(), "two");
  const fmi::FmuPorts three = fmi::ports_of(third.description(), "three");
  REQUIRE(three.ports.size() == two.ports.size() + 1);  // earlyAfter
  for (std::size_t i = 0; i < two.ports.size(); ++i) {
    CHECK(two.ports[i].name == three.ports[i].name);
    CHECK(two.ports[i].role == three.ports[i].role);
    CHECK(two.ports[i].unit == three.ports[i].unit);
    CHECK(two.ports[i].range.value == three.ports[i].range.value);
    CHECK(two.ports[i].doc == three.ports[i].doc);
  }
}

TEST_CASE("ports have the units, starts and names of their variables") {
  const fmi::Fmu fmu(built_fmu("room_fmi2"));
  const fmi::FmuPorts room = fmi::ports_of(fmu.description(), "room");
  CHECK(room.notes.empty());
  CHECK(names_of(room) == std::vector<std::string>{"outdoor_T", "Q", "room_T", "loss", "excess",
                                                   "C", "UA", "T_start", "substep", "failAfter",
                                                   "fatalAfter", "endAfter", "longestStep"});
  CHECK(room.ports[0].unit == unit::degC);
  CHECK(room.ports[0].open);
  CHECK(room.ports[0].doc == "Outdoor air; outdoor.T");
  CHECK(room.ports[1].doc == "Heat to the room");
  CHECK(room.ports[2].unit == unit::kelvin);  // a point, by the declared type
  CHECK(room.ports[2].range.min == 0.0);
  CHECK(room.ports[3].unit == unit::kW);
  CHECK(room.ports[4].unit == unit::K);  // a difference
  CHECK(room.ports[5].unit == unit::J_per_K);
  CHECK(room.parameter_starts == std::vector<double>{1e6, 100, 20, 60, 1e30, 1e30, 1e30, 1e30});
}

TEST_CASE("attributes of a variable count before those of its type") {
  const std::string types =
      "<TypeDefinitions><SimpleType name=\"D\"><Real unit=\"K\" relativeQuantity=\"true\" "
      "min=\"-5\" max=\"5\" nominal=\"2\"/></SimpleType></TypeDefinitions><ModelVariables>";
  const ModelDescription description = read(
      replaced(fmi2(real2("a", "causality=\"input\"", "declaredType=\"D\" start=\"1\"") +
                    real2("b", "causality=\"input\"",
                          "declaredType=\"D\" relativeQuantity=\"false\" max=\"9\" unit=\"degC\"") +
                    real2("c", "", "declaredType=\"unknown\"")),
               "<ModelVariables>", types));
  const Variable& a = variable(description, "a");
  CHECK(a.relative);
  CHECK(a.unit == "K");
  CHECK(a.min == -5.0);
  CHECK(a.nominal == 2.0);
  const Variable& b = variable(description, "b");
  CHECK_FALSE(b.relative);
  CHECK(b.unit == "degC");
  CHECK(b.min == -5.0);
  CHECK(b.max == 9.0);
  CHECK_FALSE(b.start.has_value());
}

TEST_CASE("units are found by their base units") {
  BaseUnit power{.kg = 1, .m = 2, .s = -3};
  CHECK(unit_with(power) == unit::W);
  CHECK(std::string(unit_with(power)->symbol) == "W");
  power.factor = 1000.0;
  CHECK(unit_with(power) == unit::kW);
  CHECK(unit_with({.factor = 0.01}) == unit::percent);
  CHECK(unit_with({}) == unit::one);
  CHECK(unit_with({.m = 3, .s = -1, .factor = 0.0002777777778}) == unit::m3_per_h);
  CHECK(unit_with({.kg = 1, .m = -1, .s = -2}) == unit::Pa);
}

TEST_CASE("a unit that is defined otherwise than its name suggests is reported") {
  const auto units = [](const std::string& definition) {
    std::string xml = fmi2(real2("a", "causality=\"input\"", "unit=\"degC\" start=\"1\"") +
                           real2("b", "causality=\"output\"", "unit=\"kW\""));
    const std::string units = "<UnitDefinitions><Unit name=\"degC\"><BaseUnit K=\"1\"" +
                              definition +
                              "/></Unit><Unit name=\"kW\"><BaseUnit kg=\"1\" m=\"2\" s=\"-3\" "
                              "factor=\"1000\"/></Unit></UnitDefinitions>\n";
    xml.insert(xml.find("<ModelVariables>"), units);
    return fmi::ports_of(read(xml), "a.fmu");
  };
  const fmi::FmuPorts right = units(" offset=\"273.15\"");
  CHECK(right.notes.items().empty());
  const fmi::FmuPorts bare = units("");
  CHECK(bare.ports[0].unit == unit::degC);
  REQUIRE(bare.notes.items().size() == 1);
  CHECK(bare.notes.items()[0].code == "fmi.unit_contradicts");
  CHECK_THAT(bare.notes.items()[0].message, Catch::Contains("its name is used (a)"));
  const fmi::FmuPorts other = units(" factor=\"2\"");
  CHECK(other.ports[0].unit.scale == 2.0);
  REQUIRE(other.notes.items().size() == 1);
  CHECK_THAT(other.notes.items()[0].message, Catch::Contains("its definition is used (a)"));
}

TEST_CASE("a unit that Hearth has no name for keeps the FMU's") {
  const std::optional<Unit> bar =
      unit_with({.kg = 1, .m = -1, .s = -2, .factor = 1e5}, false, "bar");
  REQUIRE(bar.has_value());
  CHECK(std::string(bar->symbol) == "bar");
  CHECK(convert(2.5, *bar, unit::kPa) == Approx(250.0).epsilon(1e-15));
  const std::optional<Unit> rpm = unit_with({.s = -1, .rad = 1, .factor = 0.1047197551196598});
  REQUIRE(rpm.has_value());
  CHECK(rpm->s == -1);
}

TEST_CASE("a temperature is a point on a scale unless it is relative") {
  const BaseUnit kelvin{.K = 1}, celsius{.K = 1, .offset = 273.15};
  const BaseUnit fahrenheit{.K = 1, .factor = 0.5555555555555556, .offset = 255.3722222222222};
  CHECK(unit_with(kelvin) == unit::kelvin);
  CHECK(unit_with(celsius) == unit::degC);
  CHECK(unit_with(fahrenheit) == unit::degF);
  CHECK(unit_with(kelvin, true) == unit::K);
  CHECK(unit_with(celsius, true) == unit::K);
  const std::optional<Unit> difference = unit_with(fahrenheit, true);
  REQUIRE(difference.has_value());
  CHECK(convert(9.0, *difference, unit::K) == Approx(5.0).epsilon(1e-15));
  CHECK_FALSE(difference->compatible(unit::degC));
  CHECK(unit_with({.kg = 1, .m = 2, .s = -3, .K = -1}) == unit::W_per_K);
}

TEST_CASE("a unit with a name only is known by it") {
  CHECK(unit_named("kW") == unit::kW);
  CHECK(unit_named("K") == unit::kelvin);
  CHECK(unit_named("degC") == unit::degC);
  CHECK(unit_named("K", true) == unit::K);
  CHECK(unit_named("degC", true) == unit::K);
  CHECK_FALSE(unit_named("furlong").has_value());
  CHECK(unit_named("") == unit::bare);
}

TEST_CASE("units that Hearth lacks are reported and taken as bare numbers") {
  CHECK_FALSE(unit_with({.A = 1}).has_value());
  CHECK_FALSE(unit_with({.mol = 1, .factor = 2.0}).has_value());
  CHECK_FALSE(unit_with({.cd = 1}).has_value());
  CHECK_FALSE(unit_with({.m = 1, .offset = 3.0}).has_value());
  const ModelDescription description =
      read(fmi2(real2("a", "causality=\"input\"", "unit=\"furlong\" start=\"1\"") +
                real2("b", "causality=\"output\"", "unit=\"furlong\"") +
                real2("c", "causality=\"local\"", "unit=\"perch\"")));
  const fmi::FmuPorts ports = fmi::ports_of(description, "a.fmu");
  CHECK(ports.ports[0].unit == unit::bare);
  REQUIRE(ports.notes.items().size() == 1);
  CHECK(ports.notes.items()[0].severity == Severity::Warning);
  CHECK(to_string(ports.notes.items()[0]) ==
        "fmi.unit_unknown  a.fmu  the unit 'furlong' of a, b is not known; the numbers are used "
        "without conversion");
}

TEST_CASE("port names are words, and no two are equal") {
  const std::string input = "causality=\"input\"", start = "start=\"0\"";
  std::string variables;
  for (const char* name :
       {"a.b", "a_b", "a[1,2].b", "der(x)", "a.b.", "[3]", "r\u00e4ume.T", "...", "a/b", "a_b_2"}) {
    variables += real2(name, input, start);
  }
  CHECK(names_of(fmi::ports_of(read(fmi2(variables)), "")) ==
        std::vector<std::string>{"a_b_3", "a_b", "a_1_2_b", "der_x", "a_b_4", "3", "r\u00e4ume_T",
                                 "_", "a_b_5", "a_b_2"});
}

TEST_CASE("a parameter without a start value is not a port") {
  const ModelDescription description =
      read(fmi2(real2("p", "causality=\"parameter\" variability=\"fixed\"", "") +
                real2("q", "causality=\"parameter\" variability=\"tunable\"", "start=\"NaN\"") +
                real2("u", "causality=\"input\"", "")));
  const fmi::FmuPorts ports = fmi::ports_of(description, "a.fmu");
  CHECK(names_of(ports) == std::vector<std::string>{"u"});
  CHECK_FALSE(ports.ports[0].open);
  CHECK(to_string(ports.notes.items().at(0)) ==
        "fmi.variable_left_out  a.fmu  these variables are not available as ports: p (no start "
        "value), q (no start value)");
}

TEST_CASE("all errors of a model description are reported at once, with their lines") {
  const std::string said = error_of([] {
    read(
        fmi2("<ScalarVariable name=\"a\" valueReference=\"-1\"><Real/></ScalarVariable>\n"
             "<ScalarVariable valueReference=\"1\" causality=\"sideways\"><Real start=\"x\"/>"
             "</ScalarVariable>\n" +
             real2("b", "", "") + real2("b", "variability=\"wild\"", "") +
             "<ScalarVariable name=\"c\" valueReference=\"1\"/>\n"));
  });
  CHECK_THAT(said, Catch::Contains("a.fmu modelDescription.xml:5  valueReference '-1'"));
  CHECK_THAT(said, Catch::Contains("modelDescription.xml:6  ScalarVariable has no name"));
  CHECK_THAT(said, Catch::Contains("causality 'sideways'"));
  CHECK_THAT(said, Catch::Contains("start='x' is not a number"));
  CHECK_THAT(said, Catch::Contains("two variables are named 'b'"));
  CHECK_THAT(said, Catch::Contains("variability 'wild'"));
  CHECK_THAT(said, Catch::Contains("variable 'c' does not have a known type"));
}

TEST_CASE("files that are not a model description of a co-simulation are refused") {
  const auto code = [](const std::string& xml) { return code_of([&] { read(xml); }); };
  const std::string good = fmi2("");
  CHECK(code(good).empty());
  CHECK(code("") == "fmi.description_invalid");
  CHECK(code("no xml") == "fmi.description_invalid");
  CHECK(code(good.substr(0, good.size() - 5)) == "fmi.description_invalid");
  CHECK(code("<other/>") == "fmi.description_invalid");
  CHECK(code(replaced(good, "fmiVersion=\"2.0\"", "")) == "fmi.version_unsupported");
  CHECK(code(replaced(good, "\"2.0\"", "\"1.0\"")) == "fmi.version_unsupported");
  CHECK(code(replaced(good, "\"2.0\"", "\"3.0-beta.2\"")) == "fmi.version_unsupported");
  CHECK(code(replaced(good, "CoSimulation", "ModelExchange")).empty());
  CHECK(code(replaced(good, "CoSimulation", "ScheduledExecution")) == "fmi.interface_missing");
  CHECK(code(replaced(good, "guid=\"g\"", "")) == "fmi.description_invalid");
  CHECK(code(replaced(good, "modelIdentifier=\"m\"", "")) == "fmi.description_invalid");
  CHECK(code(replaced(good, "Identifier=\"m\"", "Identifier=\"../m\"")) ==
        "fmi.description_invalid");
  CHECK(code(replaced(good, "\"m\"/>", "\"m\" needsExecutionTool=\"maybe\"/>")) ==
        "fmi.description_invalid");
  const std::string clock = "<Clock name=\"tick\" valueReference=\"7\" causality=\"input\"/>";
  const std::string third =
      replaced(replaced(replaced(fmi2(clock), "\"2.0\"", "\"3.0\""), "guid", "instantiationToken"),
               "\n", " ");
  CHECK(code(third) == "fmi.clocks_unsupported");
}

TEST_CASE("an FMU that needs its tool is reported") {
  const std::string xml =
      replaced(replaced(fmi2(""), "\"m\"/>", "\"m\" needsExecutionTool=\"1\"/>"), "guid",
               "generationTool=\"Tool 7\" guid");
  const fmi::FmuPorts ports = fmi::ports_of(read(xml), "a.fmu");
  REQUIRE(ports.notes.items().size() == 2);
  CHECK(ports.notes.items()[0].code == "fmi.no_ports");
  CHECK(
      to_string(ports.notes.items()[1]) ==
      "fmi.needs_tool  a.fmu  needs the tool from which it was exported (Tool 7) on this machine");
}

}  // namespace fmi_description_test
