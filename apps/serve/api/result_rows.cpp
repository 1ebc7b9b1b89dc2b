// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/api/result_rows.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/serve/api/api_errors.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"

namespace hearth::apps {
namespace {

/// Reads complete lines; quoted text may contain line ends.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& file) : stream_(file, std::ios::binary) {}

  /// Reads the next line without its end; returns false if there is no complete line.
  bool next(std::string& line) {
    line.clear();
    std::string part;
    bool quoted = false;
    while (std::getline(stream_, part)) {
      if (stream_.eof()) return false;  // the line is incomplete
      for (const char c : part) quoted = quoted != (c == '"');
      line += part;
      if (!quoted) return true;
      line += '\n';
    }
    return false;
  }

 private:
  std::ifstream stream_;
};

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        cells.back() += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// Returns the JSON `{"name", "unit"}` for `name [unit]`.
std::string column_json(const std::string& cell) {
  const std::size_t open = cell.rfind(" [");
  if (open == std::string::npos || !cell.ends_with(']')) {
    return "{\"name\":" + json_text(cell) + "}";
  }
  return "{\"name\":" + json_text(cell.substr(0, open)) +
         ",\"unit\":" + json_text(cell.substr(open + 2, cell.size() - open - 3)) + "}";
}

void append_cell(std::string& text, const std::string& cell) {
  double number = 0.0;
  const char* end = cell.data() + cell.size();
  const auto [read, error] = std::from_chars(cell.data(), end, number);
  if (cell.empty()) {
    text += "null";
  } else if (read != end || error != std::errc{}) {
    text += json_text(cell);
  } else {
    append_json_number(text, number);
  }
}

void append_row(std::string& text, const std::string& line) {
  char sign = '[';
  for (const std::string& cell : cells_of(line)) {
    text += sign;
    append_cell(text, cell);
    sign = ',';
  }
  text += ']';
}

}  // namespace

Reply rows_reply(const std::filesystem::path& file, bool complete, const RowsRequest& request,
                 std::int64_t most_bytes) {
  LineReader lines(file);
  std::string line;
  std::string columns;
  std::string rows;
  bool has_head = lines.next(line);
  // comments state why rows are missing
  while (has_head && line.starts_with('#')) has_head = lines.next(line);
  if (has_head) {
    if (request.csv) {
      rows = line + "\n";
    } else {
      for (const std::string& cell : cells_of(line)) {
        columns += (columns.empty() ? "" : ",") + column_json(cell);
      }
    }
  }
  std::int64_t number = 0;
  std::int64_t bytes = 0;
  std::int64_t taken = 0;
  while ((request.count < 0 || taken < request.count) && lines.next(line)) {
    if (number++ < request.first) continue;
    bytes += static_cast<std::int64_t>(line.size());
    if (bytes > most_bytes) {
      return error_reply(
          413, "serve.answer_long",
          fmt::format(
              "the rows are longer than {} bytes; request fewer rows with 'first' and 'count'",
              most_bytes));
    }
    if (request.csv) {
      rows += line;
      rows += '\n';
    } else {
      if (taken > 0) rows += ',';
      append_row(rows, line);
    }
    ++taken;
  }
  if (request.csv) return {200, "text/csv; charset=utf-8", std::move(rows)};
  std::string body = fmt::format("{{\"first\":{},\"next\":{},\"complete\":{},\"columns\":[",
                                 request.first, request.first + taken, complete);
  body += columns + "],\"rows\":[" + rows + "]}";
  return {200, "application/json", std::move(body)};
}

}  // namespace hearth::apps
