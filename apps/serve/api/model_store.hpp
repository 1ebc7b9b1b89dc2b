// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/jobs/child_process.hpp"
#include "hearth/apps/serve/jobs/job_messages.hpp"

namespace hearth::apps {

/// A model that clients can use.
struct StoredModel {
  std::string id;
  std::filesystem::path file;
  std::filesystem::path data_dir{};  ///< where what clients send finds data, by file name
  bool uploaded = false;
};

struct ModelStoreOptions {
  std::vector<StoredModel> served;                ///< those of the command line
  std::filesystem::path program;                  ///< `hearth`
  std::filesystem::path folder;                   ///< of uploaded models; made if it is missing
  std::filesystem::path data_dir;                 ///< of uploaded models
  std::vector<std::string> common{};              ///< options of each verb that reads a model
  std::vector<std::filesystem::path> readable{};  ///< further files and folders
  bool client_fmus = false;                       ///< models and changes of clients run FMUs
  std::size_t most = 100;                         ///< uploaded models
  std::chrono::milliseconds time{30'000};         ///< to read a model, and to wait for others
  ChildLimits limits{};
};

/// The models that a service has: those that the command line names, and those that clients send.
/// They are read by processes of the command, one at a time, which read files in the folders of
/// the models and of their data only. Used by any number of threads.
class ModelStore {
 public:
  /// What a model is, or why that cannot be known.
  struct Description {
    int status = 200;
    std::string text{};       ///< JSON
    nlohmann::json errors{};  ///< `{"code", "message", "place"}`
  };

  explicit ModelStore(ModelStoreOptions options);

  std::vector<StoredModel> list() const;
  std::optional<StoredModel> find(const std::string& id) const;
  Description describe(const StoredModel& model);
  /// Keeps a model of a client, or replaces it; a model that is wrong is not kept.
  Description put(const std::string& id, const std::string& text);
  /// Returns whether there was such a model of a client.
  bool remove(const std::string& id);

  /// Returns options by which a command reads nothing but this model and its data. It runs FMUs of
  /// models that the service was started with, unless a client may change them (`changed`).
  std::vector<std::string> confinement(const StoredModel& model, bool changed = false) const;
  /// Returns the folders whose paths clients do not see.
  ShownFolders shown_folders() const;

  static bool is_name(const std::string& id);

 private:
  struct Known {
    std::filesystem::file_time_type written;
    std::string text;
  };

  Description read(const StoredModel& model) const;
  void know(const std::string& id, Known known);  // under the mutex
  std::filesystem::path file_of(const std::string& id) const;

  ModelStoreOptions options_;
  mutable std::mutex mutex_;  // of the maps
  std::map<std::string, StoredModel> uploaded_;
  std::map<std::string, Known> known_;
  std::timed_mutex reading_;  // one process at a time
};

}  // namespace hearth::apps
