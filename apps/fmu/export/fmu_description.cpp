// SPDX-License-Identifier: MIT
// The model descriptions of FMI 2.0.4 (2.2) and FMI 3.0.1 (2.4).
#include <cmath>
#include <map>

#include "hearth/apps/base/version.hpp"
#include "hearth/apps/fmu/export/fmu_content.hpp"
#include "hearth/apps/report/page/html_text.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + markup_escaped(value) + "\"";
}
std::string attribute(std::string_view name, double value) {
  return attribute(name, number_text(value));
}
std::string attribute(std::string_view name, std::size_t value) {
  return attribute(name, std::to_string(value));
}
/// Returns an exponent; "" if it has the default value.
std::string exponent(std::string_view name, int value) {
  return value == 0 ? "" : attribute(name, std::to_string(value));
}

bool is_difference(const Unit& unit) {
  return unit.K == 1 && unit.kg == 0 && unit.m == 0 && unit.s == 0 && !unit.point;
}

std::string base_unit(const Unit& unit) {
  std::string xml = "<BaseUnit" + exponent("kg", unit.kg) + exponent("m", unit.m) +
                    exponent("s", unit.s) + exponent("K", unit.K);
  if (unit == unit::deg) xml += attribute("rad", "1");
  if (unit.scale != 1.0) xml += attribute("factor", unit.scale);
  if (unit.offset != 0.0) xml += attribute("offset", unit.offset);
  return xml + "/>";
}

/// Writes the description of one version.
class DescriptionWriter {
 public:
  DescriptionWriter(const FmuContent& content, int version)
      : content_(content), interface_(content.interface), three_(version == 3) {}

  std::string text() const {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + head() + kind() + units() +
           log_categories() + experiment() + variables() + structure() + "</fmiModelDescription>\n";
  }

 private:
  std::string head() const {
    return "<fmiModelDescription" + attribute("fmiVersion", three_ ? "3.0" : "2.0") +
           attribute("modelName", content_.name) +
           attribute(three_ ? "instantiationToken" : "guid", interface_.token) +
           attribute("generationTool", std::string("Hearth ") + kVersion) +
           attribute("variableNamingConvention", "flat") + ">\n";
  }

  std::string kind() const {
    const bool stepwise = content_.engine == Engine::Stepwise;
    std::string xml = "  <CoSimulation" + attribute("modelIdentifier", content_.identifier) +
                      attribute("canHandleVariableCommunicationStepSize", "false");
    if (three_) {
      xml += attribute("canGetAndSetFMUState", "true") + attribute("canSerializeFMUState", "true") +
             attribute("providesDirectionalDerivatives", stepwise ? "true" : "false");
      if (stepwise) xml += attribute("fixedInternalStepSize", step());
    } else {
      xml += attribute("canNotUseMemoryManagementFunctions", "true") +
             attribute("canGetAndSetFMUstate", "true") + attribute("canSerializeFMUstate", "true") +
             attribute("providesDirectionalDerivative", stepwise ? "true" : "false");
    }
    return xml + "/>\n";
  }

  double step() const { return seconds(interface_.period.step); }

  std::string units() const {
    std::map<std::string, Unit> units;
    for (const auto* list : {&content_.inputs, &content_.outputs, &content_.parameters}) {
      for (const DescribedVariable& variable : *list) {
        if (!variable.unit.bare) units.emplace(variable.unit.symbol, variable.unit);
      }
    }
    if (units.empty()) return "";
    std::string xml = "  <UnitDefinitions>\n";
    for (const auto& [symbol, unit] : units) {
      xml += "    <Unit" + attribute("name", symbol) + ">" + base_unit(unit) + "</Unit>\n";
    }
    return xml + "  </UnitDefinitions>\n";
  }

  static std::string log_categories() {
    std::string xml = "  <LogCategories>\n";
    for (const char* category : {"logStatusDiscard", "logStatusError", "logStatusWarning"}) {
      xml += "    <Category" + attribute("name", category) + "/>\n";
    }
    return xml + "  </LogCategories>\n";
  }

  std::string experiment() const {
    const Period& period = interface_.period;
    const double start = interface_.year ? seconds(period.start - interface_.year_start) : 0.0;
    return "  <DefaultExperiment" + attribute("startTime", start) +
           attribute("stopTime", start + seconds(period.end - period.start)) +
           attribute("stepSize", step()) + "/>\n";
  }

  std::string variables() const {
    std::string xml = "  <ModelVariables>\n";
    if (three_) {
      xml += "    <Float64" + attribute("name", "time") + attribute("valueReference", "0") +
             attribute("causality", "independent") + attribute("variability", "continuous") +
             "/>\n";
    }
    for (std::size_t i = 0; i < interface_.inputs.size(); ++i) {
      const fmu::SettableVariable& input = interface_.inputs[i];
      xml += variable(i + 1, input.name, "input", "continuous", "", content_.inputs[i],
                      attribute("start", input.start));
    }
    for (std::size_t i = 0; i < interface_.outputs.size(); ++i) {
      xml += variable(interface_.first_output() + i, interface_.outputs[i], "output", "continuous",
                      "calculated", content_.outputs[i], "");
    }
    for (std::size_t i = 0; i < interface_.parameters.size(); ++i) {
      const fmu::SettableVariable& parameter = interface_.parameters[i];
      const Range& range = content_.parameters[i].range;
      std::string numbers;
      if (std::isfinite(range.min)) numbers += attribute("min", range.min);
      if (std::isfinite(range.max)) numbers += attribute("max", range.max);
      xml +=
          variable(interface_.first_parameter() + i, parameter.name, "parameter", "fixed", "exact",
                   content_.parameters[i], numbers + attribute("start", parameter.start));
    }
    return xml + "  </ModelVariables>\n";
  }

  std::string variable(std::size_t reference, const std::string& name, const char* causality,
                       const char* variability, const char* initial,
                       const DescribedVariable& described, const std::string& numbers) const {
    std::string own = attribute("name", name) + attribute("valueReference", reference);
    if (!described.description.empty()) own += attribute("description", described.description);
    own += attribute("causality", causality) + attribute("variability", variability);
    if (*initial != '\0') own += attribute("initial", initial);
    std::string real;
    if (!described.unit.bare) real += attribute("unit", described.unit.symbol);
    if (!described.unit.bare && is_difference(described.unit)) {
      real += attribute("relativeQuantity", "true");
    }
    real += numbers;
    if (three_) return "    <Float64" + own + real + "/>\n";
    return "    <ScalarVariable" + own + "><Real" + real + "/></ScalarVariable>\n";
  }

  /// FMI 2.0 counts variables from 1, as do the value references here.
  std::string structure() const {
    std::string xml = "  <ModelStructure>\n";
    if (!three_ && !interface_.outputs.empty()) {
      xml += unknowns("    <Outputs>\n", "      <Unknown", "index") + "    </Outputs>\n";
      xml += unknowns("    <InitialUnknowns>\n", "      <Unknown", "index") +
             "    </InitialUnknowns>\n";
    }
    if (three_) {
      xml += unknowns("", "    <Output", "valueReference");
      xml += unknowns("", "    <InitialUnknown", "valueReference");
    }
    return xml + "  </ModelStructure>\n";
  }

  std::string unknowns(std::string xml, const char* element, const char* number) const {
    for (std::size_t i = 0; i < interface_.outputs.size(); ++i) {
      xml += element + attribute(number, interface_.first_output() + i) + "/>\n";
    }
    return xml;
  }

  const FmuContent& content_;
  const fmu::FmuInterface& interface_;
  bool three_;
};

}  // namespace

std::string fmu_description(const FmuContent& content, int version) {
  return DescriptionWriter(content, version).text();
}

}  // namespace hearth::apps
