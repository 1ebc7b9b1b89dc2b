// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/boptest/service.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/base/version.hpp"
#include "hearth/apps/serve/calls/paths.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

constexpr const char* kJson = "application/json";
constexpr const char* kText = "text/plain";

/// A call of BOPTEST's API to a test, and its HTTP methods.
struct TestVerb {
  std::string_view name;
  bool get, put, post;
};
constexpr std::array<TestVerb, 13> kTestVerbs{{{"name", true, false, false},
                                               {"inputs", true, false, false},
                                               {"measurements", true, false, false},
                                               {"forecast_points", true, false, false},
                                               {"step", true, true, false},
                                               {"scenario", true, true, false},
                                               {"initialize", false, true, false},
                                               {"advance", false, false, true},
                                               {"forecast", false, true, false},
                                               {"results", false, true, false},
                                               {"kpi", true, false, false},
                                               {"stop", false, true, false},
                                               {"status", true, false, false}}};

Reply refused(int status, std::string message) {
  return in_envelope({status, std::move(message), "null"});
}

Reply no_such_path(const Call& call) {
  return refused(404, "There is no " + call.method + " " + call.path + " in this API.");
}

Reply wrong_method(const Call& call) {
  return refused(405, call.path + " does not take " + call.method + ".");
}

/// The reply of BOPTEST's check of path parameters.
Reply invalid_testid(const std::string& testid) {
  const std::string text = json_text("Invalid testid: " + testid);
  return {400, kJson,
          "{\"status\":400,\"message\":" + text +
              ",\"payload\":null,\"errors\":[{\"value\":" + json_text(testid) + ",\"msg\":" + text +
              ",\"param\":\"testid\",\"location\":\"params\"}]}"};
}

}  // namespace

/// A test, with a lock for which its requests wait.
struct Service::Test {
  Test(std::shared_ptr<const TestCase> test_case, const TestLimits& limits)
      : run(std::move(test_case), limits) {}

  void touch() { used = SteadyClock::now().time_since_epoch().count(); }

  std::timed_mutex mutex;
  TestRun run;
  std::atomic<bool> stopped = false;
  std::atomic<SteadyClock::rep> used = 0;
};

Service::Service(std::vector<std::shared_ptr<const TestCase>> cases, ServiceLimits limits)
    : limits_(std::move(limits)) {
  for (auto& test_case : cases) cases_[test_case->name()] = std::move(test_case);
}

Reply Service::handle(const Call& call) {
  try {
    return route(call);
  } catch (const std::bad_alloc&) {
    return refused(503, "There is not enough memory for this request.");
  } catch (const std::exception& error) {
    return refused(500, std::string("Internal error: ") + error.what());
  }
}

Reply Service::route(const Call& call) {
  const std::vector<std::string> parts = parts_of(call.path);
  if (parts.empty()) return no_such_path(call);
  if (parts.size() == 1 && parts[0] == "version") {
    if (call.method != "GET") return wrong_method(call);
    return in_envelope({200, "Queried the version number successfully.",
                        "{\"version\":" + json_text(kVersion) + "}"});
  }
  if (parts[0] == "testcases") {
    if (parts.size() == 1) {
      if (call.method != "GET") return wrong_method(call);
      std::string list = "[";
      for (const auto& [name, test_case] : cases_) {
        list +=
            (list.size() > 1 ? ",{\"testcaseid\":" : "{\"testcaseid\":") + json_text(name) + "}";
      }
      return {200, kJson, list + "]"};
    }
    if (parts.size() != 3 || parts[2] != "select") return no_such_path(call);
    return call.method == "POST" ? select(parts[1]) : wrong_method(call);
  }
  if (parts.size() != 2) return no_such_path(call);
  return of_test(call, parts[0], parts[1]);
}

Reply Service::select(const std::string& name) {
  const auto found = cases_.find(name);
  if (found == cases_.end()) {
    return refused(404, "Invalid testcase: " + name + ". GET /testcases lists the test cases.");
  }
  drop_idle_tests();
  auto test = std::make_shared<Test>(found->second, limits_.test);
  test->touch();
  const std::string testid = random_id();
  {
    const std::lock_guard lock(mutex_);
    if (tests_.size() >= limits_.tests) {
      return refused(503, fmt::format("All {} tests are in use; stop one with PUT /stop, wait, or "
                                      "start the service with more --tests.",
                                      limits_.tests));
    }
    tests_[testid] = std::move(test);
  }
  return {200, kJson, "{\"testid\":\"" + testid + "\"}"};
}

std::shared_ptr<Service::Test> Service::find(const std::string& testid) const {
  const std::lock_guard lock(mutex_);
  const auto found = tests_.find(testid);
  return found == tests_.end() ? nullptr : found->second;
}

Reply Service::of_test(const Call& call, std::string_view name, const std::string& testid) {
  const auto verb = std::find_if(kTestVerbs.begin(), kTestVerbs.end(),
                                 [name](const TestVerb& known) { return known.name == name; });
  if (verb == kTestVerbs.end()) return no_such_path(call);
  const bool taken = (call.method == "GET" && verb->get) || (call.method == "PUT" && verb->put) ||
                     (call.method == "POST" && verb->post);
  if (!taken) return wrong_method(call);
  const std::shared_ptr<Test> test = find(testid);
  if (!test) return invalid_testid(testid);
  test->touch();
  if (name == "status") return {200, kText, "Running"};
  if (name == "stop") {
    test->stopped = true;
    const std::lock_guard lock(mutex_);
    tests_.erase(testid);
    return {200, kText, "OK"};
  }
  const std::unique_lock lock(test->mutex, limits_.wait);
  if (!lock.owns_lock()) {
    return refused(503, "This test is busy with an earlier request; ask again later.");
  }
  if (test->stopped) return invalid_testid(testid);
  Reply reply = in_envelope(answer(test->run, call, name));
  test->touch();
  return reply;
}

Answer Service::answer(TestRun& run, const Call& call, std::string_view verb) {
  if (call.method == "GET") {
    if (verb == "name") return run.name();
    if (verb == "inputs") return run.inputs();
    if (verb == "measurements") return run.measurements();
    if (verb == "forecast_points") return run.forecast_points();
    if (verb == "step") return run.step();
    if (verb == "scenario") return run.scenario();
    return run.kpi();
  }
  if (call.content_type.starts_with("multipart/")) {
    return {415,
            "The body of the request must be a JSON object or a form of the type "
            "application/x-www-form-urlencoded."};
  }
  if (has_too_many_values(call.body)) {
    return {413, fmt::format("The body of the request has more than {} values.", kMostValues)};
  }
  std::optional<nlohmann::json> arguments;
  try {
    arguments = read_body(call.content_type, call.body);
  } catch (const InputError& error) {
    return {400, "The body of the request: " + error.diagnostics().items().front().message + "."};
  }
  if (!arguments) {
    return {400, "The body of the request is neither a JSON object nor a form."};
  }
  if (verb == "step") return run.set_step(*arguments);
  if (verb == "scenario") return run.set_scenario(*arguments);
  if (verb == "initialize") return run.initialize(*arguments);
  if (verb == "advance") return run.advance(*arguments);
  if (verb == "forecast") return run.forecast(*arguments);
  return run.results(*arguments);
}

void Service::drop_idle_tests() {
  const auto oldest = (SteadyClock::now() - limits_.idle).time_since_epoch().count();
  const std::lock_guard lock(mutex_);
  std::erase_if(tests_, [oldest](const auto& entry) {
    const auto& test = entry.second;
    // A running request holds the test and its lock.
    return test->used < oldest && test.use_count() == 1;
  });
}

std::size_t Service::test_count() const {
  const std::lock_guard lock(mutex_);
  return tests_.size();
}

}  // namespace hearth::apps
