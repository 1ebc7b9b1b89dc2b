// SPDX-License-Identifier: MIT
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/apps/options/verbs.hpp"
#include "hearth/apps/project/project.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/command/shell.hpp"

namespace init_test {

using namespace hearth::test;
using namespace hearth::apps;
using nlohmann::json;

namespace {

const std::vector<std::string> kFiles = {"README.md",        ".gitignore",     "model.hearth.json",
                                         "calibration.json", "scenarios.json", "weather.csv",
                                         "measurements.csv"};

/// The hearth commands of the project's README, in their order.
std::vector<std::string> readme_commands(const std::string& readme) {
  const auto begin = readme.find("```sh\n") + 6;
  std::istringstream block(readme.substr(begin, readme.find("```", begin) - begin));
  std::vector<std::string> commands;
  for (std::string line; std::getline(block, line);) commands.push_back(line);
  return commands;
}

bool has_verb(const std::string& name) {
  for (const Verb& verb : verbs()) {
    if (verb.name == name) return true;
  }
  return false;
}

/// Runs a line of the README in the project; `hearth` is the built command.
ShellOutcome run_in(const std::filesystem::path& folder, const std::string& line) {
  const std::filesystem::path command(HEARTH_COMMAND);
  return run_shell("cd " + in_quotes(folder.string()) + " && PATH=" +
                   in_quotes(command.parent_path().string()) + ":$PATH && " + line + " 2>&1");
}

}  // namespace

TEST_CASE("a new project contains its files, and the next steps are printed") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"init", (shop / "my room").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  for (const std::string& file : kFiles) CHECK(shop.holds("my room/" + file));
  CHECK(outcome.said("next: cd '" + (shop / "my room").string() + "' && hearth check"));
  CHECK(outcome.out.empty());
  CHECK(shop.read("my room/README.md").rfind("# my room\n", 0) == 0);
  const std::string model = shop.read("my room/model.hearth.json");
  CHECK(model.find("\"name\": \"my room\"") != std::string::npos);
  CHECK(model.find('@') == std::string::npos);
}

TEST_CASE("the commands of a project's README run") {
  const Workshop shop;
  REQUIRE(run_hearth(shop, {"init", (shop / "room").string()}).code == 0);
  int run = 0;
  for (std::string line : readme_commands(shop.read("room/README.md"))) {
    const bool of_hearth = line.rfind("hearth ", 0) == 0;
    const std::string verb = of_hearth ? line.substr(7, line.find(' ', 7) - 7) : "";
    if (of_hearth && !has_verb(verb)) {
      WARN("skipped: there is no verb '" + verb + "'");
      continue;
    }
    if (verb == "check" && !has_verb("scenarios")) line.resize(line.find(" scenarios.json"));
    const ShellOutcome outcome = run_in(shop / "room", line);
    INFO(line + "\n" + outcome.out);
    CHECK(outcome.code == 0);
    CHECK(outcome.out.find("warning:") == std::string::npos);
    run += of_hearth ? 1 : 0;
  }
  CHECK(run >= 3);
}

TEST_CASE("the calibration of a new project finds what made its measurements") {
  const Workshop shop;
  REQUIRE(run_hearth(shop, {"init", (shop / "room").string()}).code == 0);
  const ShellOutcome outcome = run_in(shop / "room", "hearth calibrate calibration.json");
  INFO(outcome.out);
  REQUIRE(outcome.code == 0);
  const json result = json::parse(shop.read("room/result.json"));
  CHECK(result["status"] == "converged");
  for (const hearth::ModelSetting& truth : project_truth()) {
    const std::string name = truth.path.substr(truth.path.find('.') + 1);
    const json& found = result["parameters"][name];
    INFO(name);
    // Noise is the only error: four standard deviations hold but once in 16 000 times.
    CHECK(std::abs(found["value"].get<double>() - truth.value.value) <
          4.0 * found["sd"].get<double>());
  }
  // Noise of the instruments, 0.05 K and 10 W, is what remains; 2 digits are written, and the
  // estimate of a standard deviation from 1153 values has one of 2 %.
  const json& measured = result["measurements"];
  CHECK(measured["room.indoorTemperature"]["rmse"].get<double>() == Approx(0.05).epsilon(0.08));
  CHECK(measured["radiator.Power"]["rmse"].get<double>() == Approx(10.0).epsilon(0.08));
}

TEST_CASE("a project is the same wherever and whenever it is made") {
  const Workshop shop;
  for (const char* folder : {"a", "b"}) {
    REQUIRE(run_hearth(shop, {"init", (shop / folder).string(), "--name", "room"}).code == 0);
  }
  for (const std::string& file : kFiles) {
    INFO(file);
    CHECK(shop.read("a/" + file) == shop.read("b/" + file));
  }
}

TEST_CASE("nothing is overwritten unless it is asked for") {
  const Workshop shop;
  shop.write("room/weather.csv", "mine");
  shop.write("room/README.md", "mine too");
  const std::string folder = (shop / "room").string();
  const Outcome refused = run_hearth(shop, {"init", folder});
  CHECK(refused.code == 3);
  CHECK(refused.said("init.file_exists  " + folder + "/weather.csv"));
  CHECK(refused.said("init.file_exists  " + folder + "/README.md"));
  CHECK(refused.said("--force"));
  CHECK(shop.read("room/weather.csv") == "mine");
  CHECK_FALSE(shop.holds("room/model.hearth.json"));
  CHECK(run_hearth(shop, {"init", folder, "--force"}).code == 0);
  CHECK(shop.read("room/weather.csv") != "mine");
}

TEST_CASE("a name may hold what JSON has to escape") {
  const Workshop shop;
  const std::string folder = (shop / "room").string();
  REQUIRE(run_hearth(shop, {"init", folder, "--name", "Bob's \"big\" \\ room"}).code == 0);
  const Outcome info = run_hearth(shop, {"info", folder + "/model.hearth.json", "--json"});
  REQUIRE(info.code == 0);
  CHECK(json::parse(info.out)["name"] == "Bob's \"big\" \\ room");
  CHECK(run_hearth(shop, {"init", folder, "--name", "two\nlines"}).code == 2);
}

TEST_CASE("a folder that cannot be made is named") {
  const Workshop shop;
  const std::string file = shop.write("file", "");
  const Outcome outcome = run_hearth(shop, {"init", file + "/room"});
  CHECK(outcome.code == 1);
  CHECK(outcome.said("file.write  " + file + "/room"));
  CHECK(run_hearth(shop, {"init"}).code == 2);
}

}  // namespace init_test
