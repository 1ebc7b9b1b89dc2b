// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/estimation/scenarios/run/shard.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth::apps {

enum class Metric { Rmse, Bias, Mae };

/// `--fail-on 'id.port.rmse>0.5'`: a limit on how far a port may be from its measurement.
struct Limit {
  std::string port;
  Metric metric = Metric::Rmse;
  double most = 0.0;  ///< in the unit of the port; of a bias, its size
  std::string text;   ///< as written
};

// Each of these throws UsageError `usage.value`, which names the option and what was expected.

/// Reads `--set 'id.name=value'`.
ModelSetting read_setting(const std::string& text);
Limit read_limit(const std::string& text);
Duration read_step(const std::string& text);
/// Reads seconds or an ISO 8601 duration, 0 or more.
Duration read_warmup(const std::string& text);

/// Reads a number above 0.
double read_positive(const std::string& option, const std::string& text);
int read_threads(const std::string& text);
/// Checks that a text is a time stamp, with or without an offset.
void check_time(const std::string& option, const std::string& text);
void check_timezone(const std::string& text);
/// Cuts `a.*,b.port` at its commas.
std::vector<std::string> read_patterns(const std::vector<std::string>& texts);

/// Reads `i/n`, a share of the runs: 0 <= i < n.
Shard read_shard(const std::string& text);

/// Returns the name of a folder to write to, which need not exist; refuses a file.
std::filesystem::path read_folder(const std::string& option, const std::string& text);

/// Returns the name of a file to write; refuses a folder.
std::filesystem::path read_output(const std::string& option, const std::string& text);

/// Throws `usage.value`: `option` was given `text`, which is wrong because of `why`.
[[noreturn]] void refuse_value(const std::string& option, const std::string& text,
                               const std::string& why);

/// The words an option knows.
template <class Value>
using Words = std::vector<std::pair<std::string, Value>>;

/// Returns what a word stands for; an unknown one is refused with the nearest.
template <class Value>
Value read_word(const std::string& option, const std::string& text, const Words<Value>& words);

/// Refuses a word, naming all that are known.
[[noreturn]] void refuse_word(const std::string& option, const std::string& text,
                              const std::vector<std::string>& known);

template <class Value>
Value read_word(const std::string& option, const std::string& text, const Words<Value>& words) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) {
    if (word == text) return value;
    known.push_back(word);
  }
  refuse_word(option, text, known);
}

}  // namespace hearth::apps
