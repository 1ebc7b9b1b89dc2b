// SPDX-License-Identifier: MIT
#include "hearth/data/time/internal/zone_data.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>

#include "hearth/data/time/time_zone.hpp"

namespace hearth {
namespace {

using WholeSeconds = std::chrono::seconds;
using std::chrono::sys_seconds;

// This name has a different meaning on each computer.
constexpr std::string_view kZoneOfComputer = "localtime";

constexpr std::size_t kHeader = 44;   // bytes of a header
constexpr std::size_t kTypeSize = 6;  // bytes of a type of local time

/// Counts of a header, in the order of the file.
struct ZoneCounts {
  std::uint32_t utc_marks, standard_marks, leaps, times, types, letters;

  /// Returns the size in bytes of the data that follow if a time has `width` bytes.
  std::uint64_t size(std::uint64_t width) const {
    return times * (width + 1) + std::uint64_t{types} * kTypeSize + letters + leaps * (width + 4) +
           standard_marks + utc_marks;
  }
};

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(big_endian(bytes.substr(at, 4)));
}

/// Reads a header at the beginning of the bytes; nothing if there is none.
std::optional<ZoneCounts> read_counts(std::string_view bytes) {
  if (bytes.size() < kHeader || !bytes.starts_with("TZif") || bytes[4] < '2') return std::nullopt;
  return ZoneCounts{word_at(bytes, 20), word_at(bytes, 24), word_at(bytes, 28),
                    word_at(bytes, 32), word_at(bytes, 36), word_at(bytes, 40)};
}

/// A type of local time.
struct LocalType {
  WholeSeconds offset;
  bool saving;
  friend bool operator==(const LocalType&, const LocalType&) = default;
};

bool plain_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '_' || c == '+' || c == '-';
  };
  return !name.empty() && name.front() != '/' && std::all_of(name.begin(), name.end(), plain);
}

/// The folder of zones and the zones read from it.
struct ZoneStore {
  std::mutex mutex;
  std::filesystem::path folder = "/usr/share/zoneinfo";
  std::map<std::string, std::unique_ptr<const ZoneData>, std::less<>> zones;

  static ZoneStore& instance() {
    static ZoneStore store;
    return store;
  }
};

std::string file_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

std::optional<ZoneData> ZoneData::read(std::string_view bytes) {
  const std::optional<ZoneCounts> first = read_counts(bytes);
  if (!first || bytes.size() < kHeader + first->size(4)) return std::nullopt;
  bytes.remove_prefix(kHeader + first->size(4));  // the part with times of 32 bits
  const std::optional<ZoneCounts> counts = read_counts(bytes);
  if (!counts || counts->types == 0 || bytes.size() < kHeader + counts->size(8)) {
    return std::nullopt;
  }
  const std::string_view times = bytes.substr(kHeader);
  const std::string_view type_numbers = times.substr(std::size_t{counts->times} * 8);
  const std::string_view types = type_numbers.substr(counts->times);
  const auto type = [&](std::size_t number) {
    const auto offset = static_cast<std::int32_t>(word_at(types, number * kTypeSize));
    return LocalType{WholeSeconds(offset), types[number * kTypeSize + 4] != 0};
  };

  ZoneData zone;
  LocalType present = type(0);
  sys_seconds begin = sys_seconds::min();
  for (std::size_t i = 0; i < counts->times; ++i) {
    const auto number = static_cast<unsigned char>(type_numbers[i]);
    if (number >= counts->types) return std::nullopt;
    const LocalType next = type(number);
    if (next == present) continue;
    const sys_seconds change{
        WholeSeconds(static_cast<std::int64_t>(big_endian(times.substr(i * 8, 8))))};
    if (change < begin) return std::nullopt;
    zone.spans_.push_back({begin, change, present.offset, present.saving});
    begin = change;
    present = next;
  }
  zone.spans_.push_back({begin, sys_seconds::max(), present.offset, present.saving});
  return zone;
}

const ZoneSpan& ZoneData::span(sys_seconds instant) const {
  const auto after =
      std::upper_bound(spans_.begin(), spans_.end(), instant,
                       [](sys_seconds time, const ZoneSpan& span) { return time < span.begin; });
  return after == spans_.begin() ? spans_.front() : after[-1];
}

std::size_t ZoneData::begun_at(std::chrono::seconds local) const {
  const auto after = std::upper_bound(spans_.begin() + 1, spans_.end(), local,
                                      [](std::chrono::seconds time, const ZoneSpan& span) {
                                        return sys_seconds(time - span.offset) < span.begin;
                                      });
  return static_cast<std::size_t>(after - spans_.begin()) - 1;
}

const ZoneData* find_zone(std::string_view name) {
  if (!plain_name(name) || name == kZoneOfComputer) return nullptr;
  ZoneStore& store = ZoneStore::instance();
  const std::lock_guard lock(store.mutex);
  if (const auto known = store.zones.find(name); known != store.zones.end()) {
    return known->second.get();
  }
  std::optional<ZoneData> zone = ZoneData::read(file_bytes(store.folder / name));
  if (!zone) return nullptr;
  return store.zones.emplace(name, std::make_unique<const ZoneData>(*std::move(zone)))
      .first->second.get();
}

std::vector<std::string> zone_names() {
  ZoneStore& store = ZoneStore::instance();
  const std::lock_guard lock(store.mutex);
  std::vector<std::string> names;
  std::error_code ignored;
  std::filesystem::recursive_directory_iterator entry(store.folder, ignored), end;
  for (; entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().lexically_relative(store.folder).string();
    if (name == "posix" || name == "right") entry.disable_recursion_pending();
    if (!entry->is_regular_file(ignored)) continue;
    if (name == kZoneOfComputer) continue;
    if (plain_name(name) && ZoneData::read(file_bytes(entry->path()))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void set_zone_folder(const std::filesystem::path& folder) {
  ZoneStore& store = ZoneStore::instance();
  const std::lock_guard lock(store.mutex);
  store.folder = folder;
}

std::map<std::string, std::filesystem::path> zones_in_use() {
  ZoneStore& store = ZoneStore::instance();
  const std::lock_guard lock(store.mutex);
  std::map<std::string, std::filesystem::path> files;
  for (const auto& [name, zone] : store.zones) files[name] = store.folder / name;
  return files;
}

}  // namespace hearth
