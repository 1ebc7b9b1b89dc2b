// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/api/job_requests.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kLongestText = 10'000;  // bytes of one value
constexpr std::size_t kMostNamed = 1000;      // parameters, or signals

/// A member of a request and the corresponding option.
struct Member {
  const char* name;
  const char* option;
  bool is_number = false;  ///< whether numbers are accepted as well as texts
};
constexpr Member kRunMembers[] = {{"start", "--start"},
                                  {"end", "--end"},
                                  {"step", "--step", true},
                                  {"every", "--every", true},
                                  {"engine", "--engine"}};
constexpr Member kScenarioMembers[] = {
    {"start", "--start"}, {"end", "--end"}, {"step", "--step", true}, {"every", "--every", true}};
constexpr Member kCalibrationMembers[] = {{"time_limit", "--time-limit", true}};

/// Reads the members of a request and collects problems.
class RequestReader {
 public:
  explicit RequestReader(const Json& request) : request_(request) {}

  /// Adds an option as one word, so that a value cannot be read as another option.
  void add(const Member& member, std::vector<std::string>& words) {
    known_.emplace_back(member.name);
    const auto found = request_.find(member.name);
    if (found == request_.end()) return;
    if (auto text = value_text(*found, member.is_number, "/" + std::string(member.name))) {
      words.push_back(std::string(member.option) + "=" + *text);
    }
  }

  /// Reads `parameters`: an object of numbers, or of texts with a unit.
  void add_parameters(std::vector<std::string>& words) {
    known_.emplace_back("parameters");
    const auto found = request_.find("parameters");
    if (found == request_.end()) return;
    if (!found->is_object() || found->size() > kMostNamed) {
      return refuse("/parameters", fmt::format("expected an object with at most {} values, such as "
                                               "{{\"room.C_air\": \"1e6 J/K\"}}",
                                               kMostNamed));
    }
    for (const auto& [name, value] : found->items()) {
      const std::string pointer = "/parameters/" + name;
      if (name.find('=') != std::string::npos || !is_plain(name)) {
        refuse(pointer, "expected the name of a parameter, id.name");
      } else if (auto text = value_text(value, true, pointer)) {
        words.push_back("--set=" + name + "=" + *text);
      }
    }
  }

  /// Reads `record`: a list of patterns such as `*.Power:mean:kW`.
  void add_record(std::vector<std::string>& words) {
    known_.emplace_back("record");
    const auto found = request_.find("record");
    if (found == request_.end()) return;
    if (!found->is_array() || found->empty() || found->size() > kMostNamed) {
      return refuse("/record",
                    fmt::format("expected a list of 1 to {} patterns of signals", kMostNamed));
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
      if (auto text = value_text((*found)[i], false, fmt::format("/record/{}", i))) {
        words.push_back("--record=" + *text);
      }
    }
  }

  /// Returns a member that must be an object.
  Json object(const char* name) {
    known_.emplace_back(name);
    const auto found = request_.find(name);
    if (found != request_.end() && found->is_object()) return *found;
    refuse("/" + std::string(name), "expected an object");
    return Json::object();
  }

  void know(const char* name) { known_.emplace_back(name); }

  /// Throws all problems, including members that were not read.
  void finish() {
    for (const auto& [name, value] : request_.items()) {
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
        refuse("/" + name, "is not a member of this request; remove it");
      }
    }
    if (!diagnostics_.items().empty()) throw InputError(diagnostics_);
  }

 private:
  static bool is_plain(const std::string& text) {
    return !text.empty() && text.size() <= kLongestText &&
           std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < ' '; });
  }

  std::optional<std::string> value_text(const Json& value, bool is_number,
                                        const std::string& pointer) {
    if (is_number && value.is_number()) return value.dump();
    if (value.is_string() && is_plain(value.get_ref<const std::string&>())) {
      return value.get<std::string>();
    }
    refuse(pointer, is_number ? "expected a number, or a string with a unit" : "expected a string");
    return std::nullopt;
  }

  void refuse(const std::string& pointer, const std::string& why) {
    diagnostics_.error("serve.value", {.pointer = pointer}, why);
  }

  const Json& request_;
  std::vector<std::string> known_;
  Diagnostics diagnostics_;
};

/// The options that a request sets, and the file that it contains.
struct Wanted {
  std::vector<std::string> words{};
  Json file{};  ///< a scenario set, or the problem of a calibration
};

Wanted read_request(const std::string& kind, const Json& request) {
  Wanted wanted;
  RequestReader reader(request);
  reader.know("model");
  if (kind == kRun) {
    for (const Member& member : kRunMembers) reader.add(member, wanted.words);
    reader.add_parameters(wanted.words);
    reader.add_record(wanted.words);
  } else if (kind == kScenarios) {
    for (const Member& member : kScenarioMembers) reader.add(member, wanted.words);
    wanted.file = reader.object("set");
  } else {
    for (const Member& member : kCalibrationMembers) reader.add(member, wanted.words);
    wanted.file = reader.object("problem");
  }
  reader.finish();
  return wanted;
}

void write_json(const fs::path& file, const Json& json) {
  write_text_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

void check_request(const std::string& kind, const Json& request) { read_request(kind, request); }

std::string result_name(const std::string& kind) {
  return kind == kRun ? "results.csv" : kind == kScenarios ? "results/results.csv" : "result.json";
}

std::vector<JobCommand> commands_of(const Job& job, const StoredModel& model,
                                    const ModelStore& models, const JobSettings& settings,
                                    const fs::path& folder) {
  Wanted wanted = read_request(job.kind, job.request);
  std::vector<std::string> shared{"--messages=json"};
  if (!model.data_dir.empty()) shared.push_back("--data-dir=" + model.data_dir.string());
  shared.insert(shared.end(), settings.common.begin(), settings.common.end());
  const std::vector<std::string> confined = models.confinement(model, job.kind == kScenarios);
  shared.insert(shared.end(), confined.begin(), confined.end());
  const auto command = [&shared](std::vector<std::string> words, std::string output,
                                 std::string messages) {
    words.insert(words.end(), shared.begin(), shared.end());
    return JobCommand{std::move(words), std::move(output), std::move(messages)};
  };
  const std::string result = result_name(job.kind);
  const std::string threads = fmt::format("--threads={}", settings.threads);
  const auto main_command = [&](std::vector<std::string> words) {
    words.insert(words.end(), wanted.words.begin(), wanted.words.end());
    words.insert(words.end(), settings.running.begin(), settings.running.end());
    words.insert(words.end(), {"--progress=json", threads});
    JobCommand main = command(std::move(words), "output.txt", JobQueue::kMessages);
    main.result = result;
    return main;
  };
  if (job.kind == kScenarios) {
    wanted.file["base"] = model.file.string();
    write_json(folder / "scenarios.json", wanted.file);
    return {main_command({"scenarios", "scenarios.json", "--output=results"})};
  }
  if (job.kind == kCalibration) {
    wanted.file["model"] = model.file.string();
    write_json(folder / "calibration.json", wanted.file);
    return {main_command({"calibrate", "calibration.json", "--output=" + result})};
  }
  std::vector<std::string> kpi{"kpi", result, "--json"};
  kpi.push_back("--model=" + model.file.string());
  if (settings.kpi_settings) {
    kpi.push_back("--settings=" + settings.kpi_settings->string());
    kpi.push_back("--confine=" + settings.kpi_settings->parent_path().string());  // its series
  } else {
    kpi.push_back("--read-from=" + model.file.parent_path().string());
  }
  return {main_command({"simulate", model.file.string(), "--output=" + result}),
          command(std::move(kpi), kKpis, kKpiMessages)};
}

}  // namespace hearth::apps
