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
  /// Folder in which requests of clients find data, by file name.
  std::filesystem::path data_dir{};
  bool uploaded = false;
};

struct ModelStoreOptions {
  std::vector<StoredModel> served;    ///< models of the command line
  std::filesystem::path program;      ///< `hearth`
  std::filesystem::path folder;       ///< folder of uploaded models; created if it is missing
  std::filesystem::path data_dir;     ///< data folder of uploaded models
  std::vector<std::string> common{};  ///< options of each verb that reads a model
  std::vector<std::filesystem::path> readable{};  ///< further files and folders
  bool client_fmus = false;  ///< whether models and changes of clients may run FMUs
  std::size_t most = 100;    ///< largest number of uploaded models
  /// Time limit for reading a model, and for waiting until other models are read.
  std::chrono::milliseconds time{30'000};
  ChildLimits limits{};
};

/// The models of a service: those of the command line, and those that clients upload. Processes of
/// the command read the models, one at a time, and can read only files in the folders of the models
/// and of their data. May be used by any number of threads.
class ModelStore {
 public:
  /// The description of a model, or the errors that prevent a description.
  struct Description {
    int status = 200;
    std::string text{};       ///< JSON
    nlohmann::json errors{};  ///< `{"code", "message", "place"}`
  };

  explicit ModelStore(ModelStoreOptions options);

  std::vector<StoredModel> list() const;
  std::optional<StoredModel> find(const std::string& id) const;
  Description describe(const StoredModel& model);
  /// Stores or replaces a model of a client; an invalid model is not stored.
  Description put(const std::string& id, const std::string& text);
  /// Removes a model of a client; returns whether it existed.
  bool remove(const std::string& id);

  /// Returns options that restrict a command to reading this model and its data. FMUs may run in
  /// models with which the service was started, unless a client may change the models (`changed`).
  std::vector<std::string> confinement(const StoredModel& model, bool changed = false) const;
  /// Returns the folders whose paths are hidden from clients.
  ShownFolders shown_folders() const;

  static bool is_name(const std::string& id);

 private:
  struct Known {
    std::filesystem::file_time_type written;
    std::string text;
  };

  Description read(const StoredModel& model) const;
  void know(const std::string& id, Known known);  // the mutex must be held
  std::filesystem::path file_of(const std::string& id) const;

  ModelStoreOptions options_;
  mutable std::mutex mutex_;  // protects the maps
  std::map<std::string, StoredModel> uploaded_;
  std::map<std::string, Known> known_;
  std::timed_mutex reading_;  // allows one process at a time
};

}  // namespace hearth::apps
