// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/zone_data.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>

#include "hearth/data/time/time_zone.hpp"

namespace zone_data_test {

using namespace hearth;
using namespace std::chrono_literals;

namespace {

std::string bytes_of_zone(const std::string& name) {
  std::ifstream stream("/usr/share/zoneinfo/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("the file of a zone contains the changes of its offset") {
  const auto zone = ZoneData::read(bytes_of_zone("Europe/Copenhagen"));
  REQUIRE(zone);
  // Summer time of the European Union in 2024: from 31 March to 27 October, 01:00 UTC.
  const std::chrono::sys_seconds summer = std::chrono::sys_days(std::chrono::year(2024) / 7 / 1);
  CHECK(zone->span(summer).offset == 2h);
  CHECK(zone->span(summer).saving);
  CHECK(zone->span(summer).begin == std::chrono::sys_days(std::chrono::year(2024) / 3 / 31) + 1h);
  CHECK(zone->span(summer).end == std::chrono::sys_days(std::chrono::year(2024) / 10 / 27) + 1h);
}

TEST_CASE("a file that is cut off or damaged is not a zone") {
  const std::string bytes = bytes_of_zone("Europe/Copenhagen");
  REQUIRE(bytes.size() > 1000);
  const std::size_t rule = bytes.rfind('\n', bytes.size() - 2);  // at the end; it is not used
  for (std::size_t size = 0; size < rule; ++size) {
    INFO(size);
    CHECK_FALSE(ZoneData::read(bytes.substr(0, size)));
  }
  CHECK_FALSE(ZoneData::read("Europe/Copenhagen\n"));
  std::string counts = bytes;
  for (std::size_t at = 20; at < 44; ++at) counts[at] = '\xff';
  CHECK_FALSE(ZoneData::read(counts));
}

TEST_CASE("zones that were read are known with their files") {
  const Zone zone("Asia/Kathmandu");
  const auto zones = zones_in_use();
  REQUIRE(zones.contains("Asia/Kathmandu"));
  CHECK(std::filesystem::exists(zones.at("Asia/Kathmandu")));
  CHECK_FALSE(zones.contains("+01:00"));
}

}  // namespace zone_data_test
