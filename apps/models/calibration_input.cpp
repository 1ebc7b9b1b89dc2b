// SPDX-License-Identifier: MIT
#include "hearth/apps/models/calibration_input.hpp"

#include <algorithm>
#include <set>

#include "hearth/apps/base/interrupt.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/audit.hpp"
#include "hearth/data/sources/data_files.hpp"

namespace hearth::apps {

CalibrationInput::CalibrationInput(const ModelOptions& options, Session& session)
    : options_(options), session_(session) {
  while_reading(options_.file, [this] {
    problem_ = with_messages(session_, [this](Diagnostics& diagnostics) {
      return read_calibration(options_.file, known_components(),
                              {.data_dir = options_.data_dir,
                               .timezone = options_.timezone,
                               .weather = options_.weather},
                              diagnostics);
    });
    warn_of_values();
  });
}

void CalibrationInput::set_search(const SearchOptions& search) {
  estimation::SolveOptions& solve = problem_.solve;
  solve.solver = search.solver.value_or(solve.solver);
  if (search.tolerance) solve.set_tolerance(*search.tolerance);
  solve.max_evaluations = search.max_evaluations.value_or(solve.max_evaluations);
  if (search.time_limit) problem_.time_limit = search.time_limit;
  problem_.derivatives = search.derivatives.value_or(problem_.derivatives);
}

void CalibrationInput::set_judgement(const JudgementOptions& judgement) {
  if (!judgement.profile.empty()) {
    problem_.profile = {judgement.profile, {.pointer = "--profile"}};
  }
  if (judgement.folds) problem_.folds = {*judgement.folds, {.pointer = "--folds"}};
  if (judgement.rolling) problem_.rolling = judgement.rolling;
}

void CalibrationInput::begin(RunJournal& journal, int threads, std::uint64_t seed) {
  RunRecord& record = journal.record();
  record.command = session_.words;
  record.threads = threads;
  record.seed = seed;
  record.inputs = files();
  note_files(journal, record.inputs);
  journal.begin(session_.messages);
}

/// Warns of implausible measured values in the periods. Files that cannot be read are reported when
/// the problem is prepared.
void CalibrationInput::warn_of_values() {
  DataFiles files(problem_.data);
  Diagnostics found, ignored;
  for (const CalibrationMeasurement& measurement : problem_.measurements) {
    const auto path = files.find(measurement.column.file);
    if (!path) continue;
    try {
      Site site = problem_.model.site;
      site.timezone = problem_.timezone;
      const auto raw = files.series(*path, measurement.column, {.site = site}, ignored);
      found.append(unlikely_in_periods(measurement, *raw));
    } catch (const InputError&) {
      continue;
    }
  }
  session_.messages.show(found);
}

Diagnostics CalibrationInput::unlikely_in_periods(const CalibrationMeasurement& measurement,
                                                  const RawSeries& raw) const {
  std::vector<CalibrationPeriod> periods = problem_.periods;
  periods.insert(periods.end(), problem_.validation.begin(), problem_.validation.end());
  std::vector<Instant> times;
  std::vector<double> values;
  for (std::size_t i = 0; i < raw.times.size(); ++i) {
    const bool used = std::any_of(periods.begin(), periods.end(), [&](const auto& period) {
      return raw.times[i] >= period.start && raw.times[i] <= period.end;
    });
    if (!used) continue;
    times.push_back(raw.times[i]);
    values.push_back(raw.values[i]);
  }
  const auto* name = std::get_if<std::string>(&measurement.column.column);
  return unlikely_values(
      {.name = name ? *name : std::to_string(std::get<int>(measurement.column.column)),
       .times = times,
       .values = values,
       .unit = measurement.column.unit ? measurement.column.unit : raw.header_unit,
       .where = {.file = raw.file}});
}

void CalibrationInput::note_files(const RunJournal& journal, const std::vector<InputFile>& inputs) {
  CallFiles& files = session_.files;
  for (const InputFile& input : inputs) files.add_input(input.path, "read by PROBLEM");
  files.add_inputs(named_files(problem_.model, DataFiles(problem_.data)), "data of the model");
  if (journal.path()) files.add_output(*journal.path(), "--output", kRecord);
  files.prepare();
}

std::vector<InputFile> CalibrationInput::files(const std::vector<SeriesReport>& reports) {
  std::set<std::string> paths = {options_.file.string()};
  for (const auto& [id, component] : problem_.model.components()) {
    if (!component.where.file.empty()) paths.insert(component.where.file);
  }
  const DataFiles files(problem_.data);
  for (const CalibrationMeasurement& measurement : problem_.measurements) {
    if (const auto path = files.find(measurement.column.file)) paths.insert(path->string());
  }
  for (const std::string& file : located_files(problem_.model)) paths.insert(file);
  for (const SeriesReport& report : reports) {
    if (!report.file.empty()) paths.insert(report.file);
  }
  std::vector<InputFile> list;
  for (const std::string& path : paths) {
    const auto known = hashed_.find(path);
    list.push_back(known != hashed_.end() ? known->second : hashed_data_file(path));
    hashed_[path] = list.back();
  }
  return list;
}

}  // namespace hearth::apps
