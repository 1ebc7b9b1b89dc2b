// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/commands/recipes.hpp"

#include <charconv>
#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <utility>
#include <vector>
#include <zlib.h>

#include <fmt/format.h>

#include "hearth/tests/fuzz/engine/texts.hpp"
#ifdef HEARTH_WITH_FMI
#include <zip.h>
#endif

namespace hearth::fuzz {
namespace {

/// Lines at the end of a text that change bytes.
struct Damage {
  std::vector<std::pair<std::size_t, std::size_t>> bytes;  // position and value
  std::size_t size = std::string::npos;

  void apply(std::string& made) const {
    if (made.empty()) return;
    for (const auto& [position, value] : bytes) {
      made[position % made.size()] = static_cast<char>(value);
    }
    if (size < made.size()) made.resize(size);
  }
};

std::size_t number_in(std::string_view text) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Takes the lines of damage off the end of a text.
Damage take_damage(std::string_view& text) {
  Damage damage;
  while (!text.empty()) {
    std::size_t end = text.size();
    while (end > 0 && text[end - 1] == '\n') --end;
    const std::size_t last = text.substr(0, end).rfind('\n');
    const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
    std::string_view line = text.substr(begin, end - begin);
    if (line.starts_with("!byte ")) {
      line.remove_prefix(6);
      const std::size_t blank = std::min(line.find(' '), line.size() - 1);
      damage.bytes.emplace_back(number_in(line), number_in(line.substr(blank + 1)));
    } else if (line.starts_with("!cut ")) {
      damage.size = number_in(line.substr(5));
    } else {
      break;
    }
    text = text.substr(0, begin);
  }
  return damage;
}

/// SQL may name other files, and continue for ever.
int refuse_others(void*, int action, const char*, const char*, const char*, const char*) {
  return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

int end_now(void*) { return 1; }

std::optional<std::string> database_of(std::string_view sql) {
  constexpr int kMostOperations = 100'000;
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(":memory:", &opened);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database(opened, sqlite3_close);
  if (code != SQLITE_OK) return std::nullopt;
  sqlite3_set_authorizer(opened, refuse_others, nullptr);
  sqlite3_progress_handler(opened, kMostOperations, end_now, nullptr);
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 1'000'000);
  const std::string text(sql);
  // A statement may stand over several lines.
  for (const char* at = text.c_str(); *at != '\0';) {
    sqlite3_stmt* statement = nullptr;
    const char* next = nullptr;
    if (sqlite3_prepare_v2(opened, at, -1, &statement, &next) == SQLITE_OK) {
      for (int row = 0; row < 100 && sqlite3_step(statement) == SQLITE_ROW;) ++row;
    } else {
      next = nullptr;
    }
    sqlite3_finalize(statement);
    if (next == nullptr || next <= at) {  // wrong: on with the next line
      next = at;
      while (*next != '\0' && *next != '\n') ++next;
      if (*next == '\n') ++next;
    }
    at = next;
  }
  if (sqlite3_get_autocommit(opened) == 0)
    sqlite3_exec(opened, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(opened, "main", &size, 0), sqlite3_free);
  if (!bytes) return std::string();
  return std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
}

std::string packed(std::string_view text) {
  z_stream stream{};
  constexpr int kGzip = 16 + MAX_WBITS;
  deflateInit2(&stream, 1, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY);
  std::string made(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(made.data());
  stream.avail_out = static_cast<uInt>(made.size());
  deflate(&stream, Z_FINISH);
  made.resize(stream.total_out);
  deflateEnd(&stream);
  return made;
}

/// The hours of a year, as every file of a year has them.
const std::string& rows_of_year() {
  static const std::string rows = [] {
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    std::string text;
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= kDays[month - 1]; ++day) {
        for (int hour = 1; hour <= 24; ++hour) {
          const double warm = month + 0.1 * day + 0.01 * hour;
          const int sun = hour >= 9 && hour <= 16 ? 10 * hour : 0;
          text += fmt::format(
              "1999,{},{},{},60,?9?9,{},{},50,100000,0,0,300,{},{},50,999999,999999,999999,9999,"
              "180,3.5,5,5,9999,99999,9,999999999,999,0.999,999,99,999,999,99\n",
              month, day, hour, warm, warm - 5.0, sun, sun);
        }
      }
    }
    return text;
  }();
  return rows;
}

std::string with_year(std::string_view text) {
  constexpr std::string_view kYear = "!year\n";
  std::string made(text);
  const std::size_t at = made.find(kYear);
  if (at != std::string::npos) made.replace(at, kYear.size(), rows_of_year());
  return made;
}

#ifdef HEARTH_WITH_FMI
std::optional<std::string> archive_of(std::string_view text) {
  const std::vector<NamedText> files = sections_of(text);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (target == nullptr) return std::nullopt;
  zip_source_keep(target);
  zip_t* archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  if (archive == nullptr) {
    zip_source_free(target);
    return std::nullopt;
  }
  for (const NamedText& file : files) {
    zip_source_t* content = zip_source_buffer(archive, file.text.data(), file.text.size(), 0);
    if (zip_file_add(archive, file.name.c_str(), content, ZIP_FL_OVERWRITE) < 0) {
      zip_source_free(content);
    }
  }
  std::string made;
  if (zip_close(archive) == 0 && zip_source_open(target) == 0) {
    zip_source_seek(target, 0, SEEK_END);
    made.resize(static_cast<std::size_t>(zip_source_tell(target)));
    zip_source_seek(target, 0, SEEK_SET);
    zip_source_read(target, made.data(), made.size());
    zip_source_close(target);
  }
  zip_source_free(target);
  return made;
}
#endif

std::optional<std::string> undamaged(std::string_view name, std::string_view text) {
  if (name.ends_with(".sqlite")) return database_of(text);
  if (name.ends_with(".gz")) {
    const std::optional<std::string> inner =
        undamaged(name.substr(0, name.size() - std::string_view(".gz").size()), text);
    return inner ? std::optional(packed(*inner)) : std::nullopt;
  }
  if (name.ends_with(".epw") || name.ends_with(".tmy")) return with_year(text);
#ifdef HEARTH_WITH_FMI
  if (name.ends_with(".fmu")) return archive_of(text);
#endif
  return std::string(text);
}

}  // namespace

std::optional<std::string> made_file(const std::string& name, std::string_view text) {
  const Damage damage = take_damage(text);
  std::optional<std::string> made = undamaged(name, text);
  if (made) damage.apply(*made);
  return made;
}

}  // namespace hearth::fuzz
