// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/api/api.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace hearth::test {

/// Returns the model of the heated room with a run of one day.
inline nlohmann::json heated_room() {
  nlohmann::json model = nlohmann::json::parse(kHeatedRoom);
  model["simulation"] = {
      {"start", "2024-01-15T00:00:00+01:00"}, {"end", "2024-01-16T00:00:00+01:00"}, {"step", 600}};
  return model;
}

/// The API in a folder of its own, which serves the heated room as `room`; called without a
/// network.
class ApiBench {
 public:
  explicit ApiBench(apps::ApiOptions options = {}) : options_(std::move(options)) {
    shop_.write("served/room.hearth.json", heated_room().dump());
    options_.models = {{"room", shop_ / "served/room.hearth.json", shop_ / "served"}};
    options_.program = HEARTH_COMMAND;
    options_.store = shop_ / "store";
    options_.data_dir = shop_ / "served";
    start();
  }

  /// Begins anew with the same folder, as another service would.
  void restart() {
    api_.reset();
    start();
  }
  void stop() { api_.reset(); }

  nlohmann::json call(const std::string& method, const std::string& path,
                      const nlohmann::json& body = nullptr, const std::string& query = "") {
    return send(method, path, body.is_null() ? "" : body.dump(), query);
  }
  nlohmann::json send(const std::string& method, const std::string& path, const std::string& body,
                      const std::string& query = "") {
    reply = api_->handle({method, "/api/v1" + path, "application/json", body, query});
    return nlohmann::json::parse(reply.body, nullptr, false);
  }

  /// Waits until a job is finished and returns it.
  nlohmann::json finished(const std::string& id) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    for (;;) {
      nlohmann::json job = call("GET", "/jobs/" + id);
      const std::string state = job.at("state");
      const bool open = state == "waiting" || state == "running";
      if (!open || std::chrono::steady_clock::now() > end) return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  /// Waits until a job runs and has reported progress, or is finished.
  nlohmann::json running(const std::string& id) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    for (;;) {
      nlohmann::json job = call("GET", "/jobs/" + id);
      const std::string state = job.at("state");
      const bool begins = state == "waiting" || (state == "running" && job["progress"].is_null());
      if (!begins || std::chrono::steady_clock::now() > end) return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  const Workshop& shop() const { return shop_; }
  /// Returns the code of the first error of the last reply.
  std::string code() const {
    const nlohmann::json body = nlohmann::json::parse(reply.body, nullptr, false);
    return body.contains("errors") ? body["errors"][0]["code"].get<std::string>() : "";
  }

  apps::Reply reply;

 private:
  void start() { api_ = std::make_unique<apps::Api>(options_); }

  Workshop shop_;
  apps::ApiOptions options_;
  std::unique_ptr<apps::Api> api_;
};

}  // namespace hearth::test
