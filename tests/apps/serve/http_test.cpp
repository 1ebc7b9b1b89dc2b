// SPDX-License-Identifier: MIT
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/apps/serve/http_server.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/tests/apps/serve/running_service.hpp"

// Last: it brings a macro of <resolv.h>, which headers of Eigen do not bear.
#include <httplib.h>

namespace http_test {

using namespace hearth;
using namespace hearth::apps;
using hearth::test::RawClient;
using hearth::test::Running;
using Json = nlohmann::json;

namespace {

httplib::Client client_of(const Running& running) {
  return httplib::Client("127.0.0.1", running.server.port());
}

std::string testid_of(httplib::Client& client) {
  const auto selected = client.Post("/testcases/office/select", "{}", "application/json");
  REQUIRE(selected);
  return Json::parse(selected->body)["testid"];
}

TEST_CASE("a client runs a test over a connection that stays open") {
  Running running;
  httplib::Client client = client_of(running);
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);
  const std::string testid = testid_of(client);
  const auto initialized =
      client.Put("/initialize/" + testid, R"({"start_time": 6048000, "warmup_period": 0})",
                 "application/json");
  REQUIRE(initialized);
  CHECK(initialized->status == 200);
  for (int k = 1; k <= 20; ++k) {
    const auto state = client.Post(("/advance/" + testid).c_str(), "{}", "application/json");
    REQUIRE(state);
    CHECK(Json::parse(state->body)["payload"]["time"] == 6048000.0 + 300.0 * k);
  }
  const auto form = client.Put(("/step/" + testid).c_str(), httplib::Params{{"step", "600"}});
  REQUIRE(form);
  CHECK(Json::parse(form->body)["payload"]["step"] == 600.0);
  const auto status = client.Get(("/status/" + testid).c_str());
  REQUIRE(status);
  CHECK(status->body == "Running");
  const auto stopped = client.Put(("/stop/" + testid).c_str());
  REQUIRE(stopped);
  CHECK(stopped->body == "OK");
}

TEST_CASE("without the token no request is answered") {
  ServerOptions options;
  options.token = "correct-horse-battery";
  Running running(options);
  httplib::Client client = client_of(running);
  CHECK(client.Get("/version")->status == 401);
  client.set_default_headers({{"Authorization", "Bearer correct-horse-batterY"}});
  CHECK(client.Get("/version")->status == 401);
  client.set_default_headers({{"Authorization", "Bearer correct-horse-battery"}});
  CHECK(client.Get("/version")->status == 200);
}

TEST_CASE("pages of other origins are refused, and names that lead here") {
  Running running;
  httplib::Client client = client_of(running);
  CHECK(client.Get("/version", {{"Origin", "http://evil.example"}})->status == 403);
  CHECK(client.Get("/version", {{"Host", "evil.example"}})->status == 403);
  CHECK(client.Get("/version")->status == 200);
}

TEST_CASE("a body that is too long or compressed is refused") {
  ServerOptions options;
  options.connection.body_bytes = 1000;
  Running running(options);
  httplib::Client client = client_of(running);
  const std::string testid = testid_of(client);
  const std::string path = "/step/" + testid;
  CHECK(client.Put(path.c_str(), std::string(2000, ' '), "application/json")->status == 413);
  const httplib::Headers packed{{"Content-Encoding", "gzip"}};
  CHECK(client.Put(path.c_str(), packed, "abc", "application/json")->status == 415);
  CHECK(client.Get(("/name/" + testid).c_str())->status == 200);
}

TEST_CASE("connections beyond the limit are told to come back") {
  ServerOptions options;
  options.connections = 1;
  Running running(options);
  httplib::Client first = client_of(running);
  first.set_keep_alive(true);
  CHECK(first.Get("/version")->status == 200);
  CHECK(client_of(running).Get("/version")->status == 503);
}

TEST_CASE("a port that is in use is refused") {
  Running running;
  ServerOptions options;
  options.port = running.server.port();
  CHECK_THROWS_AS(HttpServer(running.service, options), InputError);
}

TEST_CASE("what is no HTTP does not end the service") {
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
  CHECK(client_of(running).Get("/version")->status == 200);
}

}  // namespace
}  // namespace http_test
