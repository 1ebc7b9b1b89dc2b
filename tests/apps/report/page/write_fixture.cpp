// SPDX-License-Identifier: MIT
// report_fixture FOLDER: writes the pages and numbers that the browser tests use.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "hearth/tests/apps/report/page/fixture.hpp"

namespace {

using hearth::tests::report_fixture;

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  const auto year = report_fixture();
  const auto begin = std::chrono::steady_clock::now();
  const std::string page = hearth::apps::report_html(year);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("year.html: %zu bytes, written in %.2f s\n", page.size(), took.count());
  write(folder / "year.html", page);
  write(folder / "year.csv", hearth::tests::fixture_csv(year.series));
  write(folder / "large.html",
        hearth::apps::report_html(
            report_fixture({.components = 500, .signals = 1, .scenarios = 3000, .rows = 96})));
  write(folder / "estimation.html", hearth::apps::report_html(hearth::tests::estimation_fixture()));
  write(folder / "hostile.html", hearth::apps::report_html(hearth::tests::hostile_fixture()));
  hearth::apps::ReportContent small;
  small.title = "Nothing but a fact";
  small.facts = {{"Components", "1"}};
  write(folder / "small.html", hearth::apps::report_html(small));
}
