// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/api/api.hpp"
#include "hearth/apps/serve/boptest/service.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"
#include "hearth/apps/serve/http/http_head.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/fuzz/engine/texts.hpp"
#include "hearth/tests/fuzz/readers/expect.hpp"
#include "hearth/tests/fuzz/targets.hpp"

namespace hearth::fuzz {
namespace {

struct Verb {
  const char* method;
  const char* name;
};
constexpr std::array<Verb, 8> kVerbs{{{"PUT", "step"},
                                      {"PUT", "scenario"},
                                      {"PUT", "initialize"},
                                      {"POST", "advance"},
                                      {"PUT", "forecast"},
                                      {"PUT", "results"},
                                      {"GET", "kpi"},
                                      {"PUT", "stop"}}};
const std::string kHead = "PUT /step/x HTTP/1.1\r\nHost: localhost\r\n";
constexpr std::array<const char*, 3> kTypes{"application/json", "application/x-www-form-urlencoded",
                                            "multipart/form-data"};

std::shared_ptr<apps::Service> office_service() {
  Diagnostics diagnostics;
  const auto file = std::filesystem::path(HEARTH_SOURCE_DIR) / "examples" / "air_handling_unit" /
                    "office.hearth.json";
  apps::TestCaseSettings settings;
  settings.name = "office";
  auto office = std::make_shared<const apps::TestCase>(
      load_model(file, standard_components(), {}, diagnostics), DataOptions{}, settings,
      CompileOptions{}, diagnostics);
  apps::ServiceLimits limits;
  limits.test.request_time = std::chrono::seconds(1);
  limits.test.answer_numbers = 10'000;
  return std::make_shared<apps::Service>(std::vector{std::move(office)}, limits);
}

/// Sends a text as the body of a request to a test of its own; whatever its content, the test
/// answers afterwards.
bool send_body(apps::Service& service, std::string_view text, std::uint64_t way) {
  const auto json_of = [](const apps::Reply& reply) {
    const nlohmann::json answer = nlohmann::json::parse(reply.body, nullptr, false);
    expect(!answer.is_discarded(), "an answer that is not JSON");
    return answer;
  };
  const auto selected =
      json_of(service.handle({"POST", "/testcases/office/select", kTypes[0], ""}));
  const std::string id = selected.at("testid");
  const Verb& verb = kVerbs[way % kVerbs.size()];
  const apps::Reply reply =
      service.handle({verb.method, std::string("/") + verb.name + "/" + id,
                      kTypes[way / kVerbs.size() % kTypes.size()], std::string(text)});
  constexpr std::array kKnown{200, 400, 404, 405, 413, 415, 500, 503};
  expect(std::find(kKnown.begin(), kKnown.end(), reply.status) != kKnown.end(),
         "a status that no client knows");
  const bool stopped = std::string_view(verb.name) == "stop";
  if (stopped) {
    expect(reply.body == "OK", "a test that did not stop");
  } else {
    json_of(reply);
  }
  const apps::Reply after = service.handle({"GET", "/name/" + id, kTypes[0], ""});
  expect(after.status == (stopped ? 404 : 200) || after.status == 400, "a test that is lost");
  if (!stopped) service.handle({"PUT", "/stop/" + id, kTypes[0], ""});
  return reply.status == 200;
}

/// What a text is sent to the API as: the body of a request, or what follows `/api/v1/`.
struct ApiWay {
  const char* method;
  const char* path;  ///< "": the text is the path, with its query
};
constexpr std::array<ApiWay, 7> kApiWays{{{"POST", "/runs"},
                                          {"POST", "/scenarios"},
                                          {"POST", "/calibrations"},
                                          {"PUT", "/models/sent"},
                                          {"GET", ""},
                                          {"DELETE", ""},
                                          {"PUT", ""}}};

/// The API with jobs that wait for ever, and a command that reads no model.
std::shared_ptr<apps::Api> idle_api() {
  apps::ApiOptions options;
  options.program = "/bin/false";
  options.store = scratch_folder(::getpid()) / "service";
  options.queue.at_once = 0;
  options.models = {{"office", std::filesystem::path(HEARTH_SOURCE_DIR) / "examples" /
                                   "air_handling_unit" / "office.hearth.json"}};
  return std::make_shared<apps::Api>(std::move(options));
}

/// Sends a text to the API. Whatever it contains, the answer is JSON or rows, errors have the one
/// form, and a job that it makes can be read and removed.
bool send_to_api(apps::Api& api, std::string_view text, const ApiWay& way) {
  const std::string prefix = apps::kApiPrefix;
  const std::string path(way.path);
  apps::Call call{way.method, prefix + path, kTypes[0], std::string(text)};
  if (path.empty()) {
    const std::size_t mark = text.find('?');
    call.path = prefix + "/" + apps::decoded(text.substr(0, mark), '+');
    call.body = way.method == std::string_view("PUT") ? std::string(text) : "";
    if (mark != std::string_view::npos) call.query = text.substr(mark + 1);
  }
  const apps::Reply reply = api.handle(call);
  constexpr std::array kKnown{200, 201, 202, 400, 404, 405, 409, 413, 415, 422, 503};
  expect(std::find(kKnown.begin(), kKnown.end(), reply.status) != kKnown.end(),
         "a status that the description does not have");
  const nlohmann::json answer = nlohmann::json::parse(reply.body, nullptr, false);
  expect(!answer.is_discarded(), "an answer that is not JSON");
  if (reply.status >= 400) {
    expect(answer.contains("errors") && !answer["errors"].empty(), "an error without its form");
    for (const auto& error : answer["errors"]) {
      expect(error.contains("code") && error.contains("message") && error.contains("place"),
             "an error without code, message or place");
    }
  }
  if (reply.status != 202 || way.method != std::string_view("POST")) return reply.status < 300;
  const std::string job = prefix + "/jobs/" + answer.at("id").get<std::string>();
  expect(api.handle({"GET", job, kTypes[0], ""}).status == 200, "a job that is lost");
  expect(api.handle({"GET", job + "/result", kTypes[0], "", std::string(text)}).status >= 400,
         "a result of a job that waits");
  expect(api.handle({"DELETE", job, kTypes[0], ""}).status == 202, "a job that is not cancelled");
  expect(api.handle({"DELETE", job, kTypes[0], ""}).status == 200, "a job that is not removed");
  return true;
}

/// Reads a text up to its first empty line as the head of a request. What is accepted sets the end
/// of its body.
bool read_as_head(std::string text) {
  text += "\r\n\r\n";
  text.resize(text.find("\r\n\r\n") + 4);
  apps::HttpHead head;
  const auto refusal = apps::read_head(text, head);
  if (refusal) {
    constexpr std::array kKnown{400, 411, 417, 505};
    expect(std::find(kKnown.begin(), kKnown.end(), refusal->status) != kKnown.end(),
           "a status that no client knows");
    return false;
  }
  expect(head.method != "GET" || head.content_length == 0, "a GET with a body");
  expect(head.path.starts_with('/') || head.path == "*", "a path without a slash");
  return true;
}

}  // namespace

Target service_target() {
  const auto service = office_service();
  const auto api = idle_api();
  constexpr std::uint64_t kBodies = kVerbs.size() * kTypes.size();
  return {{texts_below("seeds/service"),
           {"{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "null",
            "true",
            "-1",
            "1e308",
            "1e999",
            "&",
            "=",
            "%00",
            "%",
            "[[[[[[[[",
            "{\"a\":",
            "\"point_names\": ",
            "\"start_time\": ",
            "\"horizon\": ",
            "\"interval\": ",
            "_u",
            "_activate",
            "\"step\": ",
            "\\ud800",
            "GET /version HTTP/1.1\r\nHost: localhost\r\n",
            "Content-Length: 1\r\n",
            "Transfer-Encoding: ",
            "\r\n",
            "\"model\": \"office\"",
            "\"parameters\": {",
            "\"record\": [",
            "\"set\": {",
            "\"problem\": {",
            "models/office",
            "models/",
            "jobs/",
            "../",
            "%2e%2e%2f",
            "/result?first=",
            "&count=",
            "format=csv"}},
          [service, api](std::string_view text, std::uint64_t way) {
            if (way < kBodies) return send_body(*service, text, way);
            if (way > kBodies) return send_to_api(*api, text, kApiWays[way - kBodies - 1]);
            return read_as_head(std::string(text)) || read_as_head(kHead + std::string(text));
          },
          kBodies + 1 + kApiWays.size()};
}

}  // namespace hearth::fuzz
