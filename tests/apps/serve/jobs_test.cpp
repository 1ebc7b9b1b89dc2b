// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/tests/apps/serve/api_bench.hpp"

namespace jobs_test {

using namespace hearth;
using hearth::test::ApiBench;
using Json = nlohmann::json;

namespace {

/// Permits the jobs of a service to run for decades in steps of a second.
apps::ApiOptions with_long_runs() {
  apps::ApiOptions options;
  options.job.common = {"--limit=run-steps=1000000000"};
  return options;
}

/// A run of decades in steps of a second with a row for each minute, which no test waits for.
Json endless_run() {
  return {{"model", "room"},
          {"step", 1},
          {"every", "PT1M"},
          {"end", "2050-01-01T00:00:00+01:00"},
          {"record", {"room.indoorTemperature"}}};
}

TEST_CASE("a job that runs shows its progress and its rows, and is cancelled") {
  ApiBench bench(with_long_runs());
  const Json posted = bench.call("POST", "/runs", endless_run());
  const std::string path = "/jobs/" + posted["id"].get<std::string>();
  const Json running = bench.running(posted["id"]);
  INFO(running.dump());
  REQUIRE(running["state"] == "running");
  CHECK(running["progress"]["total"].get<double>() > 5e8);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  Json rows;
  do {
    rows = bench.call("GET", path + "/result", nullptr, "count=10");
  } while ((bench.reply.status != 200 || rows["rows"].empty()) &&
           std::chrono::steady_clock::now() < end);
  REQUIRE(rows["rows"].size() == 10);
  CHECK(rows["complete"] == false);

  bench.call("DELETE", path);
  CHECK(bench.reply.status == 202);
  const Json job = bench.finished(posted["id"]);
  CHECK(job["state"] == "cancelled");
  // What it had written is kept.
  CHECK(bench.call("GET", path + "/result", nullptr, "count=10")["complete"] == true);
  CHECK(bench.reply.status == 200);
}

TEST_CASE("jobs beyond those at once wait, and are cancelled before they begin") {
  apps::ApiOptions options = with_long_runs();
  options.queue.at_once = 1;
  ApiBench bench(options);
  const Json first = bench.call("POST", "/runs", endless_run());
  bench.running(first["id"]);
  const Json second = bench.call("POST", "/runs", {{"model", "room"}});
  const std::string path = "/jobs/" + second["id"].get<std::string>();
  CHECK(bench.call("GET", path)["state"] == "waiting");
  bench.call("GET", path + "/result");
  CHECK(bench.reply.status == 409);
  CHECK(bench.code() == "serve.job_unfinished");
  CHECK(bench.call("DELETE", path)["state"] == "cancelled");
  const Json third = bench.call("POST", "/runs", {{"model", "room"}});
  bench.call("DELETE", "/jobs/" + first["id"].get<std::string>());
  CHECK(bench.finished(third["id"])["state"] == "done");
}

TEST_CASE("more jobs than the service keeps are refused") {
  apps::ApiOptions options;
  options.queue.at_once = 0;
  options.queue.most = 2;
  ApiBench bench(options);
  for (const int status : {202, 202, 503}) {
    bench.call("POST", "/runs", {{"model", "room"}});
    CHECK(bench.reply.status == status);
  }
  CHECK(bench.code() == "serve.jobs_many");
}

TEST_CASE("a job whose files cannot be written is refused, and nothing is left of it") {
  apps::ApiOptions options;
  options.queue.at_once = 0;
  ApiBench bench(options);
  std::filesystem::remove_all(bench.shop() / "store/jobs");
  bench.call("POST", "/runs", {{"model", "room"}});
  CHECK(bench.reply.status == 503);
  CHECK(bench.code() == "file.write");
  CHECK(bench.reply.body.find((bench.shop() / "store").string()) == std::string::npos);
  CHECK(bench.call("GET", "/jobs")["jobs"].empty());
}

TEST_CASE("a job that takes too long ends, and reports why") {
  apps::ApiOptions options = with_long_runs();
  options.queue.time = std::chrono::seconds(1);
  ApiBench bench(options);
  const Json posted = bench.call("POST", "/runs", endless_run());
  const Json job = bench.finished(posted["id"]);
  CHECK(job["state"] == "failed");
  REQUIRE_FALSE(job["errors"].empty());
  CHECK(job["errors"].back()["code"] == "serve.job_time");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a job that needs more memory than it may have fails alone") {
  apps::ApiOptions options;
  options.queue.limits.memory_bytes = 1'000'000;  // less than the libraries of the command need
  ApiBench bench(options);
  const Json posted = bench.call("POST", "/runs", {{"model", "room"}});
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump());
  CHECK(job["state"] == "failed");
  bench.call("GET", "/version");
  CHECK(bench.reply.status == 200);
}
#endif

TEST_CASE("a file of a job does not grow beyond its limit") {
  apps::ApiOptions options;
  options.queue.limits.file_bytes = 200'000;
  ApiBench bench(options);
  Json request = endless_run();
  request["end"] = "2024-02-15T00:00:00+01:00";  // 2.7 million rows
  request.erase("every");
  const Json posted = bench.call("POST", "/runs", request);
  const Json job = bench.finished(posted["id"]);
  INFO(job.dump());
  CHECK(job["state"] == "failed");
  REQUIRE_FALSE(job["errors"].empty());
  CHECK(job["errors"][0]["code"] == "file.write");
}

TEST_CASE("finished jobs stay, and jobs that ran are taken up again after a clean end") {
  apps::ApiOptions options;
  options.queue.at_once = 1;
  ApiBench bench(options);
  const Json done = bench.call("POST", "/runs", {{"model", "room"}});
  const Json before = bench.finished(done["id"]);
  const Json set = {
      {"hearth", 1},
      {"period",
       {{"start", "2024-01-15T00:00:00+01:00"},
        {"end", "2024-01-20T00:00:00+01:00"},
        {"step", 10}}},
      {"sweep", {{"method", "sobol"}, {"n", 30}, {"parameters", {{"room.R_out", {0.03, 0.1}}}}}}};
  const Json posted = bench.call("POST", "/scenarios", {{"model", "room"}, {"set", set}});
  const Json running = bench.running(posted["id"]);
  INFO(running.dump());
  CHECK(running["state"] == "running");
  const auto begun = std::chrono::steady_clock::now();
  bench.stop();
  // A second is promised; machines under load take longer.
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
  bench.restart();
  CHECK(bench.call("GET", "/jobs/" + done["id"].get<std::string>()) == before);
  const Json again = bench.finished(posted["id"]);
  INFO(again.dump());
  CHECK(again["state"] == "done");
  const Json table = bench.call("GET", "/jobs/" + posted["id"].get<std::string>() + "/result");
  CHECK(table["rows"].size() == 30);
}

TEST_CASE("a job that ran while the service crashed is interrupted") {
  apps::ApiOptions options;
  options.queue.at_once = 0;
  ApiBench bench(options);
  const Json posted = bench.call("POST", "/runs", {{"model", "room"}});
  bench.stop();
  const std::string name = "store/jobs/" + posted["id"].get<std::string>() + "/job.json";
  Json job = Json::parse(bench.shop().read(name));
  job["state"] = "running";
  bench.shop().write(name, job.dump());
  // The last message has no end, since the process was killed.
  bench.shop().write("store/jobs/" + posted["id"].get<std::string>() + "/messages.jsonl",
                     "{\"event\": \"progr");
  bench.restart();
  const Json now = bench.finished(posted["id"]);
  CHECK(now["state"] == "interrupted");
  REQUIRE(now["errors"].size() == 1);
  CHECK(now["errors"][0]["code"] == "serve.job_interrupted");
}

TEST_CASE("a job whose file is damaged has failed, and its file is kept") {
  apps::ApiOptions options;
  options.queue.at_once = 0;
  ApiBench bench(options);
  const Json posted = bench.call("POST", "/runs", {{"model", "room"}});
  bench.stop();
  const std::string folder = "store/jobs/" + posted["id"].get<std::string>();
  bench.shop().write(folder + "/job.json", "{\"id\": \"");
  bench.restart();
  const Json now = bench.finished(posted["id"]);
  CHECK(now["state"] == "failed");
  REQUIRE(now["errors"].size() == 1);
  CHECK(now["errors"][0]["code"] == "serve.job_damaged");
  CHECK(bench.shop().read(folder + "/job.damaged.json") == "{\"id\": \"");
}

TEST_CASE("a result that was cut off after its job had ended is not delivered") {
  ApiBench bench;
  const Json posted = bench.call("POST", "/runs", {{"model", "room"}});
  const std::string id = posted["id"];
  bench.finished(id);
  bench.call("GET", "/jobs/" + id + "/result");
  CHECK(bench.reply.status == 200);
  const std::string file = "store/jobs/" + id + "/results.csv";
  const std::string text = bench.shop().read(file);
  bench.shop().write(file, text.substr(0, text.find('\n', text.size() / 2) + 1));
  CHECK(bench.call("GET", "/jobs/" + id + "/result")["errors"][0]["code"] ==
        "serve.result_damaged");
  CHECK(bench.reply.status == 500);
  std::filesystem::remove(bench.shop() / file);
  bench.shop().write("secret.csv", "secret\n");
  std::filesystem::create_symlink(bench.shop() / "secret.csv", bench.shop() / file);
  CHECK(bench.call("GET", "/jobs/" + id + "/result")["errors"][0]["code"] ==
        "serve.result_missing");
}

TEST_CASE("two services do not share a folder") {
  const test::Workshop shop;
  shop.write("store/models/.begun/room.hearth.json", "{}");
  const apps::FolderLock first(shop / "store");
  apps::ApiOptions options;
  options.store = shop / "store";
  CHECK_THROWS_AS(apps::Api(options), InputError);
  // The second one removes nothing of what the first one is about to do.
  CHECK(shop.holds("store/models/.begun/room.hearth.json"));
}

}  // namespace
}  // namespace jobs_test
