// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hearth {

/// Finds keys that stand twice in one object while nlohmann's parser reads a JSON text, which keeps
/// one of them without a word. Pass `callback<Json>()` to `Json::parse`.
class RepeatedKeys {
 public:
  /// Returns a callback of the parser; it must not outlive this.
  template <class Json>
  typename Json::parser_callback_t callback() {
    using Event = typename Json::parse_event_t;
    return [this](int, Event event, Json& parsed) {
      if (event == Event::object_start) open_.emplace_back();
      if (event == Event::object_end) open_.pop_back();
      if (event == Event::key) add(parsed.template get<std::string>());
      return true;
    };
  }

  /// Returns the first key that stands twice in its object.
  const std::optional<std::string>& first() const { return first_; }

 private:
  void add(std::string key) {
    if (open_.back().insert(key).second || first_) return;
    first_ = std::move(key);
  }

  std::vector<std::set<std::string>> open_;  // keys of the objects that are being read
  std::optional<std::string> first_;
};

}  // namespace hearth
