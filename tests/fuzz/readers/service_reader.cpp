// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/boptest/service.hpp"
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
            "\r\n"}},
          [service](std::string_view text, std::uint64_t way) {
            if (way < kVerbs.size() * kTypes.size()) return send_body(*service, text, way);
            return read_as_head(std::string(text)) || read_as_head(kHead + std::string(text));
          },
          kVerbs.size() * kTypes.size() + 1};
}

}  // namespace hearth::fuzz
