// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace usage_test {

using namespace hearth::test;

TEST_CASE("help and version are printed on stdout") {
  const Workshop shop;
  const Outcome help = run_hearth(shop, {"--help"});
  CHECK(help.code == 0);
  for (const char* verb :
       {"check", "info", "graph", "simulate", "calibrate", "components", "convert"}) {
    CHECK(help.printed(std::string("  ") + verb));
    const Outcome own = run_hearth(shop, {verb, "--help"});
    CHECK(own.code == 0);
    CHECK(own.printed("\nExample"));
    CHECK(own.printed(std::string("hearth ") + verb));
    CHECK(own.err.empty());
  }
  const Outcome version = run_hearth(shop, {"--version"});
  CHECK(version.code == 0);
  CHECK(version.out.rfind("hearth ", 0) == 0);
}

TEST_CASE("help is a verb, too") {
  const Workshop shop;
  CHECK(run_hearth(shop, {"help"}).out == run_hearth(shop, {"--help"}).out);
  CHECK(run_hearth(shop, {"help", "simulate"}).out == run_hearth(shop, {"simulate", "-h"}).out);
  CHECK(run_hearth(shop, {"help", "simulte"}).said("did you mean 'simulate'?"));
}

TEST_CASE("a step can name its unit") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const auto rows = [&](const std::string& step) {
    const Outcome outcome =
        run_hearth(shop, {"simulate", room, "-o", "-", "--start", "2024-01-15T00:00:00Z", "--end",
                          "2024-01-15T02:00:00Z", "--step", step});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  CHECK(rows("10min") == rows("600"));
  CHECK(rows("0.5 h") == rows("PT30M"));
  CHECK(run_hearth(shop, {"simulate", room, "--step", "10 m"}).code == 2);
}

TEST_CASE("a file of another kind than a model is refused by its kind") {
  const Workshop shop;
  const auto said = [&](const std::string& name, const std::string& text, const std::string& part) {
    const Outcome outcome = run_hearth(shop, {"info", shop.write(name, text)});
    INFO(name << ": " << outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.said("model.format_unsupported"));
    CHECK(outcome.said(part));
  };
  said("data.csv", "time,t\n2024-01-01,1\n", "'hearth check' shows its content");
  said("weather.epw", "LOCATION,X\n", "a data file");
  said("sheets.xlsx", "PK\x03\x04", "save its sheets as CSV");
  said("thing.bin", std::string("a\0b", 3), "not a text");
  const std::string unit = shop.write("unit.fmu", "PK\x03\x04");
  const Outcome simulated = run_hearth(shop, {"simulate", unit, "-o", (shop / "o.csv").string()});
  CHECK(simulated.code == 3);
  CHECK(simulated.said("an FMU"));
}

TEST_CASE("the list of components has one column for names") {
  const Workshop shop;
  const std::string list = run_hearth(shop, {"components"}).out;
  const std::size_t gap = list.find("  ");
  REQUIRE(gap != std::string::npos);
  const std::size_t text = list.find_first_not_of(' ', gap);
  for (std::size_t line = 0; line < list.size(); line = list.find('\n', line) + 1) {
    CHECK(list.substr(line + text - 2, 2) == "  ");
  }
}

TEST_CASE("a project with a name that is too long is refused") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"init", (shop / std::string(300, 'x')).string()});
  CHECK(outcome.code == 1);
  CHECK(outcome.said("file.write"));
  CHECK_FALSE(outcome.said("run.unexpected"));
}

TEST_CASE("an unknown verb names the nearest") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"simulte", "room.json"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("usage.unknown_verb"));
  CHECK(outcome.said("did you mean 'simulate'?"));
  CHECK(outcome.out.empty());
}

TEST_CASE("no verb at all is a usage error") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("usage.verb_missing"));
}

TEST_CASE("an unknown option names the nearest") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"simulate", "--stpe", "600", room},
        {"simulate", "--stpe", "600", "--start", "2024-01-15"},
        {"simulate", room, "--stpe=600"}}) {
    const Outcome outcome = run_hearth(shop, line);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.unknown_option  --stpe"));
    CHECK(outcome.said("did you mean '--step'?"));
  }
  CHECK(run_hearth(shop, {"--versoin"}).code == 2);
}

TEST_CASE("what is missing or too much on a command line is a usage error") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  CHECK(run_hearth(shop, {"info"}).code == 2);
  CHECK(run_hearth(shop, {"info", room, room}).code == 2);
  CHECK(run_hearth(shop, {"simulate", room, "-o"}).code == 2);
  CHECK(run_hearth(shop, {"convert", room}).code == 2);
  CHECK(run_hearth(shop, {"components", "--json", "--markdown"}).code == 2);
  const Outcome twice = run_hearth(shop, {"graph", room, "-o", "a.svg", "-o", "b.svg"});
  CHECK(twice.code == 2);
  CHECK(twice.said("usage.option  --output  the option appears 2 times"));
}

TEST_CASE("malformed option values are usage errors, before a file is read") {
  const Workshop shop;
  const std::vector<std::string> run = {"simulate", "no_such_file.json"};
  const std::vector<std::vector<std::string>> wrong = {
      {"--step", "0"},
      {"--step", "-600"},
      {"--step", "ten"},
      {"--step", "0.0001"},
      {"--start", "yesterday"},
      {"--end", "2024-02-30"},
      {"--set", "room.C_air"},
      {"--set", "room.C_air=much"},
      {"--set", "C_air=1"},
      {"--set", "room.C_air=1 parsec"},
      {"--set", "room.C_air=nan"},
      {"--coupling", "gauss"},
      {"--cycle-removal", "greddy"},
      {"--engine", "stepwize"},
      {"--timezone", "Europe/Kopenhagen"},
      {"-j", "0"},
      {"--threads", "two"},
      {"--record", "a,,b"},
      {"--progress", "bar"},
      {"--fail-on", "room.indoorTemperature>1"},
      {"--fail-on", "room.indoorTemperature.rmse"},
      {"--fail-on", "room.indoorTemperature.rmse>-1"},
  };
  for (const auto& option : wrong) {
    const Outcome outcome = run_hearth(shop, run + option);
    INFO(option[0] + " " + option[1] + "\n" + outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.value  --"));
  }
  CHECK(run_hearth(shop, run + std::vector<std::string>{"--cycle-removal", "greddy"})
            .said("did you mean 'greedy'?"));
  const auto setting = [&](const std::string& value) {
    return run_hearth(shop, run + std::vector<std::string>{"--set", "room.R_out=" + value});
  };
  CHECK(setting("0.05 K/Wat").said("unknown unit 'K/Wat'"));
  CHECK(setting("0,05").said("a decimal point, not a comma"));
  CHECK(setting("much").said("expected a number after '='"));
}

TEST_CASE("an empty value is refused by every option, and never used as a value") {
  const Workshop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const auto refused = [&](const std::vector<std::string>& line, const std::string& option) {
    const Outcome outcome = run_hearth(shop, line);
    INFO(line[0] << " " << option << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.value  " + option + "  found '', "));
  };
  for (const char* option : {"--data-dir",
                             "--timezone",
                             "--weather",
                             "--cycle-removal",
                             "--output",
                             "--start",
                             "--end",
                             "--step",
                             "--every",
                             "--set",
                             "--record",
                             "--fail-on",
                             "--engine",
                             "--coupling",
                             "--substeps",
                             "--input-hold",
                             "--method",
                             "--tolerance",
                             "--absolute-tolerance",
                             "--longest-step",
                             "--fixed-step",
                             "--most-steps",
                             "--check-interval",
                             "--threads",
                             "--save-state",
                             "--load-state",
                             "--report",
                             "--progress",
                             "--limit"}) {
    refused({"simulate", room, option, ""}, option);
    refused({"simulate", room, option + std::string("=")}, option);
  }
  refused({"simulate", room, "-j", ""}, "--threads");
  refused({"simulate", "--output=", room}, "--output");
  for (const char* option : {"--output", "--apply", "--report"}) {
    refused({"calibrate", "problem.json", option, ""}, option);
  }
  for (const char* option : {"--model", "--settings", "--kpis", "--origin", "--read-from"}) {
    refused({"kpi", "results.csv", option, ""}, option);
  }
  for (const char* option : {"--base", "--output", "--shard"}) {
    refused({"scenarios", "set.json", option, ""}, option);
  }
  refused({"translate", "g.ttl", "-o", "m.hearth.json", "--mapping", ""}, "--mapping");
  refused({"report", "results.csv", "-o", "p.html", "--title", ""}, "--title");
  refused({"query", "g.ttl", ""}, "QUERY");
  refused({"components", ""}, "TYPE");
  refused({"init", "folder", "--name", ""}, "--name");
  CHECK(run_hearth(shop, {"simulate", room, "--load-state", ""})
            .said("expected FILE; remove the option if no value is intended"));
}

TEST_CASE("a file that is not there is an input error of every verb") {
  const Workshop shop;
  const std::string none = (shop / "none.hearth.json").string();
  for (const std::vector<std::string>& line : {std::vector<std::string>{"info", none},
                                               {"graph", none},
                                               {"check", none},
                                               {"simulate", none},
                                               {"calibrate", none},
                                               {"convert", none, "-o", "x.ttl"}}) {
    const Outcome outcome = run_hearth(shop, line);
    INFO(line[0]);
    CHECK(outcome.code == 3);
    CHECK(outcome.said("error: "));
    CHECK(outcome.said("none.hearth.json"));
  }
}

}  // namespace usage_test
