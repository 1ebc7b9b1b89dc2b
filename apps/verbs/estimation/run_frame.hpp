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

/// What runs from a problem to one result have in common: the record, signals, progress, the page.
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
  /// UsageError `usage.value` if a page is asked for that cannot be made from the output.
  void require_page() const;
  Progress progress(ProgressStyle style) const {
    return {session_.messages.stream(), style, session_.terminal && !session_.messages.quiet()};
  }
  /// Notes in the record that the run continues; returns false after a signal.
  bool goes_on();
  /// Writes the result under its name, and into the record.
  void write(const std::string& result);

  /// How a run came to its end.
  struct End {
    const std::vector<SeriesReport>& series;
    std::vector<InputFile> inputs;
    bool interrupted = false;
    const char* lost = "";  ///< what became of the results of an interrupted run
  };
  /// Ends the record, after `say` has shown the result and returned how the run ended, and writes
  /// the page; returns the exit code.
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
