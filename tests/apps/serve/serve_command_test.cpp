// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/serve/running_service.hpp"

namespace serve_command_test {

using namespace hearth::test;
using Json = nlohmann::json;

namespace {

const std::string kOffice =
    std::string(HEARTH_SOURCE_DIR) + "/examples/air_handling_unit/office.hearth.json";
const std::string kSolarRoom =
    std::string(HEARTH_SOURCE_DIR) + "/examples/solar_room/room.hearth.json";
constexpr auto kPatience = std::chrono::seconds(60);

/// Waits until the command prints its port, and returns it; 0 if it does not print one.
int port_of(const Workshop& shop) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    const std::string text = shop.read(".stdout");
    const std::size_t colon = text.rfind(':');
    if (text.ends_with('\n') && colon != std::string::npos)
      return std::stoi(text.substr(colon + 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return 0;
}

TEST_CASE("the command serves models until it is terminated, and returns 0") {
  const Workshop shop;
  const Process process(shop, {"serve", kOffice, kSolarRoom, "--port", "0"});
  const int port = port_of(shop);
  REQUIRE(port > 0);
  HttpClient client(port);
  const auto cases = client.get("/testcases");
  CHECK(Json::parse(cases.body) ==
        Json::parse(R"([{"testcaseid": "office"}, {"testcaseid": "room"}])"));

  // The data of the room cover its week, which begins at 23:00 of day 273 in standard time.
  const auto selected = client.post("/testcases/room/select", "");
  const std::string testid = Json::parse(selected.body)["testid"];
  const auto outside =
      client.put("/initialize/" + testid, R"({"start_time": 0, "warmup_period": 0})");
  CHECK(outside.status == 400);
  const auto state = client.post("/advance/" + testid, "{}");
  CHECK(state.status == 200);
  CHECK(Json::parse(state.body)["payload"]["time"] == 274 * 86400.0);  // an hour later

  process.signal(SIGTERM);
  const Outcome outcome = process.wait_at_most(kPatience);
  CHECK(outcome.code == 0);
}

TEST_CASE("a service that is terminated ends long runs and answers their clients") {
  const Workshop shop;
  const Process process(shop,
                        {"serve", kOffice, "--port", "0", "--limit", "run-steps=40000000000"});
  const int port = port_of(shop);
  REQUIRE(port > 0);
  HttpClient client(port);
  const std::string testid =
      Json::parse(client.post("/testcases/office/select", "").body)["testid"];
  // There are 432 million steps, which would take minutes.
  CHECK(client.put("/step/" + testid, R"({"step": 0.001})").status == 200);
  HttpAnswer answer{};
  std::thread asking([&] {
    answer = client.put("/initialize/" + testid,
                        R"({"start_time": 3456000, "warmup_period": 432000.001})");
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto begun = std::chrono::steady_clock::now();
  process.signal(SIGTERM);
  const Outcome outcome = process.wait_at_most(kPatience);
  // The service promises a second; machines under load need more.
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
  CHECK(outcome.code == 0);
  asking.join();
  CHECK(answer.status == 500);
  CHECK(Json::parse(answer.body)["message"].get<std::string>().find("shutting down") !=
        std::string::npos);
}

/// Whether a process has a text in its command line.
bool is_running(const std::string& text) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (text_of(entry.path() / "cmdline").find(text) != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("a service that is terminated stops its jobs, which the next one takes up again") {
  const Workshop shop;
  const std::string store = (shop / "store").string();
  const std::vector<std::string> words{"serve",   kSolarRoom, "--port",  "0",
                                       "--store", store,      "--limit", "run-steps=4000000000"};
  std::string id;
  {
    const Process process(shop, words);
    const int port = port_of(shop);
    REQUIRE(port > 0);
    HttpClient client(port);
    const std::string request =
        R"({"model": "room", "step": 0.016, "every": "PT1H", "record": ["room.indoorTemperature"]})";
    const HttpAnswer posted = client.post("/api/v1/runs", request);
    REQUIRE(posted.status == 202);
    id = Json::parse(posted.body)["id"];
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!is_running("--step=0.016") && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    CHECK(is_running("--step=0.016"));
    process.signal(SIGTERM);
    CHECK(process.wait_at_most(kPatience).code == 0);
    CHECK_FALSE(is_running("--step=0.016"));
  }
  const std::string file = "store/jobs/" + id + "/job.json";
  CHECK(Json::parse(shop.read(file))["state"] == "waiting");
  std::filesystem::remove(shop / ".stdout");
  const Process process(shop, words);
  const int port = port_of(shop);
  REQUIRE(port > 0);
  HttpClient client(port);
  const std::string state = Json::parse(client.get("/api/v1/jobs/" + id).body)["state"];
  CHECK((state == "waiting" || state == "running"));
  process.signal(SIGTERM);
  CHECK(process.wait_at_most(kPatience).code == 0);
}

TEST_CASE("an address that other machines reach requires a token") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"serve", kOffice, "--host", "0.0.0.0", "--port", "0"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("--token"));
}

TEST_CASE("a model without a start is not served") {
  const Workshop shop;
  const std::string model = shop.write(
      "room.hearth.json",
      R"({"hearth": 1, "components": {"a": {"type": "Schedule", "config": {"value": 1}}}})");
  const Outcome outcome = run_hearth(shop, {"serve", model, "--port", "0"});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("serve.start_missing"));
}

}  // namespace
}  // namespace serve_command_test
