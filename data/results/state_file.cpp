// SPDX-License-Identifier: MIT
#include "hearth/data/results/state_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/parse_json.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

using StateJson = nlohmann::json;

constexpr int kVersion = 1;  // of the file format
constexpr std::string_view kChecksum = ",\n  \"checksum\": \"";

/// Returns the checksum of a text, as 16 hexadecimal digits.
std::string checksum_of(std::string_view text) { return fmt::format("{:016x}", fnv1a64(text)); }

/// Refuses a file that was changed after it was written. Accepts one without a checksum.
void check_checksum(std::string_view text, const std::string& file) {
  const std::size_t at = text.rfind(kChecksum);
  if (at == text.npos) return;
  if (text.substr(at + kChecksum.size(), 16) == checksum_of(text.substr(0, at))) return;
  throw InputError("state.damaged", {.file = file},
                   "was changed after it was written: its checksum does not match; if it was "
                   "changed on purpose, remove the key 'checksum'");
}

std::string quoted(const std::string& text) {
  return StateJson(text).dump(-1, ' ', false, StateJson::error_handler_t::replace);
}

// The shortest digits that read back equal, as a JSON number that keeps the sign of zero.
std::string number(double value, const std::string& name) {
  if (!std::isfinite(value)) {
    throw InputError("state.not_finite", {.pointer = name},
                     "the state cannot be saved, because this value is " +
                         fmt::format("{}", value) + "; check the component");
  }
  if (value == 0.0 && std::signbit(value)) return "-0.0";
  return number_text(value);
}

std::string to_hex(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::optional<std::string> from_hex(const std::string& text) {
  std::string bytes;
  if (text.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned value = 0;
    const char* end = text.data() + i + 2;
    const auto [rest, error] = std::from_chars(text.data() + i, end, value, 16);
    if (error != std::errc() || rest != end) return std::nullopt;
    bytes += static_cast<char>(value);
  }
  return bytes;
}

/// Reads the members of the JSON object; every error is `state.invalid`.
class StateReader {
 public:
  StateReader(const StateJson& json, const std::string& file) : json_(json), file_(file) {}

  StateFile read() const {
    if (!json_.is_object() || !json_.contains("hearth_state")) {
      fail("",
           "this is not a saved state (a JSON object with \"hearth_state\"); expected a "
           "file of --save-state");
    }
    if (json_["hearth_state"] != kVersion) {
      fail("/hearth_state", fmt::format("expected version {}", kVersion));
    }
    StateFile file;
    file.timezone = text("timezone");
    file.state.model = text("model");
    file.state.engine = engine();
    file.state.settled = settled();
    file.state.origin = instant("origin");
    file.state.time = instant("time");
    file.state.step = step();
    read_values(file.state);
    read_guards(file.state);
    if (json_.contains("loops")) read_loops(file.state);
    if (json_.contains("steppers")) read_steppers(file.state);
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& pointer, const std::string& message) const {
    throw InputError("state.invalid", {.file = file_, .pointer = pointer}, message);
  }

  const StateJson& member(const char* key) const {
    if (!json_.contains(key)) fail("", fmt::format("the key '{}' is missing", key));
    return json_[key];
  }

  std::string text(const char* key) const {
    const StateJson& value = member(key);
    if (!value.is_string()) fail(fmt::format("/{}", key), "expected a string");
    return value.get<std::string>();
  }

  Instant instant(const char* key) const {
    const std::optional<TimeStamp> stamp = parse_time(text(key));
    if (!stamp || !stamp->offset) fail(fmt::format("/{}", key), "expected a time with an offset");
    return stamp->instant();
  }

  Engine engine() const {
    if (!json_.contains("engine")) return Engine::Stepwise;
    const std::string name = text("engine");
    for (const auto& [word, engine] : kEngineWords) {
      if (word == name) return engine;
    }
    fail("/engine", "expected \"stepwise\" or \"continuous\"");
  }

  bool settled() const {
    if (!json_.contains("settled")) return false;
    if (!json_["settled"].is_boolean()) fail("/settled", "expected true or false");
    return json_["settled"].get<bool>();
  }

  Duration step() const {
    const StateJson& value = member("step");
    const auto step = value.is_number() ? whole_milliseconds(value.get<double>()) : std::nullopt;
    if (!step || *step <= Duration::zero()) fail("/step", "expected seconds above 0");
    return *step;
  }

  void read_values(SavedState& state) const {
    const StateJson& values = member("values");
    if (!values.is_array()) fail("/values", "expected an array of names and numbers");
    for (std::size_t i = 0; i < values.size(); ++i) {
      const StateJson& entry = values[i];
      const bool pair = entry.is_array() && entry.size() == 2;
      if (!pair || !entry[0].is_string() || !entry[1].is_number()) {
        fail(fmt::format("/values/{}", i), "expected [\"name\", number]");
      }
      state.values.emplace_back(entry[0].get<std::string>(), entry[1].get<double>());
    }
  }

  void read_guards(SavedState& state) const {
    const StateJson& sides = member("guards");
    if (!sides.is_array()) fail("/guards", "expected an array of -1, 0 and 1");
    for (const StateJson& side : sides) {
      if (side != 1 && side != 0 && side != -1) fail("/guards", "expected an array of -1, 0 and 1");
      state.sides.push_back(side.get<int>());
    }
  }

  void read_loops(SavedState& state) const {
    const StateJson& loops = member("loops");
    const auto numbers = [](const StateJson& loop) {
      return loop.is_array() && std::all_of(loop.begin(), loop.end(), [](const StateJson& entry) {
               return entry.is_number();
             });
    };
    if (!loops.is_array() || !std::all_of(loops.begin(), loops.end(), numbers)) {
      fail("/loops", "expected an array of arrays of numbers");
    }
    state.loops = loops.get<std::vector<std::vector<double>>>();
  }

  void read_steppers(SavedState& state) const {
    const StateJson& steppers = json_["steppers"];
    if (!steppers.is_array()) fail("/steppers", "expected an array of ids and bytes");
    for (std::size_t i = 0; i < steppers.size(); ++i) {
      const StateJson& entry = steppers[i];
      const bool pair = entry.is_array() && entry.size() == 2;
      if (!pair || !entry[0].is_string() || !entry[1].is_string()) {
        fail(fmt::format("/steppers/{}", i), "expected [\"id\", \"bytes in hexadecimal\"]");
      }
      const std::optional<std::string> bytes = from_hex(entry[1].get<std::string>());
      if (!bytes) fail(fmt::format("/steppers/{}", i), "expected two hexadecimal digits per byte");
      state.steppers.emplace_back(entry[0].get<std::string>(), *bytes);
    }
  }

  const StateJson& json_;
  const std::string& file_;
};

}  // namespace

namespace {

std::string loops_text(const std::vector<std::vector<double>>& loops) {
  std::string text = ",\n  \"loops\": [";
  std::string_view separator = "\n";
  for (const std::vector<double>& loop : loops) {
    text += fmt::format("{}    [", separator);
    separator = "";
    for (const double value : loop) {
      text += fmt::format("{}{}", separator, number(value, "loops"));
      separator = ", ";
    }
    text += "]";
    separator = ",\n";
  }
  return text + "\n  ]";
}

std::string steppers_text(const std::vector<std::pair<std::string, std::string>>& steppers) {
  std::string text = ",\n  \"steppers\": [";
  std::string_view separator = "\n";
  for (const auto& [id, bytes] : steppers) {
    text += fmt::format("{}    [{}, \"{}\"]", separator, quoted(id), to_hex(bytes));
    separator = ",\n";
  }
  return text + "\n  ]";
}

}  // namespace

std::string state_json(const StateFile& file) {
  const SavedState& state = file.state;
  std::string text = "{\n";
  text += fmt::format("  \"hearth_state\": {},\n", kVersion);
  text += fmt::format("  \"model\": {},\n", quoted(state.model));
  text += fmt::format("  \"engine\": \"{}\",\n", word_for(state.engine, kEngineWords));
  if (state.settled) text += "  \"settled\": true,\n";
  text += fmt::format("  \"timezone\": {},\n", quoted(file.timezone));
  text += fmt::format("  \"origin\": \"{}\",\n", format_time(state.origin, Zone()));
  text += fmt::format("  \"time\": \"{}\",\n", format_time(state.time, Zone()));
  text += fmt::format("  \"step\": {},\n", number(seconds(state.step), "step"));
  text += "  \"values\": [";
  std::string_view separator = "\n";
  for (const auto& [name, value] : state.values) {
    text += fmt::format("{}    [{}, {}]", separator, quoted(name), number(value, name));
    separator = ",\n";
  }
  text += "\n  ],\n  \"guards\": [";
  separator = "";
  for (const int side : state.sides) {
    text += fmt::format("{}{}", separator, side);
    separator = ", ";
  }
  text += "]";
  if (!state.loops.empty()) text += loops_text(state.loops);
  if (!state.steppers.empty()) text += steppers_text(state.steppers);
  const std::string sum = checksum_of(text);
  return text + std::string(kChecksum) + sum + "\"\n}\n";
}

StateFile parse_state_json(const std::string& text, const std::string& name) {
  const auto json = parse_json<StateJson>(text);
  if (json.is_discarded()) {
    throw InputError("state.invalid", {.file = name},
                     "this is not JSON, or it was cut off; expected a file of --save-state");
  }
  StateFile file = StateReader(json, name).read();
  check_checksum(text, name);
  return file;
}

void write_state_file(const StateFile& file, const std::filesystem::path& path) {
  write_text_file(path, state_json(file));
}

StateFile read_state_file(const std::filesystem::path& path) {
  return parse_state_json(read_text_file(path), path.string());
}

}  // namespace hearth
