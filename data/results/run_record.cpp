// SPDX-License-Identifier: MIT
#include "hearth/data/results/run_record.hpp"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "hearth/data/json/diagnostics_json.hpp"
#include "hearth/data/json/json_forms.hpp"

namespace hearth {
namespace {

constexpr Choices<RunStatus, 4> kStatusWords{{{"running", RunStatus::Running},
                                              {"done", RunStatus::Done},
                                              {"failed", RunStatus::Failed},
                                              {"interrupted", RunStatus::Interrupted}}};

/// Returns the form of a hash: 16 hexadecimal digits.
JsonForm<std::uint64_t> hash() {
  const auto read = [](const JsonNode& node, JsonReading& reading) {
    std::optional<std::uint64_t> hash;
    const std::optional<std::string> text = read_string(node, reading.diagnostics);
    if (!text) return hash;
    hash = 0;
    std::from_chars(text->data(), text->data() + text->size(), *hash, 16);
    return hash;
  };
  return {read, {{"type", "string"}}, [](const std::uint64_t& hash) {
            return fmt::format("{:016x}", hash);
          }};
}

JsonForm<InputFile> input() {
  return JsonRecord<InputFile>()
      .written("path", &InputFile::path, forms::string())
      .written("fnv1a64", &InputFile::hash, hash())
      .form();
}

JsonForm<SeriesReport> series_report() {
  return JsonRecord<SeriesReport>()
      .written("owner", &SeriesReport::owner, forms::string())
      .written("file", &SeriesReport::file, forms::string())
      .written("points", &SeriesReport::points, forms::whole<long>())
      .written("missing", &SeriesReport::missing, forms::whole<long>())
      .written("held", &SeriesReport::held, forms::whole<long>())
      .form();
}

JsonForm<RowsRecord> rows_record() {
  using Column = RowsRecord::Column;
  const JsonForm<Column> column = JsonRecord<Column>()
                                      .written("name", &Column::name, forms::string())
                                      .written("unit", &Column::unit, forms::string())
                                      .written("value", &Column::value, forms::string())
                                      .form();
  return JsonRecord<RowsRecord>()
      .written("every", &RowsRecord::every, forms::string())
      .written("stamp", &RowsRecord::stamp, forms::string())
      .written("columns", &RowsRecord::columns, forms::list(column))
      .form();
}

JsonForm<RunProgress> run_progress() {
  return JsonRecord<RunProgress>()
      .written("done", &RunProgress::done, forms::whole<long>())
      .written("failed", &RunProgress::failed, forms::whole<long>())
      .written("total", &RunProgress::total, forms::whole<long>())
      .written("seconds_left", &RunProgress::seconds_left, forms::number())
      .form();
}

JsonForm<ContinuousRecord::Event> event() {
  using Event = ContinuousRecord::Event;
  return JsonRecord<Event>()
      .written("seconds", &Event::seconds, forms::number())
      .written("time", &Event::time, forms::string())
      .written("component", &Event::component, forms::string())
      .written("event", &Event::event, forms::string())
      .written("direction", &Event::direction, forms::string())
      .written("microstep", &Event::microstep, forms::whole<int>())
      .form();
}

JsonForm<ContinuousRecord::Loop> loop() {
  using Loop = ContinuousRecord::Loop;
  return JsonRecord<Loop>()
      .written("solved_for", &Loop::solved_for, forms::list(forms::string()))
      .written("connections", &Loop::connections, forms::list(forms::string()))
      .form();
}

JsonForm<ContinuousRecord::Statistics> statistics() {
  using Statistics = ContinuousRecord::Statistics;
  return JsonRecord<Statistics>()
      .written("steps", &Statistics::steps, forms::whole<long>())
      .written("rejected", &Statistics::rejected, forms::whole<long>())
      .written("rates", &Statistics::rates, forms::whole<long>())
      .written("jacobians", &Statistics::jacobians, forms::whole<long>())
      .written("restarts", &Statistics::restarts, forms::whole<long>())
      .written("ticks", &Statistics::ticks, forms::whole<long>())
      .form();
}

JsonForm<ContinuousRecord> continuous_record() {
  using Record = ContinuousRecord;
  return JsonRecord<Record>()
      .written("method", &Record::method, forms::string())
      .written("relative_tolerance", &Record::relative_tolerance, forms::number())
      .written("absolute_tolerance", &Record::absolute_tolerance, forms::number())
      .written("event_count", &Record::event_count, forms::whole<long>())
      .written("events", &Record::events, forms::list(event()))
      .written("loops", &Record::loops, forms::list(loop()))
      .written("statistics", &Record::statistics, statistics())
      .form();
}

JsonForm<StepwiseRecord> stepwise_record() {
  using Record = StepwiseRecord;
  return JsonRecord<Record>()
      .written("coupling", &Record::coupling, forms::string())
      .written("substeps", &Record::substeps, forms::string())
      .written("cycle_removal", &Record::cycle_removal, forms::string())
      .written("input_hold", &Record::input_hold, forms::string())
      .written("step", &Record::step, forms::number())
      .written("steps", &Record::steps, forms::whole<long>())
      .written("parts", &Record::parts, forms::whole<long>())
      .form();
}

const JsonRecord<RunRecord>& run_record() {
  static const auto record =
      JsonRecord<RunRecord>()
          .written("version", &RunRecord::version, forms::string(), "Version of Hearth")
          .required("status", &RunRecord::status, forms::choice(kStatusWords))
          .written("command", &RunRecord::command, forms::list(forms::string()),
                   "Arguments of the program, its name first")
          .optional("progress", &RunRecord::progress, run_progress(),
                    "Progress of runs that have parts")
          .optional("model", &RunRecord::model, forms::string(), "Path of the model")
          .written("inputs", &RunRecord::inputs, forms::list(input()), "Files that were read")
          .written("outputs", &RunRecord::outputs, forms::list(forms::string()),
                   "Files that were written")
          .optional("rows", &RunRecord::rows, rows_record(),
                    "Interval that a row of the results covers, and the statistic of each "
                    "column")
          .written("seed", &RunRecord::seed, forms::whole<std::uint64_t>())
          .written("threads", &RunRecord::threads, forms::whole<int>())
          .written("wall_seconds", &RunRecord::wall_seconds, forms::number())
          .optional("stepwise", &RunRecord::stepwise, stepwise_record(),
                    "Steps of the stepwise engine and their division")
          .optional("continuous", &RunRecord::continuous, continuous_record(),
                    "Integration by the continuous engine")
          .optional("balance", &RunRecord::balance, balance_form(),
                    "Amounts that were supplied, delivered, stored and lost")
          .written("series", &RunRecord::series, forms::list(series_report()),
                   "Changes that were made to the series of the sources")
          .written("diagnostics", &RunRecord::diagnostics, diagnostics_form());
  return record;
}

constexpr std::size_t kBlock = 512;  // unit of `st_blocks`

/// Writes a text into an existing file if its allocated space suffices, and returns whether it did.
/// Does not follow links: one may have been put there since the command line was checked.
bool replace_text(const std::filesystem::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct ::stat status {};
  const bool room = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    text.size() <= static_cast<std::size_t>(status.st_blocks) * kBlock;
  const bool written =
      room && ::pwrite(file, text.data(), text.size(), 0) == static_cast<::ssize_t>(text.size()) &&
      ::ftruncate(file, static_cast<::off_t>(text.size())) == 0 && ::fsync(file) == 0;
  return ::close(file) == 0 && written;
}

constexpr const char* kFolderRecord = "run.json";

/// Returns `results.run.json`, `results-2.run.json`, ...
std::filesystem::path numbered_record(const std::filesystem::path& results, int number) {
  std::filesystem::path name = results.filename();
  if (name.extension() == ".gz") name = name.stem();
  const std::string suffix = number > 1 ? fmt::format("-{}", number) : "";
  return results.parent_path() / (name.stem().string() + suffix + ".run.json");
}

/// Returns whether a file is the record of these results, or of results that no longer exist.
bool is_free_for(const std::filesystem::path& results, const std::filesystem::path& path) {
  try {
    const RunRecord record = read_run_record(path);
    if (is_record_of(record, path, results)) return true;
    return std::none_of(record.outputs.begin(), record.outputs.end(),
                        [&](const std::string& output) {
                          const auto name = std::filesystem::path(output).filename();
                          std::error_code ignored;
                          return std::filesystem::exists(path.parent_path() / name, ignored);
                        });
  } catch (const InputError&) {
    return false;
  }
}

/// Returns the record with errors only.
RunRecord shortened(const RunRecord& record) {
  RunRecord text = record;
  text.series.clear();
  if (text.continuous) text.continuous->events.clear();
  text.balance.reset();
  text.diagnostics = {};
  for (const Diagnostic& item : record.diagnostics.items()) {
    if (item.severity == Severity::Error) text.diagnostics.add(item);
  }
  return text;
}

}  // namespace

std::string_view to_string(RunStatus status) { return word_for(status, kStatusWords); }

std::string run_record_json(const RunRecord& record) {
  using Json = nlohmann::ordered_json;
  // Arguments and paths may contain any bytes; bytes that are not UTF-8 are replaced.
  return run_record().write(record).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_run_record(const RunRecord& record, const std::filesystem::path& path) {
  write_text_file(path, run_record_json(record));
}

void end_run_record(const RunRecord& record, const std::filesystem::path& path) {
  try {
    write_run_record(record, path);
  } catch (const InputError&) {
    if (replace_text(path, run_record_json(record))) return;
    if (!replace_text(path, run_record_json(shortened(record)))) throw;
  }
}

std::filesystem::path run_record_path(const std::filesystem::path& results,
                                      const std::filesystem::path& begun) {
  if (!begun.empty() && (!std::filesystem::exists(begun) || is_free_for(results, begun))) {
    return begun;
  }
  for (int number = 1;; ++number) {
    std::filesystem::path path = numbered_record(results, number);
    if (!std::filesystem::exists(path) || is_free_for(results, path)) return path;
  }
}

std::vector<std::filesystem::path> run_record_places(const std::filesystem::path& results) {
  std::vector<std::filesystem::path> places;
  for (int number = 1;; ++number) {
    std::filesystem::path path = numbered_record(results, number);
    if (!std::filesystem::exists(path)) break;
    places.push_back(std::move(path));
  }
  std::filesystem::path former = results.parent_path() / kFolderRecord;
  if (std::filesystem::exists(former)) places.push_back(std::move(former));
  return places;
}

bool is_record_of(const RunRecord& record, const std::filesystem::path& file,
                  const std::filesystem::path& results) {
  if (record.outputs.empty()) return false;
  const std::filesystem::path first = record.outputs.front();
  if (file.filename() != kFolderRecord && first.extension() == results.extension()) return true;
  return std::any_of(record.outputs.begin(), record.outputs.end(), [&](const std::string& output) {
    return std::filesystem::path(output).filename() == results.filename();
  });
}

RunRecord read_run_record(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  RunRecord record;
  Diagnostics ignored;
  JsonReading reading{ignored};
  try {
    const JsonDocument document = JsonDocument::parse(text, path.string());
    if (run_record().read(document.root(), record, reading)) return record;
  } catch (const InputError&) {  // not JSON, hence not a record
  }
  throw InputError("run.record_invalid", Where{.file = path.string()},
                   "this is not the record of a run (a JSON object with a \"status\")");
}

}  // namespace hearth
