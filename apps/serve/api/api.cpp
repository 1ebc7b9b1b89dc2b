// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/api/api.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/base/version.hpp"
#include "hearth/apps/serve/api/api_errors.hpp"
#include "hearth/apps/serve/api/result_rows.hpp"
#include "hearth/apps/serve/calls/paths.hpp"
#include "hearth/apps/serve/calls/request_values.hpp"
#include "hearth/data/json/parse_json.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::embedded {
std::string_view serve_api(std::string_view name);
}

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::int64_t kMessageTail = 16'384;  // bytes, for the latest progress and errors
constexpr const char* kJobUnknown = "serve.job_unknown";
constexpr const char* kModelUnknown = "serve.model_unknown";

/// Returns the HTTP status of errors; errors that the client did not cause are errors of the
/// service.
int status_of(const Diagnostics& diagnostics) {
  const bool unwritten =
      std::any_of(diagnostics.items().begin(), diagnostics.items().end(),
                  [](const Diagnostic& item) { return item.code == "file.write"; });
  return unwritten ? 503 : 400;
}

Reply unknown_job(const std::string& id) {
  return error_reply(404, kJobUnknown,
                     "job '" + id + "' does not exist; GET /api/v1/jobs lists the jobs");
}

Reply unknown_model(const std::string& id, const std::string& pointer = "") {
  return error_reply(404, kModelUnknown,
                     "model '" + id + "' does not exist; GET /api/v1/models lists the models",
                     pointer);
}

/// Returns a non-negative whole number of the query; nothing for other values.
std::optional<std::int64_t> count_of(const Json& value) {
  if (!value.is_string()) return std::nullopt;
  const std::string& text = value.get_ref<const std::string&>();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// Reads `format`, `first` and `count` of a query. Throws InputError `serve.value`.
RowsRequest rows_request(const std::string& query) {
  const auto values = read_body("application/x-www-form-urlencoded", query);
  RowsRequest rows;
  Diagnostics diagnostics;
  for (const auto& [name, value] : values->items()) {
    const auto refuse = [&, &name = name](const char* why) {
      diagnostics.error("serve.value", {.pointer = "?" + name}, why);
    };
    if (name == "format") {
      rows.csv = value == "csv";
      if (!rows.csv && value != "json") refuse("expected csv or json");
    } else if (name == "first" || name == "count") {
      const auto number = count_of(value);
      if (!number) refuse("expected a whole number that is not negative");
      (name == "first" ? rows.first : rows.count) = number.value_or(0);
    } else {
      refuse("is not known; expected format, first or count");
    }
  }
  if (!diagnostics.items().empty()) throw InputError(diagnostics);
  return rows;
}

/// Replaces the paths of folders in all texts of a JSON value.
Json shown(Json value, const ShownFolders& folders) {
  show_folders(value, folders);
  return value;
}

}  // namespace

struct Api::Request {
  const Call& call;
  std::vector<std::string> names;  ///< parts of the path that are names
};

struct Api::Route {
  const char* method;
  const char* path;
  Reply (Api::*answer)(const Request&);
};

const std::vector<Api::Route>& Api::table() {
  static const std::vector<Route> routes{
      {"GET", "/openapi.json", &Api::openapi},
      {"GET", "/version", &Api::version},
      {"GET", "/models", &Api::models},
      {"GET", "/models/{model}", &Api::model},
      {"PUT", "/models/{model}", &Api::put_model},
      {"DELETE", "/models/{model}", &Api::delete_model},
      {"POST", "/runs", &Api::post_run},
      {"POST", "/scenarios", &Api::post_scenarios},
      {"POST", "/calibrations", &Api::post_calibration},
      {"GET", "/jobs", &Api::jobs},
      {"GET", "/jobs/{job}", &Api::job},
      {"DELETE", "/jobs/{job}", &Api::delete_job},
      {"GET", "/jobs/{job}/log", &Api::log},
      {"GET", "/jobs/{job}/result", &Api::result},
      {"GET", "/jobs/{job}/kpis", &Api::kpis},
  };
  return routes;
}

std::vector<std::pair<std::string, std::string>> Api::routes() {
  std::vector<std::pair<std::string, std::string>> routes;
  for (const Route& route : table()) routes.emplace_back(route.method, route.path);
  return routes;
}

Api::Api(ApiOptions options)
    : options_(std::move(options)),
      lock_(options_.store),
      models_({.served = options_.models,
               .program = options_.program,
               .folder = options_.store / "models",
               .data_dir = options_.data_dir,
               .common =
                   [this] {
                     std::vector<std::string> words = options_.job.common;
                     words.insert(words.end(), options_.job.running.begin(),
                                  options_.job.running.end());
                     return words;
                   }(),
               .readable = options_.readable,
               .client_fmus = options_.client_fmus,
               .limits = options_.queue.limits}) {
  JobOptions queue = options_.queue;
  queue.program = options_.program;
  queue.folder = options_.store / "jobs";
  queue_ = std::make_unique<JobQueue>(queue, [this](const Job& job, const fs::path& folder) {
    const auto model = models_.find(job.model);
    if (!model) {
      throw InputError(kModelUnknown, {.pointer = "/model"},
                       "model '" + job.model + "' was removed; upload it again");
    }
    return commands_of(job, *model, models_, options_.job, folder);
  });
}

Api::~Api() = default;

void Api::stop() { queue_->stop(); }

Reply Api::refusal(const std::string& /*path*/, const Answer& answer) const {
  return error_reply(answer.status, code_of_status(answer.status), answer.message);
}

/// Returns the errors of a call, without the folders of the service.
Reply Api::failure(int status, const Diagnostics& diagnostics) const {
  ShownFolders folders = models_.shown_folders();
  folders.push_back({options_.store, ""});
  const Reply reply = error_reply(status, diagnostics);
  return json_reply(status, shown(Json::parse(reply.body), folders));
}

Reply Api::handle(const Call& call) {
  try {
    return route(call);
  } catch (const InputError& error) {
    return failure(status_of(error.diagnostics()), error.diagnostics());
  } catch (const Error& error) {  // such as a full disk
    return failure(503, error.diagnostics());
  } catch (const std::bad_alloc&) {
    return error_reply(503, "serve.busy", "there is not enough memory for this request");
  } catch (const std::filesystem::filesystem_error& error) {
    return error_reply(503, "serve.store",
                       "the files of the service cannot be used (" + error.code().message() +
                           "): check its folder and restart the service");
  } catch (const std::exception& error) {
    return error_reply(500, "serve.internal", error.what());
  }
}

Reply Api::route(const Call& call) {
  const std::string prefix = std::string(kApiPrefix) + "/";
  const bool is_known = call.path.starts_with(prefix);
  const std::vector<std::string> parts = parts_of(is_known ? call.path.substr(prefix.size()) : "");
  const std::string method = call.method == "HEAD" ? "GET" : call.method;
  std::string allowed;
  for (const Route& route : table()) {
    const std::vector<std::string> pattern = parts_of(route.path);
    Request request{call, {}};
    bool fits = pattern.size() == parts.size();
    for (std::size_t i = 0; fits && i < parts.size(); ++i) {
      if (pattern[i].starts_with('{')) {
        request.names.push_back(parts[i]);
      } else {
        fits = pattern[i] == parts[i];
      }
    }
    if (!fits) continue;
    if (method == route.method) return (this->*route.answer)(request);
    allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
  }
  if (allowed.empty()) {
    return error_reply(
        404, "serve.path_unknown",
        "path " + call.path + " does not exist; GET /api/v1/openapi.json lists all paths");
  }
  Reply reply =
      error_reply(405, "serve.method", call.path + " takes " + allowed + ", not " + call.method);
  reply.headers.emplace_back("Allow", allowed);
  return reply;
}

// ---- the service and its models -----------------------------------------------------------------

Reply Api::openapi(const Request& /*request*/) {
  return {200, "application/json", std::string(embedded::serve_api("openapi"))};
}

Reply Api::version(const Request& /*request*/) { return json_reply(200, {{"version", kVersion}}); }

Reply Api::models(const Request& /*request*/) {
  Json list = Json::array();
  for (const StoredModel& model : models_.list()) {
    list.push_back({{"id", model.id}, {"uploaded", model.uploaded}});
  }
  return json_reply(200, {{"models", list}});
}

Reply Api::model(const Request& request) {
  const std::string& id = request.names[0];
  const auto model = models_.find(id);
  if (!model) return unknown_model(id);
  const ModelStore::Description found = models_.describe(*model);
  if (found.status != 200) return error_reply(found.status, found.errors);
  return {200, "application/json", found.text};
}

Reply Api::put_model(const Request& request) {
  const std::string& id = request.names[0];
  if (!ModelStore::is_name(id)) {
    return error_reply(400, "serve.value",
                       "the name of a model must have at most 64 letters, digits and underscores");
  }
  const auto known = models_.find(id);
  if (known && !known->uploaded) {
    return error_reply(409, "serve.model_served",
                       "model '" + id + "' belongs to the service; choose another name");
  }
  const ModelStore::Description found = models_.put(id, request.call.body);
  if (found.status >= 300) return error_reply(found.status, found.errors);
  return json_reply(found.status, {{"id", id}, {"uploaded", true}});
}

Reply Api::delete_model(const Request& request) {
  const std::string& id = request.names[0];
  const auto known = models_.find(id);
  if (known && !known->uploaded) {
    return error_reply(409, "serve.model_served",
                       "model '" + id + "' belongs to the service and cannot be removed");
  }
  if (!models_.remove(id)) return unknown_model(id);
  return json_reply(200, {{"removed", id}});
}

// ---- jobs ---------------------------------------------------------------------------------------

Reply Api::post_run(const Request& request) { return post_job(request, kRun); }
Reply Api::post_scenarios(const Request& request) { return post_job(request, kScenarios); }
Reply Api::post_calibration(const Request& request) { return post_job(request, kCalibration); }

Reply Api::post_job(const Request& request, const char* kind) {
  const Call& call = request.call;
  if (!call.content_type.starts_with("application/json")) {
    return error_reply(415, "serve.request_malformed",
                       "the body must be JSON; send the header 'Content-Type: application/json'");
  }
  if (has_too_many_values(call.body)) {
    return error_reply(413, "serve.request_long",
                       fmt::format("the body has more than {} values; send fewer", kMostValues));
  }
  auto body = read_body(call.content_type, call.body);
  if (!body)
    return error_reply(400, "serve.request_malformed",
                       "the body is not a JSON object; see the schema of the request in "
                       "GET /api/v1/openapi.json");
  const Json& id = member_of(*body, "model");
  if (!id.is_string()) {
    return error_reply(400, "serve.value", "expected the name of a model", "/model");
  }
  const std::string name = id.get<std::string>();
  if (!models_.find(name)) return unknown_model(name, "/model");
  check_request(kind, *body);
  const std::optional<Job> job = queue_->add(kind, name, std::move(*body));
  if (!job) {
    return error_reply(
        503, "serve.jobs_many",
        fmt::format("the service has {} jobs, which is its limit; remove finished jobs",
                    options_.queue.most));
  }
  Reply reply = json_reply(202, job_json(*job));
  reply.headers.emplace_back("Location", std::string(kApiPrefix) + "/jobs/" + job->id);
  return reply;
}

ShownFolders Api::shown_folders(const Job& job) const {
  ShownFolders folders = models_.shown_folders();
  folders.insert(folders.begin(), {queue_->folder_of(job), ""});
  return folders;
}

Json Api::job_json(const Job& job) const {
  Json json{{"id", job.id},
            {"kind", job.kind},
            {"model", job.model},
            {"state", state_word(job.state)},
            {"created", job.created},
            {"progress", nullptr},
            {"available", Json::array()},
            {"errors", Json::array()}};
  if (!job.started.empty()) json["started"] = job.started;
  if (!job.ended.empty()) json["ended"] = job.ended;
  if (job.exit_code) json["exit_code"] = *job.exit_code;
  const JobMessages found =
      read_messages(queue_->folder_of(job) / JobQueue::kMessages, shown_folders(job), kMessageTail);
  json["progress"] = found.progress;
  if (result_file(job)) json["available"].push_back("result");
  if (kpi_file(job)) json["available"].push_back("kpis");
  if (job.state != JobState::Failed && job.state != JobState::Interrupted) return json;
  json["errors"] = errors_of(found);
  if (json["errors"].empty()) {
    json["errors"].push_back(
        {{"code", "serve.job_failed"},
         {"message", fmt::format("the command ended with exit code {}; see the log",
                                 job.exit_code.value_or(-1))},
         {"place", Json::object()}});
  }
  return json;
}

Reply Api::jobs(const Request& /*request*/) {
  Json list = Json::array();
  for (const Job& job : queue_->list()) list.push_back(job_json(job));
  return json_reply(200, {{"jobs", list}});
}

Reply Api::job(const Request& request) {
  const auto job = queue_->find(request.names[0]);
  return job ? json_reply(200, job_json(*job)) : unknown_job(request.names[0]);
}

Reply Api::delete_job(const Request& request) {
  const auto before = queue_->find(request.names[0]);
  const auto job = before ? queue_->cancel(request.names[0]) : std::nullopt;
  if (!job) return unknown_job(request.names[0]);
  if (is_finished(before->state)) return json_reply(200, {{"removed", job->id}});
  return json_reply(202, job_json(*job));
}

Reply Api::log(const Request& request) {
  const auto job = queue_->find(request.names[0]);
  if (!job) return unknown_job(request.names[0]);
  const JobMessages found =
      read_messages(queue_->folder_of(*job) / JobQueue::kMessages, shown_folders(*job));
  return json_reply(200, {{"messages", found.messages}});
}

/// Returns the answer that a job does not have such a result, or not yet.
Reply Api::not_ready(const Job& job, const char* messages) const {
  if (!is_finished(job.state)) {
    return error_reply(
        409, "serve.job_unfinished",
        fmt::format("the job is {}; ask again when it is finished", state_word(job.state)));
  }
  Json errors = errors_of(read_messages(queue_->folder_of(job) / messages, shown_folders(job)));
  if (!errors.empty()) return error_reply(404, std::move(errors));
  return error_reply(
      404, "serve.result_missing",
      fmt::format("the job has no such result; its state is {}", state_word(job.state)));
}

Reply Api::file_json(const Job& job, const fs::path& file) const {
  std::error_code ignored;
  if (fs::file_size(file, ignored) > static_cast<std::uintmax_t>(options_.answer_bytes)) {
    return error_reply(
        413, "serve.answer_long",
        fmt::format("the result is longer than {} bytes; reduce the size of the problem",
                    options_.answer_bytes));
  }
  auto json = parse_json<Json>(read_text_file(file));
  if (json.is_discarded()) {
    return error_reply(404, "serve.result_missing", "the job has no such result");
  }
  return json_reply(200, shown(std::move(json), shown_folders(job)));
}

/// Returns the file with the result of a job, or with its rows so far.
std::optional<fs::path> Api::result_file(const Job& job) const {
  const fs::path folder = queue_->folder_of(job);
  const fs::path file = folder / result_name(job.kind);
  std::error_code ignored;
  if (fs::is_regular_file(fs::symlink_status(file, ignored))) return file;
  if (job.kind != kRun || is_finished(job.state)) return std::nullopt;
  // The rows of a running job are in a temporary file, which later gets the name.
  const std::vector<fs::path> parts = temporaries_of(file);
  return parts.empty() ? std::nullopt : std::optional(parts.front());
}

std::optional<fs::path> Api::kpi_file(const Job& job) const {
  const fs::path file = queue_->folder_of(job) / kKpis;
  std::error_code ignored;
  const bool made = is_finished(job.state) &&
                    fs::is_regular_file(fs::symlink_status(file, ignored)) &&
                    fs::file_size(file, ignored) > 0;
  return made ? std::optional(file) : std::nullopt;
}

Reply Api::result(const Request& request) {
  const auto job = queue_->find(request.names[0]);
  if (!job) return unknown_job(request.names[0]);
  const RowsRequest rows = rows_request(request.call.query);
  const std::optional<fs::path> file = result_file(*job);
  if (!file) return not_ready(*job, JobQueue::kMessages);
  std::error_code ignored;
  if (job->result_bytes && fs::file_size(*file, ignored) != *job->result_bytes) {
    return error_reply(500, "serve.result_damaged",
                       "the file with the result does not have the size that it had when the job "
                       "ended; send the request again");
  }
  if (job->kind == kCalibration) return file_json(*job, *file);
  return rows_reply(*file, is_finished(job->state), rows, options_.answer_bytes);
}

Reply Api::kpis(const Request& request) {
  const auto job = queue_->find(request.names[0]);
  if (!job) return unknown_job(request.names[0]);
  const std::optional<fs::path> file = kpi_file(*job);
  return file ? file_json(*job, *file) : not_ready(*job, kKpiMessages);
}

}  // namespace hearth::apps
