// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/report_tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "hearth/apps/report/page/html_text.hpp"

namespace hearth::apps {
namespace {

/// The columns of a table as shown texts; missing cells at the end of a row are empty.
std::vector<std::vector<std::string>> shown_columns(const ReportTable& table) {
  std::vector<std::vector<std::string>> columns(table.columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (const auto& row : table.cells) columns[c].push_back(c < row.size() ? row[c] : "");
    if (c < table.numeric.size() && table.numeric[c]) columns[c] = column_texts(columns[c]);
  }
  return columns;
}

bool is_numeric(const ReportTable& table, std::size_t column) {
  return column < table.numeric.size() && table.numeric[column];
}

/// The class of a column by its longest text: browsers would make columns of long texts too narrow.
std::string column_kind(const ReportTable& table, std::size_t column) {
  constexpr std::size_t kWords = 9, kSentence = 40;  // letters
  if (is_numeric(table, column)) return " class=\"n\"";
  std::size_t longest = 0;
  for (const auto& row : table.cells) {
    if (column < row.size()) longest = std::max(longest, row[column].size());
  }
  if (longest < kWords) return "";
  return longest < kSentence ? " class=\"words\"" : " class=\"sentence\"";
}

std::string head_html(const ReportTable& table) {
  std::string html = "<thead><tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string unit = c < table.units.size() ? unit_text(table.units[c]) : "";
    html += fmt::format(
        "<th scope=\"col\"{}>{}{}</th>", column_kind(table, c), markup_escaped(table.columns[c]),
        unit.empty() ? "" : fmt::format(" <small>{}</small>", markup_escaped(unit)));
  }
  return html + "</tr></thead>\n";
}

/// Whether a text is one instant as Hearth writes it, `2024-01-15T00:00:00+01:00`.
bool is_time(const std::string& text) {
  return text.size() >= 19 && text.size() <= 29 && text[4] == '-' && text[10] == 'T';
}

std::string cell_html(const std::string& shown, const std::string& full, bool numeric) {
  const std::string title = shown == full ? "" : fmt::format(" title=\"{}\"", markup_escaped(full));
  const char* kind = numeric ? " class=\"n\"" : is_time(full) ? " class=\"time\"" : "";
  return fmt::format("<td{}{}>{}</td>", kind, title, markup_escaped(shown));
}

std::string row_html(const ReportTable& table, const std::vector<std::vector<std::string>>& shown,
                     std::size_t row) {
  std::string html = "<tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string full = c < table.cells[row].size() ? table.cells[row][c] : "";
    html += c == 0 && !is_numeric(table, c)
                ? fmt::format("<th scope=\"row\">{}</th>", markup_escaped(full))
                : cell_html(shown[c][row], full, is_numeric(table, c));
  }
  return html + "</tr>\n";
}

int rank(const std::string& severity) {
  if (severity == "error") return 0;
  return severity == "warning" ? 1 : 2;
}

}  // namespace

std::string table_html(const ReportTable& table, const std::string& kind) {
  const auto shown = shown_columns(table);
  std::string html = fmt::format("<div class=\"table {}\">\n", kind);
  if (!table.title.empty()) html += fmt::format("<h3>{}</h3>\n", markup_escaped(table.title));
  if (!table.note.empty())
    html += fmt::format("<p class=\"note\">{}</p>\n", markup_escaped(table.note));
  if (table.cells.empty()) return html + "</div>\n";  // the note gives the reason
  html += fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">"
      "<table>{}<tbody>\n",
      markup_escaped(table.title.empty() ? "table" : table.title), head_html(table));
  for (std::size_t row = 0; row < table.cells.size(); ++row) html += row_html(table, shown, row);
  return html + "</tbody></table></div></div>\n";
}

std::string notes_html(const std::vector<ReportNote>& notes) {
  std::vector<ReportNote> sorted = notes;
  std::stable_sort(sorted.begin(), sorted.end(), [](const ReportNote& a, const ReportNote& b) {
    return rank(a.severity) < rank(b.severity);
  });
  std::string html =
      "<div class=\"table notes\"><div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Notes\"><table><thead><tr><th scope=\"col\">Severity</th><th scope=\"col\">"
      "Message</th><th scope=\"col\">Place</th><th scope=\"col\">Code</th></tr></thead><tbody>\n";
  for (const ReportNote& note : sorted) {
    html += fmt::format(
        "<tr><td><span class=\"severity {}\">{}</span></td><td>{}</td><td>{}</td>"
        "<td><code>{}</code></td></tr>\n",
        std::array{"error", "warning", "info"}[rank(note.severity)], markup_escaped(note.severity),
        markup_escaped(note.message), markup_escaped(note.place), markup_escaped(note.code));
  }
  return html + "</tbody></table></div></div>\n";
}

}  // namespace hearth::apps
