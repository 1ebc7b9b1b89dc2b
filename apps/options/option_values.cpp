// SPDX-License-Identifier: MIT
#include "hearth/apps/options/option_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/data/results/row_ends.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth::apps {
namespace {

constexpr int kMostThreads = 1024;

std::optional<hearth::Quantity> finite_quantity(std::string_view text) {
  const std::optional<hearth::Quantity> quantity = parse_quantity(trimmed(text));
  if (!quantity || !std::isfinite(quantity->value)) return std::nullopt;
  return quantity;
}

std::optional<hearth::Quantity> quantity_or_boolean(std::string_view text) {
  const std::string_view word = trimmed(text);
  if (word == "true" || word == "false") return boolean_quantity(word == "true");
  return finite_quantity(text);
}

/// Refuses the value of a setting: with a decimal comma, an unknown unit, or anything else.
[[noreturn]] void refuse_setting_value(const std::string& option, const std::string& text,
                                       std::string_view value) {
  double number = 0.0;
  const char* const end = value.data() + value.size();
  const auto [after, error] = std::from_chars(value.data(), end, number);
  const std::string rest(trimmed(value.substr(static_cast<std::size_t>(after - value.data()))));
  if (error == std::errc{} && rest.starts_with(',')) {
    refuse_value(option, text, "numbers have a decimal point, not a comma");
  }
  if (error == std::errc{} && !rest.empty() && !parse_unit(rest)) {
    refuse_value(option, text,
                 fmt::format("unknown unit '{}'{}", rest, did_you_mean(rest, unit_symbols())));
  }
  refuse_value(option, text,
               "expected a number after '=', optionally with a unit, or true or false");
}

/// Refuses an option in the place of a file name, which was probably forgotten.
void refuse_option_as_name(const std::string& option, const std::string& text) {
  if (!text.starts_with("--")) return;
  refuse_value(option, text, "expected a name; write './" + text + "' if that is the name");
}

}  // namespace

void refuse_value(const std::string& option, const std::string& text, const std::string& why) {
  throw UsageError("usage.value", {.pointer = option}, fmt::format("found '{}', {}", text, why));
}

void refuse_word(const std::string& option, const std::string& text,
                 const std::vector<std::string>& known) {
  refuse_value(option, text,
               fmt::format("expected {}{}", fmt::join(known, ", "), did_you_mean(text, known)));
}

double read_positive(const std::string& option, const std::string& text) {
  const auto number = finite_quantity(text);
  if (!number || number->unit || !(number->value > 0.0)) {
    refuse_value(option, text, "expected a number above 0");
  }
  return number->value;
}

std::pair<WorkLimit, std::int64_t> read_work_limit(const std::string& option,
                                                   const std::string& text) {
  const auto equals = std::min(text.find('='), text.size());
  const std::string name = text.substr(0, equals);
  std::vector<std::string> names;
  for (const LimitKind& kind : kLimits) {
    names.emplace_back(kind.name);
    if (kind.name != name) continue;
    std::int64_t most = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + std::min(equals + 1, text.size()), end, most);
    if (result.ec == std::errc{} && result.ptr == end && most > 0) return {kind.limit, most};
    refuse_value(option, text, fmt::format("expected '{}=N' with a whole number above 0", name));
  }
  refuse_value(option, text, "expected a limit as NAME=N" + expected_name(name, names));
}

ModelSetting read_setting(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || trimmed(text.substr(0, equals)).empty()) {
    refuse_value(option, text, "expected 'id.name=value' or 'id.name=value unit'");
  }
  const std::string path(trimmed(std::string_view(text).substr(0, equals)));
  if (path.find_first_of(".@") == std::string::npos) {
    refuse_value(option, text, "expected 'id.name=value', with a dot between id and name");
  }
  const std::string_view word = trimmed(std::string_view(text).substr(equals + 1));
  const auto value = quantity_or_boolean(word);
  if (!value) refuse_setting_value(option, text, word);
  return {path, *value};
}

std::pair<std::string, std::optional<hearth::Quantity>> read_guess(const std::string& option,
                                                                   const std::string& text) {
  if (text.find('=') != std::string::npos) {
    const ModelSetting setting = read_setting(option, text);
    return {setting.path, setting.value};
  }
  const std::string name(trimmed(text));
  if (name.find_first_of(".@") == std::string::npos) {
    refuse_value(option, text,
                 "expected 'id.name', 'id.in.port' or 'id@state', with '=guess' or "
                 "without");
  }
  return {name, std::nullopt};
}

Limit read_limit(const std::string& option, const std::string& text) {
  constexpr std::array<std::pair<std::string_view, Metric>, 3> kMetrics = {
      {{".rmse", Metric::Rmse}, {".bias", Metric::Bias}, {".mae", Metric::Mae}}};
  const auto sign = text.find('>');
  if (sign == std::string::npos) {
    refuse_value(option, text,
                 "expected 'id.port.rmse>number' (or .bias, .mae) or 'balance>number'");
  }
  const std::string_view name = trimmed(std::string_view(text).substr(0, sign));
  const auto most = finite_quantity(std::string_view(text).substr(sign + 1));
  if (!most || most->unit || most->value < 0.0) {
    refuse_value(option, text,
                 "expected a number of at least 0 after '>', in the unit of the port");
  }
  if (name == "balance") return {"", Metric::Balance, most->value, text};
  for (const auto& [ending, metric] : kMetrics) {
    if (!name.ends_with(ending) || name.size() == ending.size()) continue;
    return {std::string(name.substr(0, name.size() - ending.size())), metric, most->value, text};
  }
  refuse_value(option, text,
               "expected '.rmse', '.bias' or '.mae' after the port, or 'balance', before '>'");
}

Duration read_step(const std::string& option, const std::string& text) {
  const std::optional<Duration> step = parse_duration(text);
  if (step && *step > Duration::zero()) return *step;
  refuse_value(
      option, text,
      "expected a positive number of seconds in whole milliseconds ('1200'), a number with a unit "
      "('20min') or an ISO 8601 duration ('PT20M')");
}

Interval read_interval(const std::string& option, const std::string& text) {
  if (const std::optional<Interval> interval = parse_interval(text)) return *interval;
  refuse_value(option, text,
               "expected an ISO 8601 duration ('PT1H', 'PT15M', 'P1D', 'P1M') or a positive number "
               "of seconds ('3600')");
}

int read_substep_count(const std::string& option, const std::string& text) {
  if (const std::optional<int> count = substeps_of(text)) return *count;
  refuse_value(option, text,
               fmt::format("expected 'auto' or a whole number from 1 to {}", kMostSubsteps));
}

Duration read_warmup(const std::string& option, const std::string& text) {
  const std::optional<Duration> warmup = parse_duration(text);
  if (warmup && *warmup >= Duration::zero()) return *warmup;
  refuse_value(
      option, text,
      "expected seconds ('86400'), a number with a unit ('1d') or an ISO 8601 duration ('P1D')");
}

long read_count(const std::string& option, const std::string& text) {
  long count = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool whole = result.ec == std::errc{} && result.ptr == text.data() + text.size();
  if (whole && count >= 1) return count;
  refuse_value(option, text, "expected a whole number above 0");
}

int read_port(const std::string& option, const std::string& text) {
  constexpr int kLastPort = 65535;
  int port = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), port);
  const bool whole = result.ec == std::errc{} && result.ptr == text.data() + text.size();
  if (whole && port >= 0 && port <= kLastPort) return port;
  refuse_value(option, text, fmt::format("expected a whole number from 0 to {}", kLastPort));
}

namespace {

/// Reads a whole number of 1 to `most`.
int read_whole(const std::string& option, const std::string& text, int most) {
  int number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = result.ec == std::errc{} && result.ptr == text.data() + text.size();
  if (whole && number >= 1 && number <= most) return number;
  refuse_value(option, text, fmt::format("expected a whole number from 1 to {}", most));
}

}  // namespace

int read_threads(const std::string& option, const std::string& text) {
  return read_whole(option, text, kMostThreads);
}

int read_chain_count(const std::string& option, const std::string& text) {
  return read_whole(option, text, 1000);
}

int read_draw_count(const std::string& option, const std::string& text) {
  return read_whole(option, text, 1000000);
}

int read_tree_depth(const std::string& option, const std::string& text) {
  return read_whole(option, text, 20);
}

double read_acceptance(const std::string& option, const std::string& text) {
  const auto number = finite_quantity(text);
  if (number && !number->unit && number->value > 0.0 && number->value < 1.0) return number->value;
  refuse_value(option, text, "expected a number above 0 and below 1");
}

Shard read_shard(const std::string& option, const std::string& text) {
  constexpr long kMostShards = 1000000;
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool divided = index.ec == std::errc{} && index.ptr != end && *index.ptr == '/';
  if (divided) {
    const auto count = std::from_chars(index.ptr + 1, end, shard.count);
    const bool whole = count.ec == std::errc{} && count.ptr == end;
    if (whole && shard.index >= 0 && shard.index < shard.count && shard.count <= kMostShards) {
      return shard;
    }
  }
  refuse_value(option, text, "expected 'i/n' with 0 <= i < n: '0/4' to '3/4' cover the whole set");
}

std::string read_text(const std::string&, const std::string& text) { return text; }

std::filesystem::path read_path(const std::string&, const std::string& text) { return text; }

std::filesystem::path read_folder(const std::string& option, const std::string& text) {
  std::error_code ignored;
  refuse_option_as_name(option, text);
  if (text.empty()) refuse_value(option, text, "expected the name of a folder");
  if (std::filesystem::exists(text, ignored) && !std::filesystem::is_directory(text, ignored)) {
    refuse_value(option, text, "a file of this name exists; expected the name of a folder");
  }
  return text;
}

std::filesystem::path read_input_folder(const std::string& option, const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::is_directory(text, ignored)) return text;
  refuse_value(option, text, "no folder has this name");
}

std::filesystem::path read_output(const std::string& option, const std::string& text) {
  std::error_code ignored;
  refuse_option_as_name(option, text);
  if (std::filesystem::is_directory(text, ignored)) {
    refuse_value(option, text, "a folder of this name exists; expected the name of a file");
  }
  if (text == "-") {
    refuse_value(option, text,
                 "only 'simulate' and 'graph' accept '-' (standard output); expected the name of "
                 "a file");
  }
  if (text.ends_with('/')) refuse_value(option, text, "expected the name of a file");
  return text;
}

std::filesystem::path read_output_or_stdout(const std::string& option, const std::string& text) {
  return text == "-" ? std::filesystem::path(text) : read_output(option, text);
}

std::string read_time(const std::string& option, const std::string& text) {
  if (!parse_time(text)) {
    refuse_value(option, text, "expected a time such as '2023-11-27T00:20:00+01:00'");
  }
  return text;
}

std::string read_timezone(const std::string& option, const std::string& text) {
  if (text.empty()) refuse_value(option, text, "expected an IANA name such as 'Europe/Rome'");
  try {
    Zone zone(text);
  } catch (const InputError& error) {
    throw UsageError("usage.value", {.pointer = option},
                     error.diagnostics().items().front().message);
  }
  return text;
}

std::string read_name(const std::string& option, const std::string& text) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::any_of(text.begin(), text.end(), is_control)) {
    refuse_value(option, text, "expected one line of text");
  }
  return text;
}

std::vector<std::string> read_patterns(const std::string& option, const std::string& text) {
  std::vector<std::string> patterns;
  std::string_view rest = text;
  while (true) {
    const auto comma = rest.find(',');
    const std::string_view pattern = trimmed(rest.substr(0, comma));
    if (pattern.empty()) {
      refuse_value(option, text,
                   option == "--record" ? "expected 'measurements', 'all' or PATTERN[,PATTERN]"
                                        : "expected NAME[,NAME]");
    }
    patterns.emplace_back(pattern);
    if (comma == std::string_view::npos) return patterns;
    rest.remove_prefix(comma + 1);
  }
}

std::string with_words(std::string text, const std::vector<std::string>& words) {
  const auto at = text.find("{}");
  if (at == std::string::npos) return text;
  std::string list = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) {
    list += (i + 1 < words.size() ? ", " : " or ") + words[i];
  }
  return text.replace(at, 2, list);
}

}  // namespace hearth::apps
