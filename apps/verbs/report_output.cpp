// SPDX-License-Identifier: MIT
#include "hearth/apps/verbs/report_output.hpp"

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth::apps {
namespace {

void write_page(const ReportContent& content, const std::filesystem::path& file, Session& session) {
  const std::string page = report_html(content);
  write_text_file(file, page);
  session.messages.say(fmt::format("'{}' written, {:.2f} MB", file.string(),
                                   1e-6 * static_cast<double>(page.size())));
}

}  // namespace

void require_result_file(const std::filesystem::path& results) {
  std::error_code ignored;
  const auto status = std::filesystem::status(results, ignored);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return;
  throw UsageError("usage.value", {.pointer = "--report"},
                   "needs results in a file, but '" + results.string() + "' is not a file");
}

void write_report(const ReportRequest& request, Session& session) {
  const ReportContent content = with_messages(
      session, [&](Diagnostics& diagnostics) { return collect_report(request, diagnostics); });
  session.files.add_inputs(content.files, "shown by the report");
  session.files.prepare();
  write_page(content, request.output, session);
}

void write_report(const std::filesystem::path& page, KnownResult known, Session& session) {
  const ReportRequest request{.results = {}, .output = page};
  if (known.model) {  // pages show paths relative to themselves
    known.model->file = std::filesystem::absolute(known.model->file).lexically_normal();
  }
  const ReportContent content = with_messages(session, [&](Diagnostics& diagnostics) {
    return collect_report(request, std::move(known), diagnostics);
  });
  write_page(content, page, session);
}

void write_report(const std::filesystem::path& page, ResultKind kind,
                  const std::filesystem::path& result, const RunRecord& record, Session& session) {
  KnownResult known;
  known.file = {kind, result, result.parent_path(), "", record};
  write_report(page, std::move(known), session);
}

/// Returns the files and folders of the command line; folders with all their content. The folder of
/// a model, which may be a home folder, is not included; files that the model names are permitted
/// after it has been read.
std::vector<std::filesystem::path> named_places(const ReportRequest& request) {
  std::vector<std::filesystem::path> places = request.read_from;
  for (const std::filesystem::path& result : request.results) {
    places.push_back(std::filesystem::is_directory(result) ? result : result.parent_path());
  }
  for (const auto& named :
       {request.model, request.data_dir, request.weather, request.import_report}) {
    if (named) places.push_back(*named);
  }
  for (const auto& named : {request.baseline, request.config}) {
    if (named) places.push_back(named->parent_path());
  }
  return places;
}

int run_verb(const ReportOptions& options, Session& session) {
  const ReadConfinement confinement(named_places(options.request));
  write_report(options.request, session);
  return kDone;
}

}  // namespace hearth::apps
