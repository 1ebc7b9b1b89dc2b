// SPDX-License-Identifier: MIT
#include "hearth/apps/report/content/report_config.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/json_record.hpp"
#include "hearth/data/json/schema_parts.hpp"
#include "hearth/ontology/model_files/json_series.hpp"

namespace hearth::apps {
namespace {

std::optional<std::string> read_section(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<std::string> name = read_name(node, diagnostics);
  if (!name) return std::nullopt;
  const std::vector<std::string_view> known = report_sections();
  if (std::find(known.begin(), known.end(), *name) != known.end()) return name;
  diagnostics.error(
      "report.section_unknown", node.where(),
      fmt::format("'{}' is not a section of a report: use {}", *name, fmt::join(known, ", ")));
  return std::nullopt;
}

const JsonRecord<ReportConfig>& page_record() {
  static const auto record =
      JsonRecord<ReportConfig>()
          .optional("sections", &ReportConfig::sections,
                    forms::list(forms::read_by(read_section,
                                               schema_parts::one_of_words(report_sections()))),
                    "Sections to show; default: all")
          .optional("carpet", &ReportConfig::carpet, forms::one_or_list(forms::name()),
                    "Signals of carpet plots, as names or patterns that match id.port");
  return record;
}

void read_page(ReportConfig& config, const JsonNode& node, JsonReading& reading) {
  page_record().read(node, config, reading);
}

void read_kpis(ReportConfig& config, const JsonNode& node, JsonReading& reading) {
  config.kpi = read_kpi_settings(node, reading.diagnostics);
}

const JsonRecord<ReportConfig>& file_record() {
  static const auto record =
      JsonRecord<ReportConfig>()
          .required("hearth", forms::version())
          .optional("kpi", read_kpis, kpi_settings_schema(), "Settings of KPIs")
          .optional("report", read_page, page_record().schema(), "Content of the page");
  return record;
}

}  // namespace

ReportConfig read_report_config(const std::filesystem::path& path) {
  const JsonDocument document = JsonDocument::read(path);
  const bool kpis = json_file_kind(document.root()) == JsonFileKind::Kpis;
  if (!kpis) require_file_kind(document.root(), JsonFileKind::ReportConfig);
  Diagnostics diagnostics;
  JsonReading reading{diagnostics};
  ReportConfig config;
  file_record().read(document.root(), config, reading);
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
  config.folder = path.parent_path();
  return config;
}

std::string report_config_schema() {
  using namespace schema_parts;
  nlohmann::ordered_json definitions = common_definitions();
  definitions.erase("endpoint");
  definitions["series"] = series_schema();
  return schema_text("Hearth report configuration", file_record().schema(), definitions);
}

}  // namespace hearth::apps
