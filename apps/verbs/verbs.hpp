// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/report/content/report_content.hpp"
#include "hearth/apps/session/session.hpp"
#include "hearth/ontology/translate/translation.hpp"

namespace hearth::apps {

/// Each function runs a verb and returns its exit code, or throws the errors of the library.
int run_verb(const CheckOptions& options, Session& session);
int run_verb(const InfoOptions& options, Session& session);
int run_verb(const GraphOptions& options, Session& session);
int run_verb(const SimulateOptions& options, Session& session);
int run_verb(const SteadyOptions& options, Session& session);
int run_verb(const TrimOptions& options, Session& session);
int run_verb(const LinearizeOptions& options, Session& session);
int run_verb(const SensitivityOptions& options, Session& session);
int run_verb(const CalibrateOptions& options, Session& session);
int run_verb(const SampleOptions& options, Session& session);
int run_verb(const ApplyOptions& options, Session& session);
int run_verb(const CompareOptions& options, Session& session);
int run_verb(const OptimizeOptions& options, Session& session);
int run_verb(const ScenariosOptions& options, Session& session);
int run_verb(const MergeOptions& options, Session& session);
int run_verb(const ComponentsOptions& options, Session& session);
int run_verb(const ConvertOptions& options, Session& session);
int run_verb(const TranslateOptions& options, Session& session);
int run_verb(const TwinOptions& options, Session& session);
int run_verb(const QueryOptions& options, Session& session);
int run_verb(const SchemaOptions& options, Session& session);
int run_verb(const KpiOptions& options, Session& session);
int run_verb(const ReportOptions& options, Session& session);
int run_verb(const ServeOptions& options, Session& session);
int run_verb(const ExportOptions& options, Session& session);
int run_verb(const InitOptions& options, Session& session);
int run_verb(const CompletionOptions& options, Session& session);

/// Calibrates. The page of the report also contains the tables that `tables` returns. The function
/// `tables` may be empty; it is called after the result of a calibration that did not fail has been
/// written.
int calibrate(const CalibrateOptions& options, Session& session,
              std::function<std::vector<ReportTable>()> tables);

/// Translates the graph for a model in this file, with the weather of the options.
Translation translate_graph_file(const TranslateOptions& options,
                                 const std::filesystem::path& model_file, Session& session);

/// Handles the sheets of `convert`: writes empty sheets, or the graph of a folder of sheets.
/// Returns whether the options request this. Refuses a workbook.
bool convert_sheets(const ConvertOptions& options, Session& session);

}  // namespace hearth::apps
