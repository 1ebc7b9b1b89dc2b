// SPDX-License-Identifier: MIT
#include <random>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/apps/serve/http/http_server.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/tests/apps/serve/running_service.hpp"

namespace http_test {

using namespace hearth;
using namespace hearth::apps;
using hearth::test::HttpClient;
using hearth::test::RawClient;
using hearth::test::Running;
using Json = nlohmann::json;

namespace {

const std::string kLocal = "Host: localhost\r\n";

std::string testid_of(HttpClient& client) {
  return Json::parse(client.post("/testcases/office/select", "{}").body)["testid"];
}

TEST_CASE("a client runs a test over a connection that stays open") {
  Running running;
  HttpClient client(running.server.port());
  const std::string testid = testid_of(client);
  const auto initialized =
      client.put("/initialize/" + testid, R"({"start_time": 6048000, "warmup_period": 0})");
  CHECK(initialized.status == 200);
  for (int k = 1; k <= 20; ++k) {
    const auto state = client.post("/advance/" + testid, "{}");
    CHECK(Json::parse(state.body)["payload"]["time"] == 6048000.0 + 300.0 * k);
  }
  const auto form = client.put("/step/" + testid, "step=600", "application/x-www-form-urlencoded");
  CHECK(Json::parse(form.body)["payload"]["step"] == 600.0);
  CHECK(client.get("/status/" + testid).body == "Running");
  CHECK(client.put("/stop/" + testid, "").body == "OK");
}

TEST_CASE("without the token no request is answered") {
  ServerOptions options;
  options.token = "correct-horse-battery";
  Running running(options);
  const auto status = [&](const std::string& headers) {
    return HttpClient(running.server.port(), kLocal + headers).get("/version").status;
  };
  CHECK(status("") == 401);
  CHECK(status("Authorization: Bearer correct-horse-batterY\r\n") == 401);
  CHECK(status("Authorization: Bearer correct-horse-battery\r\n") == 200);
}

TEST_CASE("pages of other origins and requests to other host names are refused") {
  Running running;
  const auto status = [&](const std::string& headers) {
    return HttpClient(running.server.port(), headers).get("/version").status;
  };
  CHECK(status(kLocal + "Origin: http://evil.example\r\n") == 403);
  CHECK(status("Host: evil.example\r\n") == 403);
  CHECK(status(kLocal) == 200);
}

TEST_CASE("a body that is too long or compressed is refused") {
  ServerOptions options;
  options.connection.body_bytes = 1000;
  Running running(options);
  HttpClient client(running.server.port());
  const std::string testid = testid_of(client);
  const std::string path = "/step/" + testid;
  CHECK(client.put(path, std::string(2000, ' ')).status == 413);
  HttpClient packing(running.server.port(), kLocal + "Content-Encoding: gzip\r\n");
  CHECK(packing.put(path, "abc").status == 415);
  CHECK(client.get("/name/" + testid).status == 200);
}

TEST_CASE("connections beyond the limit are asked to come back later") {
  ServerOptions options;
  options.connections = 1;
  Running running(options);
  HttpClient first(running.server.port());
  CHECK(first.get("/version").status == 200);
  CHECK(HttpClient(running.server.port()).get("/version").status == 503);
}

TEST_CASE("a port that is in use is refused") {
  Running running;
  ServerOptions options;
  options.port = running.server.port();
  CHECK_THROWS_AS(HttpServer(running.service, options), InputError);
}

TEST_CASE("bytes that are not HTTP do not end the service") {
  Running running;
  std::mt19937 random(2);
  const std::string valid =
      "PUT /step/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      "Content-Length: 13\r\n\r\n{\"step\": 300}";
  for (int i = 0; i < 300; ++i) {
    std::string bytes = valid;
    for (int k = static_cast<int>(random() % 8); k >= 0; --k) {
      const std::size_t at = random() % bytes.size();
      if (random() % 2 == 0) {
        bytes[at] = static_cast<char>(random());
      } else {
        bytes.insert(at, std::string(random() % 40, static_cast<char>(random())));
      }
    }
    RawClient client(running.server.port());
    client.send(bytes);
    client.end_sending();
    client.receive_all();
  }
  CHECK(HttpClient(running.server.port()).get("/version").status == 200);
}

}  // namespace
}  // namespace http_test
