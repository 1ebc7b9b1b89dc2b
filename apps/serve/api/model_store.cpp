// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/api/model_store.hpp"

#include <algorithm>
#include <csignal>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "hearth/apps/serve/calls/paths.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"
#include "hearth/apps/serve/jobs/folder_lock.hpp"
#include "hearth/data/json/parse_json.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view kEnding = ".hearth.json";
constexpr std::size_t kLongestName = 64;
constexpr std::int64_t kLongestDescription = 20'000'000;  // bytes
constexpr std::size_t kMostKnown = 100'000'000;           // bytes of kept descriptions
constexpr std::chrono::milliseconds kLookAtReader{2};

ModelStore::Description refused(int status, const std::string& code, const std::string& message) {
  return {
      status, {}, Json::array({{{"code", code}, {"message", message}, {"place", Json::object()}}})};
}

/// Returns the description of a model from the output of `hearth info --json`.
std::string description_of(const StoredModel& model, const Json& found) {
  Json json{{"id", model.id}, {"uploaded", model.uploaded}};
  for (const char* name : {"name", "engine", "simulation", "inputs", "outputs", "parameters"}) {
    json[name] = member_of(found, name);
  }
  json["components"] = member_of(found, "instances");
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A folder for one process, which is removed with its files.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& parent) : path_(parent / ("." + random_id())) {
    fs::create_directory(path_);
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

ModelStore::ModelStore(ModelStoreOptions options) : options_(std::move(options)) {
  make_own_folder(options_.folder);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(options_.folder, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory(error) && name.starts_with('.')) {
      fs::remove_all(entry.path(), error);  // left by a service that crashed
      continue;
    }
    if (!name.ends_with(kEnding)) continue;
    const std::string id = name.substr(0, name.size() - kEnding.size());
    if (is_name(id)) uploaded_[id] = {id, entry.path(), options_.data_dir, true};
  }
}

bool ModelStore::is_name(const std::string& id) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !id.empty() && id.size() <= kLongestName && std::all_of(id.begin(), id.end(), is_part);
}

fs::path ModelStore::file_of(const std::string& id) const {
  return options_.folder / (id + std::string(kEnding));
}

std::vector<StoredModel> ModelStore::list() const {
  std::vector<StoredModel> models = options_.served;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, model] : uploaded_) models.push_back(model);
  return models;
}

std::optional<StoredModel> ModelStore::find(const std::string& id) const {
  for (const StoredModel& model : options_.served) {
    if (model.id == id) return model;
  }
  const std::lock_guard lock(mutex_);
  const auto found = uploaded_.find(id);
  return found == uploaded_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> ModelStore::confinement(const StoredModel& model, bool changed) const {
  std::vector<fs::path> places = options_.readable;
  places.push_back(model.file);
  if (!model.uploaded) places.push_back(model.file.parent_path());
  places.push_back(model.data_dir);
  std::vector<std::string> words{"--confine=."};
  const bool from_client = model.uploaded || changed;
  if (!from_client || options_.client_fmus) words.emplace_back("--allow-fmus");
  for (const fs::path& place : places) {
    if (!place.empty()) words.push_back("--confine=" + place.string());
  }
  return words;
}

ShownFolders ModelStore::shown_folders() const {
  ShownFolders folders;
  for (const StoredModel& model : options_.served)
    folders.push_back({model.file.parent_path(), ""});
  folders.push_back({options_.folder, ""});
  folders.push_back({options_.data_dir, ""});
  for (const StoredModel& model : options_.served) folders.push_back({model.data_dir, ""});
  std::erase_if(folders, [](const auto& folder) { return folder.first.empty(); });
  return folders;
}

ModelStore::Description ModelStore::read(const StoredModel& model) const {
  const SteadyClock::time_point last = SteadyClock::now() + options_.time;
  const WorkFolder work(options_.folder);
  std::vector<std::string> words{"info", model.file.string(), "--json", "--messages=json",
                                 "--data-dir=" + model.data_dir.string()};
  words.insert(words.end(), options_.common.begin(), options_.common.end());
  const std::vector<std::string> confined = confinement(model);
  words.insert(words.end(), confined.begin(), confined.end());
  const fs::path output = work.path() / "model.json", messages = work.path() / "messages.jsonl";
  ChildLimits limits = options_.limits;
  limits.file_bytes = std::min(limits.file_bytes, kLongestDescription);
  ChildProcess child({options_.program, words, work.path(), output, messages, limits});
  std::optional<int> code;
  while (!(code = child.code())) {
    if (SteadyClock::now() > last) {
      child.signal(SIGKILL);
      return refused(422, "serve.model_slow",
                     "the service stopped reading the model because this took too long; reduce the "
                     "size of the model");
    }
    std::this_thread::sleep_for(kLookAtReader);
  }
  ShownFolders folders = shown_folders();
  folders.insert(folders.begin(), {model.file.parent_path(), ""});
  folders.push_back({work.path(), ""});
  if (*code != 0) {
    Json errors = errors_of(read_messages(messages, folders));
    if (!errors.empty()) return {422, {}, std::move(errors)};
    return refused(
        422, "serve.model_unreadable",
        "the model cannot be read; 'hearth info' ended with exit code " + std::to_string(*code));
  }
  const auto found = parse_json<Json>(read_text_file(output));
  if (!found.is_object()) return refused(500, "serve.internal", "'hearth info' printed no JSON");
  return {200, description_of(model, found), {}};
}

ModelStore::Description ModelStore::describe(const StoredModel& model) {
  std::error_code error;
  const fs::file_time_type written = fs::last_write_time(model.file, error);
  const auto known = [&]() -> std::optional<Description> {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(model.id);
    if (found == known_.end() || found->second.written != written) return std::nullopt;
    return Description{200, found->second.text, {}};
  };
  if (auto description = known()) return *description;
  const std::unique_lock turn(reading_, options_.time);
  if (!turn.owns_lock()) {
    return refused(503, "serve.busy", "other models are being read; ask again later");
  }
  if (auto description = known()) return *description;  // another request has read it meanwhile
  Description description = read(model);
  const std::lock_guard lock(mutex_);
  if (description.status == 200) know(model.id, {written, description.text});
  return description;
}

/// Keeps a description, so that the model is read only once; discards all others if they become too
/// long.
void ModelStore::know(const std::string& id, Known known) {
  std::size_t bytes = known.text.size();
  for (const auto& [other, one] : known_) bytes += one.text.size();
  if (bytes > kMostKnown) known_.clear();
  known_[id] = std::move(known);
}

ModelStore::Description ModelStore::put(const std::string& id, const std::string& text) {
  const std::unique_lock turn(reading_, options_.time);
  if (!turn.owns_lock()) {
    return refused(503, "serve.busy", "other models are being read; ask again later");
  }
  bool replaces = false;
  {
    const std::lock_guard lock(mutex_);
    replaces = uploaded_.contains(id);
    if (!replaces && uploaded_.size() >= options_.most) {
      return refused(503, "serve.models_many",
                     "the service has " + std::to_string(options_.most) +
                         " uploaded models, which is its limit; remove a model");
    }
  }
  const WorkFolder work(options_.folder);
  const fs::path candidate = work.path() / (id + std::string(kEnding));
  write_text_file(candidate, text);
  Description description = read({id, candidate, options_.data_dir, true});
  if (description.status != 200) return description;
  const fs::path file = file_of(id);
  fs::rename(candidate, file);
  const std::lock_guard lock(mutex_);
  uploaded_[id] = {id, file, options_.data_dir, true};
  std::error_code error;
  know(id, {fs::last_write_time(file, error), description.text});
  description.status = replaces ? 200 : 201;
  return description;
}

bool ModelStore::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (uploaded_.erase(id) == 0) return false;
  known_.erase(id);
  std::error_code ignored;
  fs::remove(file_of(id), ignored);
  return true;
}

}  // namespace hearth::apps
