// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/apps/session/progress.hpp"
#include "hearth/apps/session/recorded_work.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/session/session.hpp"

namespace hearth::apps {

/// The common parts of runs that produce one result from a problem: the record, signals, progress,
/// the page.
class RunFrame {
 public:
  /// `problem`, `output` and `page` must outlive it.
  RunFrame(ResultKind kind, const std::filesystem::path& problem,
           const std::filesystem::path& output, const std::optional<std::filesystem::path>& page,
           Session& session)
      : kind_(kind),
        problem_(problem),
        output_(output),
        page_(page),
        session_(session),
        journal_(output) {}

  RunJournal& journal() { return journal_; }
  /// Throws UsageError `usage.value` if a page is requested that cannot be made from the output.
  void require_page() const;
  Progress progress(ProgressStyle style) const {
    return {session_.messages.stream(), style, session_.terminal && !session_.messages.quiet()};
  }
  /// Notes in the record that the run is continuing; returns false after a signal.
  bool goes_on();
  /// Writes the result to its file, and its name into the record.
  void write(const std::string& result);

  /// The end of a run.
  struct End {
    const std::vector<SeriesReport>& series;
    std::vector<InputFile> inputs;
    bool interrupted = false;
    const char* lost = "";  ///< fate of the results of an interrupted run
  };
  /// Ends the run: calls `say`, which shows the result and returns the status of the run, then ends
  /// the record and writes the page. Returns the exit code.
  int finish(End end, const std::function<RunStatus()>& say);

 private:
  ResultKind kind_;
  const std::filesystem::path& problem_;
  const std::filesystem::path& output_;
  const std::optional<std::filesystem::path>& page_;
  Session& session_;
  RunJournal journal_;
};

}  // namespace hearth::apps
