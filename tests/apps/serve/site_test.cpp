// SPDX-License-Identifier: MIT
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/apps/serve/api/api.hpp"
#include "hearth/apps/serve/hearth_site.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/serve/running_service.hpp"

// The page and the API over HTTP, next to BOPTEST's API.
namespace site_test {

using namespace hearth::test;
using namespace hearth::apps;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace {

/// All of the service on a port of its own; its jobs wait for ever.
class RunningSite {
 public:
  explicit RunningSite(ServerOptions options = {})
      : service_({office_case()}, ServiceLimits{}),
        api_(api_options(shop_)),
        site_(service_, api_),
        server_(site_, Running::with_any_port(std::move(options))),
        thread_([this] { server_.run(); }) {}
  ~RunningSite() {
    server_.stop();
    thread_.join();
  }

  int port() const { return server_.port(); }

 private:
  static ApiOptions api_options(const Workshop& shop) {
    ApiOptions options;
    options.program = HEARTH_COMMAND;
    options.store = shop / "store";
    options.queue.at_once = 0;
    options.models = {
        {"office",
         std::string(HEARTH_SOURCE_DIR) + "/examples/air_handling_unit/office.hearth.json",
         std::string(HEARTH_SOURCE_DIR) + "/examples/air_handling_unit"}};
    return options;
  }

  Workshop shop_;
  Service service_;
  Api api_;
  HearthSite site_;
  HttpServer server_;
  std::thread thread_;
};

std::string answer_to(const RunningSite& running, const std::string& bytes) {
  RawClient client(running.port());
  client.send(bytes);
  return client.receive_answer();
}

std::string code_of(const std::string& answer) {
  const Json body = Json::parse(body_of(answer), nullptr, false);
  return body.contains("errors") ? body["errors"][0]["code"].get<std::string>() : "";
}

const std::string kHost = " HTTP/1.1\r\nHost: localhost\r\n";

TEST_CASE("the page, the API and BOPTEST's API share a port") {
  RunningSite running;
  HttpClient client(running.port());
  CHECK(client.get("/").body.starts_with("<!doctype html>"));
  CHECK(Json::parse(client.get("/api/v1/models").body)["models"][0]["id"] == "office");
  CHECK(Json::parse(client.get("/testcases").body)[0]["testcaseid"] == "office");
  CHECK(Json::parse(client.get("/version").body)["payload"].contains("version"));
  const HttpAnswer posted = client.post("/api/v1/runs", R"({"model": "office"})");
  CHECK(posted.status == 202);
  const std::string id = Json::parse(posted.body)["id"];
  CHECK(Json::parse(client.get("/api/v1/jobs/" + id).body)["state"] == "waiting");
  CHECK(client.get("/api/v1/jobs/" + id + "/result?first=-1").status == 400);
}

TEST_CASE("the page allows its own scripts and requests, and nothing else") {
  RunningSite running;
  const std::string answer = answer_to(running, "GET /" + kHost + "\r\n");
  const std::string head = answer.substr(0, answer.find("\r\n\r\n"));
  const std::size_t at = head.find("Content-Security-Policy: ");
  REQUIRE(at != std::string::npos);
  const std::string policy = head.substr(at, head.find("\r\n", at) - at);
  CHECK(policy.find("default-src 'none'") != std::string::npos);
  CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
  CHECK(policy.find("connect-src 'self'") != std::string::npos);
  CHECK(policy.find("unsafe") == std::string::npos);
  for (const char* outside : {" src=\"", "url(", "@import", " style=\"", " onclick", "http://"}) {
    INFO(outside);
    std::string page = body_of(answer);
    const std::size_t name = page.find("http://www.w3.org/2000/svg");  // no address, but a name
    if (name != std::string::npos) page.erase(name, 26);
    CHECK(page.find(outside) == std::string::npos);
  }
  CHECK(status_of(answer_to(running, "POST /" + kHost + "Content-Length: 0\r\n\r\n")) >= 400);
}

TEST_CASE("with a token the page is public, and the API is not") {
  ServerOptions options;
  options.token = "correct-horse-battery";
  RunningSite running(options);
  CHECK(status_of(answer_to(running, "GET /" + kHost + "\r\n")) == 200);
  for (const char* path : {"/api/v1/models", "/api/v1/openapi.json", "/api/v1/jobs", "//", "/?x"}) {
    INFO(path);
    const std::string answer = answer_to(running, std::string("GET ") + path + kHost + "\r\n");
    CHECK(status_of(answer) == (std::string(path) == "/?x" ? 200 : 401));
  }
  const std::string refused = answer_to(running, "GET /api/v1/models" + kHost + "\r\n");
  CHECK(code_of(refused) == "serve.token");
  const std::string allowed =
      answer_to(running, "GET /api/v1/models" + kHost +
                             "Authorization: Bearer correct-horse-battery\r\n\r\n");
  CHECK(status_of(allowed) == 200);
}

TEST_CASE("pages of other origins can neither read nor change anything by the API") {
  RunningSite running;
  const std::string body = R"({"model": "office"})";
  const std::string rest =
      "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\n\r\n" + body;
  for (const char* origin : {"http://evil.example", "null", "http://localhost:1"}) {
    const std::string answer =
        answer_to(running, "POST /api/v1/runs" + kHost + "Origin: " + origin + "\r\n" + rest);
    CHECK(status_of(answer) == 403);
    CHECK(code_of(answer) == "serve.origin");
  }
  CHECK(status_of(answer_to(running, "GET /api/v1/jobs HTTP/1.1\r\nHost: evil.example\r\n\r\n")) ==
        403);
  CHECK(status_of(answer_to(running, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")) == 403);
  // A form, which a page may send without asking, is not taken.
  const std::string form = answer_to(running, "POST /api/v1/runs" + kHost +
                                                  "Content-Type: text/plain\r\nContent-Length: " +
                                                  std::to_string(body.size()) + "\r\n\r\n" + body);
  CHECK(status_of(form) == 415);
  HttpClient client(running.port());
  CHECK(Json::parse(client.get("/api/v1/jobs").body)["jobs"].empty());
}

TEST_CASE("requests to the API that are too long or too slow are refused in its form") {
  ServerOptions options;
  options.connection.body_bytes = 1000;
  options.connection.request = 300ms;
  RunningSite running(options);
  const std::string put = "PUT /api/v1/models/mine" + kHost;
  const std::string longer = answer_to(running, put + "Content-Length: 1001\r\n\r\n");
  CHECK(status_of(longer) == 413);
  CHECK(code_of(longer) == "serve.request_long");
  const std::string chunked =
      answer_to(running, put + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  CHECK(status_of(chunked) == 411);
  const std::string slow = answer_to(running, put + "Content-Length: 10\r\n\r\n{");
  CHECK(status_of(slow) == 408);
  CHECK(code_of(slow) == "serve.request_late");
}

TEST_CASE("paths that are coded or climb do not leave the API") {
  RunningSite running;
  for (const char* path :
       {"/api/v1/models/..%2f..%2fsecret", "/api/v1/models/%2e%2e", "/api/v1/jobs/../../etc/passwd",
        "/api/v1/jobs/%00", "/api/v1/../../etc/passwd", "/api", "/api/", "/api/v2/models",
        "/api/v1x", "/api/v1", "/api/v1/"}) {
    INFO(path);
    CHECK(status_of(answer_to(running, std::string("GET ") + path + kHost + "\r\n")) == 404);
  }
}

}  // namespace
}  // namespace site_test
