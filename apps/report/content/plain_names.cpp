// SPDX-License-Identifier: MIT
#include "hearth/apps/report/content/plain_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace hearth::apps {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a new word begins at `i`: `indoorTemperature`, `office2`, but `Z101` and `CO2`.
bool begins_word(std::string_view name, std::size_t i) {
  if (i == 0) return false;
  if (is_upper(name[i])) return is_lower(name[i - 1]);
  return is_digit(name[i]) && i > 2 && is_lower(name[i - 1]) && is_lower(name[i - 2]) &&
         is_lower(name[i - 3]);
}

/// Whether the capital at `i` begins an ordinary word, not an abbreviation such as CO2 or UA.
bool begins_sentence_word(std::string_view name, std::size_t i) {
  return is_upper(name[i]) && i + 1 < name.size() && is_lower(name[i + 1]);
}

/// Words for ports; "": the name of the component suffices.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPorts{
    {{"indoorTemperature", "Temperature"},
     {"indoorCO2", "CO2"},
     {"scheduleValue", ""},
     {"measuredValue", ""},
     {"inputSignal", "Control signal"}}};

std::string port_words(std::string_view port) {
  const auto* known = std::find_if(kPorts.begin(), kPorts.end(),
                                   [port](const auto& item) { return item.first == port; });
  return known != kPorts.end() ? std::string(known->second) : plain_words(port);
}

}  // namespace

std::string plain_words(std::string_view name) {
  std::string words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '_' || c == '-' || c == '/') {
      if (!words.empty() && words.back() != ' ') words += ' ';
      continue;
    }
    const bool new_word = begins_word(name, i);
    if (new_word && !words.empty() && words.back() != ' ') words += ' ';
    words += new_word && begins_sentence_word(name, i) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return words;
}

std::string plain_component(std::string_view id) {
  constexpr std::string_view kSpace = "/space";
  if (id.ends_with(kSpace) && id.size() > kSpace.size()) id.remove_suffix(kSpace.size());
  return plain_words(id);
}

std::string plain_signal(std::string_view signal) {
  const std::size_t point = signal.rfind('.', signal.find('['));
  if (point == std::string_view::npos || point == 0 || point + 1 == signal.size()) {
    return std::string(signal);
  }
  std::string_view port = signal.substr(point + 1);
  std::string rest;  // text after the port: the entry `[key]` or the statistic
  const std::size_t end = port.find_first_of("[ ");
  if (end != std::string_view::npos) {
    rest = std::string(port.substr(end));
    port = port.substr(0, end);
    if (rest.front() == '[' && rest.find(']') != std::string::npos) {
      const std::size_t close = rest.find(']');
      rest = ", " + plain_component(rest.substr(1, close - 1)) + rest.substr(close + 1);
    }
  }
  const std::string component = plain_component(signal.substr(0, point));
  const std::string words = port_words(port);
  return capitalised(words.empty() ? component : words + " of " + component) + rest;
}

std::vector<std::string> plain_signals(const std::vector<std::string>& signals) {
  std::map<std::string, int> count;
  std::vector<std::string> names;
  for (const std::string& signal : signals) names.push_back(plain_signal(signal));
  for (const std::string& name : names) ++count[name];
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (count[names[i]] > 1) names[i] = signals[i];
  }
  return names;
}

std::string capitalised(std::string text) {
  if (!text.empty() && is_lower(text.front())) {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

}  // namespace hearth::apps
