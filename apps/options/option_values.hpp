// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth::apps {

enum class Metric { Rmse, Bias, Mae, Balance };

/// A limit of `--fail-on`: `id.port.rmse>0.5` for the deviation of a port from its measurement, or
/// `balance>0.01` for the error of the balance between components.
struct Limit {
  std::string port;  ///< "" for a balance
  Metric metric = Metric::Rmse;
  double most = 0.0;  ///< in the unit of the port; for a bias, its absolute value
  std::string text;   ///< the option's text
};

// Readers of the text of an option. Each of them throws UsageError `usage.value` with the option
// and the expected form.

/// Accepts any text.
std::string read_text(const std::string& option, const std::string& text);
/// Accepts the name of a file to read, which need not exist.
std::filesystem::path read_path(const std::string& option, const std::string& text);
/// Accepts the name of a file to write; refuses a folder, and `-`.
std::filesystem::path read_output(const std::string& option, const std::string& text);
/// Accepts the name of a file to write, or `-` for the standard output; refuses a folder.
std::filesystem::path read_output_or_stdout(const std::string& option, const std::string& text);
/// Accepts the name of a folder to write to, which need not exist; refuses a file.
std::filesystem::path read_folder(const std::string& option, const std::string& text);
/// Accepts the name of an existing folder.
std::filesystem::path read_input_folder(const std::string& option, const std::string& text);

/// Reads `components=2000000`.
std::pair<WorkLimit, std::int64_t> read_work_limit(const std::string& option,
                                                   const std::string& text);
/// Reads `id.name=value`.
ModelSetting read_setting(const std::string& option, const std::string& text);
/// Reads `name=value` or `name`, that is, a quantity with or without a guess.
std::pair<std::string, std::optional<hearth::Quantity>> read_guess(const std::string& option,
                                                                   const std::string& text);
Limit read_limit(const std::string& option, const std::string& text);
/// Splits `a.*,b.port` at its commas.
std::vector<std::string> read_patterns(const std::string& option, const std::string& text);
/// Reads seconds or an ISO 8601 duration, above 0.
Duration read_step(const std::string& option, const std::string& text);
/// Reads the interval of rows of results (`parse_interval`).
Interval read_interval(const std::string& option, const std::string& text);
/// Reads `auto` (0) or a whole number.
int read_substep_count(const std::string& option, const std::string& text);
/// Reads seconds or an ISO 8601 duration, 0 or more.
Duration read_warmup(const std::string& option, const std::string& text);
/// Reads a number above 0.
double read_positive(const std::string& option, const std::string& text);
/// Reads a whole number above 0.
long read_count(const std::string& option, const std::string& text);
/// Reads a TCP port; 0: any free port.
int read_port(const std::string& option, const std::string& text);
/// These functions read numbers of `sample`: numbers of chains or walkers, numbers of draws, a
/// probability, and the largest number of doublings.
int read_chain_count(const std::string& option, const std::string& text);
int read_draw_count(const std::string& option, const std::string& text);
double read_acceptance(const std::string& option, const std::string& text);
int read_tree_depth(const std::string& option, const std::string& text);
int read_threads(const std::string& option, const std::string& text);
/// Reads a shard, `i/n` with 0 <= i < n.
Shard read_shard(const std::string& option, const std::string& text);
/// Accepts a time stamp, with or without an offset, and returns it unchanged.
std::string read_time(const std::string& option, const std::string& text);
/// Accepts the name of an existing time zone.
std::string read_timezone(const std::string& option, const std::string& text);
/// Accepts one line of text.
std::string read_name(const std::string& option, const std::string& text);

/// Throws `usage.value`: the value `text` of `option` is wrong because of `why`.
[[noreturn]] void refuse_value(const std::string& option, const std::string& text,
                               const std::string& why);
/// Refuses a word with a message that lists all known words and the nearest one.
[[noreturn]] void refuse_word(const std::string& option, const std::string& text,
                              const std::vector<std::string>& known);

template <class E, std::size_t N>
std::vector<std::string> words_of(const Choices<E, N>& choices) {
  std::vector<std::string> words;
  for (const auto& choice : choices) words.emplace_back(choice.first);
  return words;
}

/// Returns the value that corresponds to a word.
template <class E, std::size_t N>
E read_word(const std::string& option, const std::string& text, const Choices<E, N>& choices) {
  for (const auto& [word, value] : choices) {
    if (word == text) return value;
  }
  refuse_word(option, text, words_of(choices));
}

/// Replaces `{}` by `one, two or three`.
std::string with_words(std::string text, const std::vector<std::string>& words);

}  // namespace hearth::apps
