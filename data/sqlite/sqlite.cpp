// SPDX-License-Identifier: MIT
#include "hearth/data/sqlite/sqlite.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>
#include <limits>
#include <sqlite3.h>
#include <system_error>

#include <fmt/format.h>

#include "hearth/data/text/internal/has_bytes.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

/// Returns whether the cause of an error is the place of the file, not its content.
bool is_write_problem(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return true;
    default:
      return false;
  }
}

constexpr int kCounted = 10;  // operations that are counted at once

double thread_seconds() {
  ::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

constexpr int kLongestValue = 64'000'000;  // bytes; a series of a run is one value
/// Bytes of a value or row of a file that may contain views: a single comparison or LIKE of longer
/// values takes long.
constexpr int kLongestForeign = 1'000'000;

/// Functions that a view in a file may call. A single call of other functions can take memory or
/// time that the count of operations does not show: they make long texts out of short ones, or
/// compare each part of a long text with each part of another (`instr`, `trim`).
constexpr std::string_view kFunctions[] = {
    "abs",       "avg",       "ceil",       "ceiling",     "coalesce",   "count",
    "date",      "datetime",  "floor",      "glob",        "ifnull",     "iif",
    "julianday", "lag",       "lead",       "length",      "like",       "lower",
    "max",       "min",       "mod",        "nullif",      "pow",        "power",
    "rank",      "round",     "row_number", "sign",        "sqrt",       "strftime",
    "substr",    "substring", "sum",        "time",        "total",      "trunc",
    "typeof",    "unixepoch", "upper",      "first_value", "last_value", "pragma_table_xinfo"};

int authorize(void*, int action, const char*, const char* name, const char*, const char*) {
  if (action != SQLITE_FUNCTION || name == nullptr) return SQLITE_OK;
  const std::string own = lower_case(name);
  const bool known =
      std::find(std::begin(kFunctions), std::end(kFunctions), own) != std::end(kFunctions);
  return known ? SQLITE_OK : SQLITE_DENY;
}

/// Returns whether the last writer of a file used a write-ahead log and removed it when it closed
/// the file (https://www.sqlite.org/fileformat.html, 1.3.3). SQLite would leave files next to it.
bool is_closed_ahead(const std::filesystem::path& path) {
  constexpr std::size_t kMode = 18;
  if (!has_bytes(path)) return false;
  std::error_code ignored;
  if (std::filesystem::exists(path.string() + "-wal", ignored)) return false;
  std::array<char, kMode + 1> head{};
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), head.size());
  return head[kMode] == 2;
}

/// Returns the name with which SQLite opens a file as one that no process changes.
std::string immutable_name(const std::filesystem::path& path) {
  std::string name = "file:";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte > ' ' && byte < 127 && c != '%' && c != '?' && c != '#';
    name += plain ? std::string(1, c) : fmt::format("%{:02x}", byte);
  }
  return name + "?immutable=1";
}

int flags_of(SqliteDatabase::Access access) {
  switch (access) {
    case SqliteDatabase::Access::Read:
      return SQLITE_OPEN_READONLY;
    case SqliteDatabase::Access::Change:
      return SQLITE_OPEN_READWRITE;
    default:
      return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  }
}

/// Refuses a journal that names another one: when SQLite rolls it back it also removes the file of
/// that name, whatever it is. Hearth never writes such a journal, because it never attaches
/// databases.
void refuse_foreign_journal(const std::filesystem::path& path) {
  constexpr std::string_view kMagic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  const std::string journal = path.string() + "-journal";
  if (!has_bytes(journal)) return;
  std::ifstream stream(journal, std::ios::binary | std::ios::ate);
  const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : 0;
  if (size < static_cast<std::streamoff>(kMagic.size())) return;
  std::array<char, 8> end{};
  stream.seekg(size - static_cast<std::streamoff>(end.size()));
  stream.read(end.data(), end.size());
  if (std::string_view(end.data(), end.size()) != kMagic) return;
  throw InputError("data.sqlite_invalid", Where{.file = journal},
                   "this journal belongs to several databases, which Hearth never writes: remove "
                   "it, and its database as well");
}

}  // namespace

void SqliteDatabase::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Access access)
    : path_(path), access_(access) {
  if (access == Access::Read) check_may_read(path);
  // SQLite searches for a journal next to the target of a link, and does not treat names that begin
  // with `file:` as paths. Links are therefore resolved here, once, and never by SQLite.
  const std::filesystem::path place = database_place(path);
  const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | flags_of(access);
  const bool writes = access == Access::Write || access == Access::Change;
  if (writes) refuse_foreign_journal(place);
  const bool immutable = access == Access::Read && is_closed_ahead(place);
  const std::string name = access == Access::Memory ? ":memory:"
                           : immutable              ? immutable_name(place)
                                                    : place.string();
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2(name.c_str(), &handle, flags | (immutable ? SQLITE_OPEN_URI : 0), nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail("it cannot be opened");
  sqlite3_extended_result_codes(handle, 1);
  defend();
}

/// Protects against malicious files (https://www.sqlite.org/security.html).
void SqliteDatabase::defend() {
  sqlite3* const handle = handle_.get();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 200);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 4'000'000);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH,
                access_ == Access::Read ? kLongestForeign : kLongestValue);
  sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100);
  sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 50);
  if (access_ == Access::Memory) return;
  sqlite3_set_authorizer(handle, &authorize, nullptr);
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(path_, ignored);
  work_ = std::make_unique<Work>();
  work_->most = limit_of(WorkLimit::SqliteSteps) / kCounted;
  if (!ignored) {
    constexpr std::int64_t kPerByte = 20;  // operations
    work_->most = std::max(work_->most, static_cast<std::int64_t>(bytes) * kPerByte / kCounted);
  }
  sqlite3_progress_handler(handle, kCounted, &SqliteDatabase::count_work, work_.get());
}

/// Stops a statement that does too many operations, or that takes much longer than these operations
/// should take, because a single operation on long values can take long.
int SqliteDatabase::count_work(void* work) {
  constexpr double kSecondsEach = kCounted / 30e6;
  Work& own = *static_cast<Work*>(work);
  own.exceeded = ++own.done > own.most;
  const double allowed = kSecondsEach * static_cast<double>(own.most);
  const auto now = std::chrono::steady_clock::now();
  if (!own.exceeded && std::chrono::duration<double>(now - own.began).count() > allowed) {
    // Time during which this thread waited does not count.
    own.exceeded = thread_seconds() - own.used > allowed;
  }
  return own.exceeded ? 1 : 0;
}

/// Resets the work of a statement, unless the statement begins within another.
void SqliteDatabase::begin_work() {
  if (!work_) return;
  for (sqlite3_stmt* other = sqlite3_next_stmt(handle_.get(), nullptr); other != nullptr;
       other = sqlite3_next_stmt(handle_.get(), other)) {
    if (sqlite3_stmt_busy(other) != 0) return;
  }
  *work_ = {.most = work_->most, .used = thread_seconds()};
}

SqliteDatabase::~SqliteDatabase() = default;
SqliteDatabase::SqliteDatabase(SqliteDatabase&&) noexcept = default;
SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&&) noexcept = default;

void SqliteDatabase::fail(std::string_view what) const {
  const int code = handle_ ? sqlite3_extended_errcode(handle_.get()) : SQLITE_NOMEM;
  const std::string reason = handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory";
  const Where where{.file = path_.string()};
  const std::string message = fmt::format("{}: {}", what, reason);
  if (work_ && work_->exceeded) refuse_limit(WorkLimit::SqliteSteps, where);
  constexpr std::string_view kRefused = "not authorized to use function: ";
  if (reason.starts_with(kRefused)) {
    throw InputError("data.sqlite_invalid", where,
                     fmt::format("a view of it calls the function '{}', which can use unlimited "
                                 "memory or time: write the rows of the view to a table",
                                 reason.substr(kRefused.size())));
  }
  if ((code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED) {
    throw InputError("data.sqlite_locked", where, "another process is using it: " + reason);
  }
  if ((code & 0xff) == SQLITE_TOOBIG) {
    throw InputError("data.sqlite_invalid", where,
                     "a string or a row of a table or view is longer than Hearth reads (1 MB): "
                     "shorten it, or remove the column");
  }
  if (is_write_problem(code)) {
    throw InputError(access_ == Access::Read ? "file.unreadable" : "file.write", where, message);
  }
  throw InputError("data.sqlite_invalid", where, message);
}

void SqliteDatabase::run(const std::string& sql) {
  begin_work();
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail("it cannot be used");
  }
}

SqliteStatement SqliteDatabase::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  begin_work();
  if (sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &statement,
                         nullptr) != SQLITE_OK) {
    fail("it cannot be used");
  }
  return {*this, statement};
}

bool SqliteDatabase::has_table(std::string_view name) {
  SqliteStatement query =
      prepare("SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?1");
  query.bind(1, name);
  const bool found = query.next();
  query.reset();
  return found;
}

void SqliteDatabase::require_plain_tables(std::string_view known_view) {
  // SQLite checks the text of an entry, not its type, and writes the beginning of that text itself.
  SqliteStatement query = prepare(
      "SELECT lower(type), name FROM sqlite_master WHERE NOT ("
      "(type = 'table' AND ifnull(sql, '') GLOB 'CREATE TABLE *') OR "
      "(type = 'index' AND (sql IS NULL OR sql GLOB 'CREATE INDEX *' OR "
      "sql GLOB 'CREATE UNIQUE INDEX *')) OR "
      "(type = 'view' AND name = ?1 AND ifnull(sql, '') GLOB 'CREATE VIEW *')) LIMIT 1");
  query.bind(1, known_view);
  std::string found;
  if (query.next()) found = fmt::format("the {} '{}'", query.text(0), query.text(1));
  query.reset();
  SqliteStatement computed = prepare(
      "SELECT m.name, x.name FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS x "
      "WHERE m.type = 'table' AND x.hidden <> 0 LIMIT 1");
  if (found.empty() && computed.next()) {
    found = fmt::format("the computed column '{}' of '{}'", computed.text(1), computed.text(0));
  }
  computed.reset();
  if (found.empty()) {
    sqlite3_limit(handle_.get(), SQLITE_LIMIT_LENGTH, kLongestValue);
    return;
  }
  throw InputError(
      "data.sqlite_invalid", Where{.file = path_.string()},
      fmt::format(
          "it contains {}, which Hearth never writes: the file was changed by another program",
          found));
}

SqliteStatement::SqliteStatement(SqliteDatabase& database, sqlite3_stmt* statement)
    : database_(&database), statement_(statement) {}

void SqliteStatement::check(int code) {
  if (code != SQLITE_OK) database_->fail("a value cannot be passed to a statement");
}

SqliteStatement& SqliteStatement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, double value) {
  check(std::isnan(value) ? sqlite3_bind_null(statement_.get(), parameter)
                          : sqlite3_bind_double(statement_.get(), parameter, value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

SqliteStatement& SqliteStatement::bind_blob(int parameter, const void* data, std::size_t size) {
  check(sqlite3_bind_blob64(statement_.get(), parameter, data, size, SQLITE_TRANSIENT));
  return *this;
}

bool SqliteStatement::next() {
  if (sqlite3_stmt_busy(statement_.get()) == 0) database_->begin_work();
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    try {
      database_->fail("it cannot be used");
    } catch (...) {
      sqlite3_reset(statement_.get());
      throw;
    }
  }
  sqlite3_reset(statement_.get());
  return false;
}

void SqliteStatement::run() {
  while (next()) {
  }
}

void SqliteStatement::reset() { sqlite3_reset(statement_.get()); }

int SqliteStatement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string SqliteStatement::column_name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

bool SqliteStatement::is_text(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT;
}

bool SqliteStatement::is_blob(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_BLOB;
}

std::int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double SqliteStatement::number(int column) const {
  if (is_null(column)) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view SqliteStatement::blob(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

SqliteTransaction::SqliteTransaction(SqliteDatabase& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Error&) {  // SQLite may have rolled back already
  }
}

void SqliteTransaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

std::filesystem::path database_place(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  if (error) return "." / path;  // the working directory does not exist
  std::filesystem::path place = std::filesystem::weakly_canonical(whole, error);
  return error ? whole : place;
}

std::uint64_t hash_of_database(const std::filesystem::path& path) {
  const std::filesystem::path place = database_place(path);
  std::string part(1 << 20, '\0');  // the file may be too large for the memory
  std::uint64_t hash = fnv1a64("");
  for (const std::string& file : {place.string(), place.string() + "-wal"}) {
    if (!has_bytes(file)) continue;
    std::ifstream stream(file, std::ios::binary);
    while (stream) {
      stream.read(part.data(), static_cast<std::streamsize>(part.size()));
      hash = fnv1a64(std::string_view(part).substr(0, static_cast<std::size_t>(stream.gcount())),
                     hash);
    }
  }
  return hash;
}

std::string sql_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

bool is_sqlite_file(const std::filesystem::path& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  if (!has_bytes(path)) return false;
  std::array<char, 16> head{};
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream && (errno == EMFILE || errno == ENFILE)) {
    throw InputError("file.unreadable", Where{.file = path.string()},
                     "cannot be opened: " + std::generic_category().message(errno));
  }
  stream.read(head.data(), head.size());
  return stream.gcount() == 16 && std::string_view(head.data(), head.size()) == kMagic;
}

}  // namespace hearth
