// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/report_tables.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/page/html_text.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kUnbrokenHead = 12;  // of a word of a head, where lines break only on paper
constexpr std::size_t kLongest = 40;       // letters after which any word may break
constexpr double kPadding = 1.6;           // space between two columns, letters
constexpr double kWide = 125.0;            // letters of a row above which paper is turned

bool starts_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }  // UTF-8

/// The letters of a text.
std::size_t length_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_letter));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a word may break before position `at`: after a sign that joins its parts, but not within
/// numbers and dates, and not before the suffix of a file.
bool breaks_at(std::string_view word, std::size_t at) {
  constexpr std::string_view kJoints = "._-/:#,=&?";
  const bool is_suffix = word[at - 1] == '.' && word.size() - at <= 4;
  return !is_suffix && kJoints.find(word[at - 1]) != std::string_view::npos &&
         kJoints.find(word[at]) == std::string_view::npos &&
         !(at > 1 && is_digit(word[at]) && is_digit(word[at - 2]));
}

/// The parts of a word between which a line may break: identifiers do not break within their parts.
std::vector<std::string_view> pieces(std::string_view word, std::size_t unbroken) {
  if (length_of(word) <= unbroken) return {word};
  std::vector<std::string_view> result;
  std::size_t begin = 0;
  for (std::size_t at = 1; at < word.size(); ++at) {
    const bool too_long =
        starts_letter(word[at]) && length_of(word.substr(begin, at - begin)) >= kLongest;
    if (!too_long && !breaks_at(word, at)) continue;
    result.push_back(word.substr(begin, at - begin));
    begin = at;
  }
  result.push_back(word.substr(begin));
  return result;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// Whether a word is a date or a time, which browsers would break after its hyphens.
bool is_date(std::string_view word) {
  constexpr std::size_t kShortest = 8, kLongestTime = 30;
  return word.size() >= kShortest && word.size() <= kLongestTime && is_digit(word[0]) &&
         is_digit(word[1]) && word.find('-') != std::string_view::npos;
}

/// The letters of the longest part of a text that does not break.
std::size_t longest_piece(std::string_view text, std::size_t unbroken) {
  std::size_t longest = 0;
  for (const std::string_view word : words_of(text)) {
    for (const std::string_view piece : pieces(word, unbroken)) {
      longest = std::max(longest, length_of(piece));
    }
  }
  return longest;
}

/// Whether a text is one short word: browsers would break it after a hyphen or a slash.
bool stays_whole(std::string_view text) {
  return text.find_first_of("-/?|") != std::string_view::npos &&
         text.find(' ') == std::string_view::npos && length_of(text) <= kUnbroken;
}

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
    html +=
        fmt::format("<th scope=\"col\"{}>{}{}</th>", column_kind(table, c),
                    breakable(table.columns[c], kUnbrokenHead),
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
  const char* kind = numeric             ? " class=\"n\""
                     : is_time(full)     ? " class=\"time\""
                     : stays_whole(full) ? " class=\"whole\""
                                         : "";
  return fmt::format("<td{}{}>{}</td>", kind, title,
                     numeric || is_time(full) ? markup_escaped(shown) : breakable(shown));
}

std::string row_html(const ReportTable& table, const std::vector<std::vector<std::string>>& shown,
                     std::size_t row) {
  std::string html = "<tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string full = c < table.cells[row].size() ? table.cells[row][c] : "";
    html += c == 0 && !is_numeric(table, c)
                ? fmt::format("<th scope=\"row\"{}>{}</th>",
                              stays_whole(full) ? " class=\"whole\"" : "", breakable(full))
                : cell_html(shown[c][row], full, is_numeric(table, c));
  }
  return html + "</tr>\n";
}

/// The least width of a table in letters, from which the style sheet chooses the size on paper.
double least_width(const ReportTable& table, const std::vector<std::vector<std::string>>& shown) {
  double width = 0.0;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t longest = longest_piece(table.columns[c], kUnbrokenHead);
    if (c < table.units.size()) longest = std::max(longest, length_of(table.units[c]));
    for (const std::string& text : shown[c]) {
      longest =
          std::max(longest, is_numeric(table, c) || is_time(text) ? length_of(text)
                                                                  : longest_piece(text, kUnbroken));
    }
    width += static_cast<double>(longest) + kPadding;
  }
  return width;
}

int rank(const std::string& severity) {
  if (severity == "error") return 0;
  return severity == "warning" ? 1 : 2;
}

}  // namespace

std::string breakable(std::string_view text, std::size_t unbroken) {
  std::string html;
  for (const std::string_view word : words_of(text)) {
    if (word.data() != text.data()) html += ' ';
    if (is_date(word) && word.size() < text.size()) {
      html += fmt::format("<span class=\"whole\">{}</span>", markup_escaped(word));
      continue;
    }
    for (const std::string_view piece : pieces(word, unbroken)) {
      if (piece.data() != word.data()) html += "<wbr>";
      html += markup_escaped(piece);
    }
  }
  return html;
}

std::string table_html(const ReportTable& table, const std::string& kind) {
  const auto shown = shown_columns(table);
  const double width = least_width(table, shown);
  std::string html =
      fmt::format("<div class=\"table {}{}\">\n", kind, width > kWide ? " wide" : "");
  if (!table.title.empty()) html += fmt::format("<h3>{}</h3>\n", markup_escaped(table.title));
  if (!table.note.empty())
    html += fmt::format("<p class=\"note\">{}</p>\n", markup_escaped(table.note));
  if (table.cells.empty()) return html + "</div>\n";  // the note gives the reason
  html += fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">"
      "<table style=\"--letters:{:.0f}\">{}<tbody>\n",
      markup_escaped(table.title.empty() ? "table" : table.title), width, head_html(table));
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
        breakable(note.message), breakable(note.place), markup_escaped(note.code));
  }
  return html + "</tbody></table></div></div>\n";
}

}  // namespace hearth::apps
