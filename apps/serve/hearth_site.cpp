// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/hearth_site.hpp"

#include "hearth/apps/serve/page/page.hpp"

namespace hearth::apps {
namespace {

bool is_of_api(const std::string& path) { return path == "/api" || path.starts_with("/api/"); }

bool is_page(const std::string& method, const std::string& path) {
  return path == "/" && (method == "GET" || method == "HEAD");
}

}  // namespace

Reply HearthSite::handle(const Call& call) {
  if (is_page(call.method, call.path)) return page_reply();
  return is_of_api(call.path) ? api_.handle(call) : boptest_.handle(call);
}

Reply HearthSite::refusal(const std::string& path, const Answer& answer) const {
  return is_of_api(path) ? api_.refusal(path, answer) : boptest_.refusal(path, answer);
}

bool HearthSite::is_public(const std::string& method, const std::string& path) const {
  return is_page(method, path);
}

}  // namespace hearth::apps
