// SPDX-License-Identifier: MIT
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/serve/boptest/service.hpp"
#include "hearth/apps/serve/http/http_server.hpp"
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);
constexpr auto kReap = std::chrono::seconds(10);
constexpr std::size_t kLeastToken = 16;

/// Returns the name of a test case: that of its file without endings, as names of points.
std::string case_name(const std::filesystem::path& file, PointNames& names) {
  const std::string name = file.filename().string();
  return names.name(name.substr(0, name.find('.')));
}

std::vector<std::shared_ptr<const TestCase>> read_cases(const ServeOptions& options,
                                                        Session& session) {
  std::vector<std::shared_ptr<const TestCase>> cases;
  PointNames names;
  TestCaseSettings settings;
  if (options.settings) settings.kpi = read_kpi_file(*options.settings);
  for (const std::filesystem::path& file : options.models) {
    ModelOptions model = options.model;
    model.file = file;
    settings.name = case_name(file, names);
    settings.measurements = options.measurements;
    while_reading(file, [&] {
      cases.push_back(with_messages(session, [&](Diagnostics& diagnostics) {
        const SimulationModel read = read_model(model, diagnostics);
        DataOptions data = data_options(model);
        if (options.settings) data.folders.push_back(options.settings->parent_path());
        return std::make_shared<const TestCase>(read, data, settings, model.compile, diagnostics);
      }));
    });
  }
  return cases;
}

/// Returns the token of requests; "" on the loopback if none was given.
std::string token_of(const ServeOptions& options) {
  std::string token = options.token;
  const char* variable = std::getenv("HEARTH_TOKEN");
  if (token.empty() && variable != nullptr) token = variable;
  if (token.empty() && is_loopback(options.host)) return token;
  if (token.size() >= kLeastToken) return token;
  throw UsageError("usage.value", {.pointer = "--token"},
                   fmt::format("'{}' is reached from other machines: give a token of at least {} "
                               "characters, or set HEARTH_TOKEN to it",
                               options.host, kLeastToken));
}

}  // namespace

int run_verb(const ServeOptions& options, Session& session) {
  ServerOptions where;
  where.host = options.host;
  where.port = options.port;
  where.token = token_of(options);
  where.connections = static_cast<std::size_t>(options.connections);
  catch_interrupts();
  const auto cases = read_cases(options, session);

  ServiceLimits limits;
  limits.tests = static_cast<std::size_t>(options.tests);
  limits.idle = std::chrono::duration_cast<std::chrono::seconds>(options.idle);
  limits.wait = options.request_time;
  limits.test.request_time = std::chrono::duration_cast<std::chrono::seconds>(options.request_time);
  limits.test.stopping = [] { return interrupted() != 0; };
  limits.test.result_bytes = options.result_megabytes * 1'000'000;
  Service service(cases, limits);
  HttpServer server(service, where);
  session.out << fmt::format("{} test case{} on http://{}:{}\n", cases.size(),
                             cases.size() == 1 ? "" : "s", options.host, server.port())
              << std::flush;

  std::atomic<bool> ended = false;
  std::thread watch([&] {
    auto reaped = std::chrono::steady_clock::now();
    while (!ended && interrupted() == 0) {
      std::this_thread::sleep_for(kLook);
      if (std::chrono::steady_clock::now() - reaped < kReap) continue;
      service.drop_idle_tests();
      reaped = std::chrono::steady_clock::now();
    }
    server.stop();
  });
  server.run();
  ended = true;
  watch.join();
  return kDone;
}

}  // namespace hearth::apps
