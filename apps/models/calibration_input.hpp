// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/session/session.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/calibration/calibration.hpp"

namespace hearth::apps {

/// A calibration problem as verbs read it, and its files.
class CalibrationInput {
 public:
  /// Reads the file and shows its warnings; throws InputError if it is wrong. A signal stops the
  /// reading at once.
  CalibrationInput(const ModelOptions& options, Session& session);

  const CalibrationProblem& problem() const { return problem_; }
  /// Replaces settings of the search in the file by options of the command line.
  void set_search(const SearchOptions& search);
  /// Replaces settings of the assessment in the file by options of the command line.
  void set_judgement(const JudgementOptions& judgement);
  /// Returns the problem, the model and the data, each file once; also the data of the series in
  /// `reports`.
  std::vector<InputFile> files(const std::vector<SeriesReport>& reports = {});
  /// Begins the record of a run of the problem, and checks that no output is one of its files.
  void begin(RunJournal& journal, int threads, std::uint64_t seed);

 private:
  void warn_of_values();
  Diagnostics unlikely_in_periods(const CalibrationMeasurement& measurement,
                                  const RawSeries& raw) const;
  void note_files(const RunJournal& journal, const std::vector<InputFile>& inputs);

  const ModelOptions& options_;
  Session& session_;
  CalibrationProblem problem_;
  std::map<std::string, InputFile> hashed_;  // by path
};

}  // namespace hearth::apps
