// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/page/page.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth::embedded {
std::string_view serve_page(std::string_view name);
}

namespace hearth::apps {
namespace {

// In the order in which they depend on each other; they share one scope.
constexpr std::array<const char*, 5> kScripts{"client", "plot", "model", "jobs", "main"};

std::string asset(const std::string& name) { return std::string(embedded::serve_page(name)); }

/// Returns bytes in hexadecimal digits as base64 (RFC 4648).
std::string base64_of_hex(const std::string& hex) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bits = (bits << 8) | static_cast<std::uint32_t>(std::stoi(hex.substr(i, 2), nullptr, 16));
    for (count += 8; count >= 6; count -= 6) text += kDigits[(bits >> (count - 6)) & 63U];
    bits &= (1U << count) - 1U;
  }
  if (count > 0) text += kDigits[(bits << (6 - count)) & 63U];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

/// Returns the source expression that allows one embedded text.
std::string source_of(const std::string& name) {
  return " 'sha256-" + base64_of_hex(asset(name + ".sha256")) + "'";
}

Reply make_page() {
  std::string scripts;
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>Hearth</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" +
      asset("style") + "</style>\n</head>\n<body>\n" + asset("body");
  for (const char* name : kScripts) {
    html += "<script>" + asset(name) + "</script>\n";
    scripts += source_of(name);
  }
  Reply reply{200, "text/html; charset=utf-8", html + "</body>\n</html>\n"};
  reply.headers = {{"Content-Security-Policy",
                    "default-src 'none'; connect-src 'self'; img-src data:; script-src" + scripts +
                        "; style-src" + source_of("style") +
                        "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
                   {"X-Content-Type-Options", "nosniff"},
                   {"Referrer-Policy", "no-referrer"},
                   {"Cache-Control", "no-store"}};
  return reply;
}

}  // namespace

const Reply& page_reply() {
  static const Reply reply = make_page();
  return reply;
}

}  // namespace hearth::apps
