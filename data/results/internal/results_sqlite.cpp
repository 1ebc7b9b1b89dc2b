// SPDX-License-Identifier: MIT
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/results/internal/results_formats.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/sqlite/internal/sqlite_rows.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTable = "results";
constexpr const char* kNote = "incomplete";  // has one column, so that it is not a table of series
constexpr std::size_t kMostColumns = 2000;   // SQLite's limit

/// One table with a column of stamps and one for each signal, in a file that has no name yet.
class SqliteFile : public ResultsWriter {
 public:
  SqliteFile(const fs::path& path, ResultsHead head)
      : target_(path), temporary_(path), head_(std::move(head)) {
    if (head_.signals.size() >= kMostColumns) {
      throw InputError("results.columns_many", Where{.file = path.string()},
                       fmt::format("{} signals are more than the {} columns of a table of SQLite; "
                                   "record fewer, or write '.csv' or '.nc'",
                                   head_.signals.size(), kMostColumns));
    }
    try {
      database_.emplace(temporary_.path(), SqliteDatabase::Access::Write);
      begin();
    } catch (const InputError& error) {
      fail(error);
    }
  }

  ~SqliteFile() override {
    insert_.reset();
    database_.reset();
  }

  void row(Instant time, const double* values) override {
    insert_->bind(1, std::string_view(format_time(time, head_.zone)));
    for (std::size_t i = 0; i < head_.signals.size(); ++i) {
      insert_->bind(static_cast<int>(i) + 2, values[i]);
    }
    try {
      insert_->run();
    } catch (const InputError& error) {
      fail(error);
    }
  }

  void finish(const std::string& incomplete) override {
    try {
      if (!incomplete.empty()) {
        database_->run(fmt::format("CREATE TABLE {}(reason TEXT)", kNote));
        database_->prepare(fmt::format("INSERT INTO {} VALUES (?1)", kNote))
            .bind(1, std::string_view(incomplete))
            .run();
      }
      insert_.reset();
      database_->run("COMMIT");
    } catch (const InputError& error) {
      fail(error);
    }
    database_.reset();
    temporary_.commit();
  }

 private:
  void begin() {
    for (const char* setting : {"journal_mode = MEMORY", "synchronous = OFF"}) {
      database_->run(fmt::format("PRAGMA {}", setting));
    }
    database_->run("BEGIN EXCLUSIVE");
    std::string columns = sql_name(time_title(head_.interval)) + " TEXT";
    std::string places = "?1";
    for (std::size_t i = 0; i < head_.signals.size(); ++i) {
      columns += ", " + sql_name(column_title(head_.signals[i])) + " REAL";
      places += fmt::format(", ?{}", i + 2);
    }
    database_->run(fmt::format("CREATE TABLE {}({})", kTable, columns));
    insert_.emplace(database_->prepare(fmt::format("INSERT INTO {} VALUES ({})", kTable, places)));
  }

  /// Messages name the target, which is the file that users see.
  [[noreturn]] void fail(const InputError& error) const {
    Diagnostics named;
    for (Diagnostic item : error.diagnostics().items()) {
      item.where.file = target_.string();
      const std::string part = temporary_.path().string();
      const std::size_t at = item.message.find(part);
      if (at != std::string::npos) item.message.replace(at, part.size(), target_.string());
      named.add(std::move(item));
    }
    throw InputError(std::move(named));
  }

  fs::path target_;
  TemporaryFile temporary_;
  ResultsHead head_;
  std::optional<SqliteDatabase> database_;
  std::optional<SqliteStatement> insert_;
};

}  // namespace

std::unique_ptr<ResultsWriter> write_results_sqlite(const fs::path& path, ResultsHead head) {
  return std::make_unique<SqliteFile>(path, std::move(head));
}

ResultsTable read_results_sqlite(const fs::path& path) {
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  if (!database.has_table(kTable)) {
    throw InputError(
        "results.table_missing", Where{.file = path.string()},
        fmt::format(
            "the table '{}', which 'hearth simulate' writes, is missing; check that this is "
            "the right file",
            kTable));
  }
  SqliteRows rows{.table = kTable, .columns = {}, .titles = {}};
  SqliteStatement names = database.prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid");
  names.bind(1, std::string_view(kTable));
  while (names.next()) rows.columns.emplace_back(names.text(0));
  rows.titles = rows.columns;
  Diagnostics notes;
  ResultsTable read{read_rows(database, rows, notes), ""};
  if (database.has_table(kNote)) {
    SqliteStatement reason = database.prepare(fmt::format("SELECT reason FROM {}", kNote));
    if (reason.next()) read.incomplete = std::string(reason.text(0));
  }
  return read;
}

}  // namespace hearth
