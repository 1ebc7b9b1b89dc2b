// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/serve/api/api.hpp"
#include "hearth/apps/serve/boptest/service.hpp"
#include "hearth/apps/serve/hearth_site.hpp"
#include "hearth/apps/serve/http/http_server.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr auto kLook = std::chrono::milliseconds(50);
constexpr auto kReap = std::chrono::seconds(10);
constexpr std::size_t kLeastToken = 16;

/// Returns the name of a test case: the name of its file without endings, in the form of names of
/// points.
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

/// Returns the token of requests; "" on the loopback if none was set.
std::string token_of(const ServeOptions& options) {
  std::string token = options.token;
  const char* variable = std::getenv("HEARTH_TOKEN");
  if (token.empty() && variable != nullptr) token = variable;
  if (token.empty() && is_loopback(options.host)) return token;
  if (token.size() >= kLeastToken) return token;
  throw UsageError("usage.value", {.pointer = "--token"},
                   fmt::format("'{}' can be reached from other machines: set a token of at least "
                               "{} characters with --token or HEARTH_TOKEN",
                               options.host, kLeastToken));
}

/// The folder of jobs and uploaded models; a temporary folder is removed at the end.
class StoreFolder {
 public:
  explicit StoreFolder(const std::optional<fs::path>& given) {
    if (given) {
      path_ = fs::absolute(*given);
      return;
    }
    std::string name = (fs::temp_directory_path() / "hearth-serve-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw write_error(name, errno);
    path_ = name;
    is_temporary_ = true;
  }
  ~StoreFolder() {
    std::error_code ignored;
    if (is_temporary_) fs::remove_all(path_, ignored);
  }
  StoreFolder(const StoreFolder&) = delete;
  StoreFolder& operator=(const StoreFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool is_temporary_ = false;
};

/// Returns the options of this call that also apply to its jobs.
JobSettings job_settings(const ServeOptions& options) {
  JobSettings job;
  if (!options.model.timezone.empty()) job.common.push_back("--timezone=" + options.model.timezone);
  if (options.model.weather) {
    job.common.push_back("--weather=" + fs::absolute(*options.model.weather).string());
  }
  for (const LimitKind& kind : kLimits) {
    if (!is_limit_given(kind.limit)) continue;
    job.common.push_back(fmt::format("--limit={}={}", kind.name, limit_of(kind.limit)));
  }
  for (const PluginFile& plugin : loaded_plugins()) {
    job.common.push_back("--plugin=" + fs::absolute(plugin.path).string());
  }
  if (options.model.compile.cycle_removal) {
    job.running.push_back(fmt::format(
        "--cycle-removal={}", word_for(*options.model.compile.cycle_removal, kCycleRemovalWords)));
  }
  if (options.settings) job.kpi_settings = fs::absolute(*options.settings);
  job.threads = std::max(1, all_threads() / static_cast<int>(options.jobs));
  return job;
}

ApiOptions api_options(const ServeOptions& options, const fs::path& store) {
  ApiOptions api;
  api.program = fs::read_symlink("/proc/self/exe");
  api.store = store;
  PointNames names;
  for (const fs::path& given : options.models) {
    const fs::path file = fs::absolute(given).lexically_normal();
    const fs::path data =
        options.model.data_dir ? fs::absolute(*options.model.data_dir) : file.parent_path();
    api.models.push_back({case_name(given, names), file, data});
  }
  api.data_dir = api.models.front().data_dir;
  if (options.model.weather) api.readable.push_back(fs::absolute(*options.model.weather));
  api.client_fmus = options.client_fmus;
  api.job = job_settings(options);
  api.queue.at_once = static_cast<std::size_t>(options.jobs);
  api.queue.time = std::chrono::duration_cast<std::chrono::seconds>(options.job_time);
  api.queue.limits.memory_bytes = options.job_memory_megabytes * 1'000'000;
  api.queue.limits.file_bytes = options.job_megabytes * 1'000'000;
  return api;
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
  const StoreFolder store(options.store);
  check_not_hidden(store.path());  // the output of jobs is read from there
  Api api(api_options(options, store.path()));
  HearthSite site(service, api);
  HttpServer server(site, where);
  session.out << fmt::format("{} model{} on http://{}:{}\n", cases.size(),
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
    api.stop();
  });
  server.run();
  ended = true;
  watch.join();
  return kDone;
}

}  // namespace hearth::apps
