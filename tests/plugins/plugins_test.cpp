// SPDX-License-Identifier: MIT
// Plug-ins that are refused, each with what is wrong and what to do; exit code 3 is that of inputs.
#include <filesystem>
#include <hearth_interface.hpp>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"

namespace hearth::test::plugins_test {
namespace {

std::string plugin(const std::string& name) {
  return std::string(HEARTH_PLUGINS) + "/lib" + name + ".so";
}

Outcome load(const std::string& file) {
  const Workshop shop;
  return run_hearth(shop, {"--plugin", file, "components"});
}

void check_refused(const Outcome& outcome, const std::string& code, const std::string& words) {
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.out.empty());
  CHECK(outcome.said("error: " + code + " "));
  CHECK(outcome.said(words));
}

/// Writes a copy of a plug-in in which a text is another one of the same length.
std::string altered(const Workshop& shop, const std::string& name, const std::string& from,
                    const std::string& to) {
  std::string bytes = text_of(plugin(name));
  const auto at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  return shop.write("lib" + name + "_altered.so", bytes.replace(at, from.size(), to));
}

TEST_CASE("a plug-in is loaded by its path before or after the verb, more than once as well") {
  const Workshop shop;
  const std::string tank = plugin("tank");
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"--plugin", tank, "components", "Tank"},
                             Words{"--plugin=" + tank, "components", "Tank"},
                             Words{"components", "Tank", "--plugin", tank, "--plugin", tank}}) {
    const Outcome outcome = run_hearth(shop, words);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.printed("waterTemperature"));
  }
  CHECK(run_hearth(shop, {"--plugin", tank}).said("usage.verb_missing"));
  CHECK(run_hearth(shop, {"--plugin"}).code == 2);
  CHECK(run_hearth(shop, {"__complete", "--plugin", tank, "simul"}).printed("simulate"));
}

TEST_CASE("a file that is not a plug-in is refused with what was expected") {
  const Workshop shop;
  check_refused(load(shop.write("text.so", "# not a library\n")), "plugin.invalid",
                "is not a shared library");
  check_refused(load(shop.write("empty.so", "")), "plugin.invalid", "is not a shared library");
  check_refused(load((shop / ".").string()), "plugin.invalid", "not a regular file");
  check_refused(load("./none.so"), "plugin.not_found", "the file does not exist");
  check_refused(load("none"), "plugin.not_found", "'libnone.so' in '.'");
  check_refused(load(plugin("no_plugin")), "plugin.invalid", "build it with CMake's hearth_plugin");
  check_refused(load(plugin("no_entry")), "plugin.invalid", "lacks the function");
  const std::string whole = text_of(plugin("tank"));
  for (const std::size_t size : {std::size_t{100}, whole.size() / 2, whole.size() * 9 / 10}) {
    // The rest holds no byte that is mapped, or the library is refused as cut off.
    const Outcome cut = load(shop.write("cut.so", whole.substr(0, size)));
    INFO(size << " " << cut.err);
    CHECK((cut.code == 0 || cut.said("the end of this shared library is missing")));
  }
  check_refused(load(shop.write("cut.so", whole.substr(0, whole.size() / 10))), "plugin.invalid",
                "the end of this shared library is missing");
}

TEST_CASE("a plug-in whose code throws or lacks a function is refused with the reason") {
  check_refused(load(plugin("throws_at_load")), "plugin.invalid", "no licence for the correlation");
  check_refused(load(plugin("throws_at_types")), "plugin.invalid",
                "the table of refrigerants is missing");
  check_refused(load(plugin("unresolved")), "plugin.invalid", "undefined symbol");
}

TEST_CASE("a plug-in that was built differently is refused before its code runs") {
  const Workshop shop;
  const std::string headers = HEARTH_INTERFACE_HEADERS;
  const Outcome other = load(altered(shop, "tank", headers, std::string(headers.size(), 'f')));
  check_refused(
      other, "plugin.interface",
      "headers of Hearth: " + std::string(headers.size(), 'f') + " instead of " + headers);
  CHECK(other.said("build the plug-in again"));
  // Its code would throw.
  check_refused(load(altered(shop, "throws_at_load", "sanitizer: ", "sanitisers ")),
                "plugin.interface", "sanitizer: not stated instead of");
  check_refused(load(altered(shop, "tank", "_GLIBCXX_USE_CXX11_ABI=1", "_GLIBCXX_USE_CXX11_ABI=0")),
                "plugin.interface", "_GLIBCXX_USE_CXX11_ABI=0 instead of");
}

TEST_CASE("a type whose name is taken is refused with both places") {
  check_refused(load(plugin("gain")), "plugin.type_exists", "'Gain', and so has Hearth");
  check_refused(load(plugin("gain")), "plugin.type_exists", plugin("gain"));
  const Workshop shop;
  const Outcome twice = run_hearth(
      shop, {"--plugin", plugin("tank"), "--plugin", plugin("tank_again"), "components"});
  check_refused(twice, "plugin.type_exists", "'Tank', and so has the plug-in " + plugin("tank"));
  CHECK(twice.said(plugin("tank_again")));
}

}  // namespace
}  // namespace hearth::test::plugins_test
