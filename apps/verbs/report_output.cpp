// SPDX-License-Identifier: MIT
#include "hearth/apps/verbs/report_output.hpp"

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {
namespace {

template <class Collect>
void write_page(const ReportRequest& request, Session& session, const Collect& collect) {
  const std::string page = report_html(with_messages(session, collect));
  write_text_file(request.output, page);
  session.messages.say(fmt::format("'{}' written, {:.2f} MB", request.output.string(),
                                   1e-6 * static_cast<double>(page.size())));
}

}  // namespace

void check_report_place(const std::filesystem::path& report, const std::filesystem::path& results) {
  std::error_code ignored;
  const auto status = std::filesystem::status(results, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw UsageError("usage.value", {.pointer = "--report"},
                     "needs results in a file, and '" + results.string() + "' is none");
  }
  const std::filesystem::path folder = report.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return;
  throw InputError("file.write", {.file = report.string()},
                   "cannot be written: expected a folder that exists");
}

void write_report(const ReportRequest& request, Session& session) {
  for (const std::filesystem::path& result : request.results) {
    refuse_input_as_output(request.output, result);
  }
  if (request.model) refuse_input_as_output(request.output, *request.model);
  write_page(request, session,
             [&request](Diagnostics& diagnostics) { return collect_report(request, diagnostics); });
}

void write_report(const std::filesystem::path& page, KnownResult known, Session& session) {
  const ReportRequest request{.results = {}, .output = page};
  refuse_input_as_output(page, known.file.path);
  if (known.model) {
    refuse_input_as_output(page, known.model->file);
    // Pages show paths relative to themselves.
    known.model->file = std::filesystem::absolute(known.model->file).lexically_normal();
  }
  write_page(request, session, [&](Diagnostics& diagnostics) {
    return collect_report(request, std::move(known), diagnostics);
  });
}

int run_verb(const ReportOptions& options, Session& session) {
  write_report(options.request, session);
  return kDone;
}

}  // namespace hearth::apps
