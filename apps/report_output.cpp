// SPDX-License-Identifier: MIT
#include "hearth/apps/report_output.hpp"

#include <fmt/format.h>

#include "hearth/apps/exit_code.hpp"
#include "hearth/apps/run_journal.hpp"
#include "hearth/data/text_file.hpp"

namespace hearth::apps {

void require_results_file(const std::filesystem::path& results) {
  std::error_code ignored;
  const auto status = std::filesystem::status(results, ignored);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return;
  throw UsageError("usage.value", {.pointer = "--report"},
                   "needs results in a file, and '" + results.string() + "' is none");
}

void write_report(const ReportRequest& request, Session& session) {
  for (const std::filesystem::path& result : request.results) {
    refuse_input_as_output(request.output, result);
  }
  if (request.model) refuse_input_as_output(request.output, *request.model);
  const ReportContent content = with_messages(session, [&request](Diagnostics& diagnostics) {
    return collect_report(request, diagnostics);
  });
  const std::string page = report_html(content);
  write_text_file(request.output, page);
  session.messages.say(fmt::format("'{}' written, {:.2f} MB", request.output.string(),
                                   1e-6 * static_cast<double>(page.size())));
}

}  // namespace hearth::apps
