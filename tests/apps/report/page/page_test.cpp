// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/apps/report/page/report_tables.hpp"
#include "hearth/tests/apps/report/page/fixture.hpp"

namespace page_test {

using namespace hearth::apps;
using hearth::tests::report_fixture;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The page without its scripts and styles: the part that a reader sees.
std::string seen(std::string page) {
  for (const auto& [open, close] : {std::pair{"<script", "</script>"}, {"<style", "</style>"}}) {
    for (auto at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
      page.erase(at, page.find(close, at) + std::string(close).size() - at);
    }
  }
  return page;
}

const hearth::tests::FixtureSize kSmall = {.components = 20, .signals = 2, .rows = 96};

}  // namespace

TEST_CASE("names are escaped wherever they are shown") {
  const std::string page = seen(report_html(report_fixture(kSmall)));
  CHECK(holds(page, "<h1>One room &lt;020B&gt; &amp; corridor</h1>"));
  CHECK(holds(page, "&lt;/script&gt;&lt;b&gt;bold&lt;/b&gt;"));
  CHECK(holds(page, "valve &lt;1&gt; &amp; &quot;2&quot;"));
  CHECK_FALSE(holds(page, "<b>bold"));
  CHECK_FALSE(holds(page, "<constant>"));
}

TEST_CASE("the script's JSON survives names that end a script") {
  const std::string page = report_html(report_fixture(kSmall));
  const std::string open = "id=\"content\">";
  const auto begin = page.find(open) + open.size();
  const auto json =
      nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  CHECK(json["graph"]["nodes"][8]["id"] == "</script><b>bold</b>");
  CHECK(json["series"]["signals"].size() == 2);
}

TEST_CASE("nothing in a page can be loaded from elsewhere") {
  const std::string page = report_html(report_fixture(kSmall));
  CHECK(holds(page, "default-src 'none'"));
  CHECK_FALSE(holds(page, "unsafe-eval"));
  CHECK_FALSE(holds(page, "script-src 'unsafe-inline'"));
  CHECK_FALSE(holds(seen(page), "src=\"http"));
  CHECK_FALSE(holds(seen(page), "url("));
}

TEST_CASE("sections without content are left out, also of the navigation") {
  const std::string full = seen(report_html(report_fixture(kSmall)));
  for (const char* id : {"results", "model", "series", "agreement", "calibration", "scenarios",
                         "kpis", "data", "notes", "about"}) {
    CHECK(holds(full, std::string("<section id=\"") + id + "\""));
    CHECK(holds(full, std::string("<a href=\"#") + id + "\""));
  }
  ReportContent content;
  content.title = "Facts";
  content.facts = {{"Components", "1"}};
  const std::string small = seen(report_html(content));
  CHECK(holds(small, "<section id=\"results\""));
  for (const char* id : {"model", "series", "calibration", "scenarios", "notes", "about"}) {
    CHECK_FALSE(holds(small, std::string("#") + id + "\""));
    CHECK_FALSE(holds(small, std::string("id=\"") + id + "\""));
  }
}

TEST_CASE("results come first; the model and its run come last and are folded") {
  const std::string page = seen(report_html(report_fixture(kSmall)));
  const auto place = [&page](const std::string& id) { return page.find("<section id=\"" + id); };
  CHECK(place("results") < place("scenarios"));
  CHECK(place("scenarios") < place("series"));
  CHECK(place("series") < place("data"));
  CHECK(place("data") < place("model"));
  CHECK(place("model") < place("about"));
  CHECK(page.find("12 345 kWh") < page.find("Components"));
  for (const char* id : {"data", "model", "about"}) {
    const std::string section = page.substr(place(id), 120);
    CHECK(holds(section, "<details class=\"folded\">"));
  }
}

TEST_CASE("a page shows the sections that are chosen") {
  ReportContent content = report_fixture(kSmall);
  content.sections = {"about", "results"};
  const std::string page = seen(report_html(content));
  CHECK(holds(page, "<section id=\"results\""));
  CHECK(holds(page, "<section id=\"about\""));
  CHECK_FALSE(holds(page, "<section id=\"series\""));
  CHECK_FALSE(holds(page, "#model\""));
}

TEST_CASE("a page without scripts has drawings, ports, values and all rows") {
  const std::string page = seen(report_html(report_fixture(kSmall)));
  CHECK(holds(page, "class=\"drawing\""));
  CHECK(holds(page, "data:image/svg+xml;base64,"));
  CHECK(holds(page, "<a href=\"#c0\">weather.outdoorTemperature</a>"));
  CHECK(holds(page, "title=\"0.0512345678901\">0.0512346</td>"));
  CHECK(holds(page, "sobol-0059"));
}

TEST_CASE("errors come before warnings and information") {
  const std::string page = seen(report_html(report_fixture(kSmall)));
  CHECK(page.find("gap of 74.75 h") < page.find("flat for 30 h"));
  CHECK(page.find("flat for 30 h") < page.find("times are read as"));
}

TEST_CASE("a table with short rows and without units is shown") {
  ReportContent content;
  content.kpis = {{"", "", {"a", "b"}, {}, {}, {{"1"}, {}}}};
  CHECK(holds(report_html(content), "<th scope=\"row\">1</th><td></td>"));
}

TEST_CASE("identifiers break between their parts, and short ones and dates do not break") {
  const auto breaks = [](const std::string& text) {
    return breakable(text).find("<wbr>") != std::string::npos;
  };
  for (const char* whole : {"sweep-01", "office.indoorTemperature", "2024-01-15T00:00:00+01:00",
                            "words of a sentence, each of them short"}) {
    CAPTURE(whole);
    CHECK_FALSE(breaks(whole));
  }
  CHECK(breakable("weather.outdoorCo2Concentration") == "weather.<wbr>outdoorCo2Concentration");
  CHECK(breakable("out/demo/first_guess/results.csv").find("results.csv") != std::string::npos);
  CHECK(breakable("better<wall>-water-50-degC-and-more").find("better&lt;wall&gt;-") == 0);
}

TEST_CASE("columns of long texts have a class other than those of short texts") {
  ReportContent content;
  content.title = "t";
  content.scenarios = {{"",
                        "",
                        {"id", "status", "message", "R"},
                        {},
                        {false, false, false, true},
                        {{"better-wall-water-50-degC", "failed", std::string(60, 'w'), "1"}}}};
  const std::string page = report_html(content);
  CHECK(page.find("<th scope=\"col\" class=\"words\">id") != std::string::npos);
  CHECK(page.find("<th scope=\"col\">status") != std::string::npos);
  CHECK(page.find("<th scope=\"col\" class=\"sentence\">message") != std::string::npos);
  CHECK(page.find("<th scope=\"col\" class=\"n\">R") != std::string::npos);
}

TEST_CASE("a year of 15-min data of 20 measured signals stays under 5 MB") {
  CHECK(report_html(report_fixture()).size() < 5'000'000);
}

}  // namespace page_test
