// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/faults/recorded_disk.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>

#include "hearth/tests/apps/command.hpp"

namespace hearth::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;  // bytes that a disk writes as a whole
constexpr long kFolder = -1;         // instead of the number of a file

std::uint64_t number_of(const fs::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

bool flip(std::mt19937_64& random) { return (random() & 1U) != 0; }

std::string parent_of(const std::string& path) { return fs::path(path).parent_path().string(); }

void write_to(std::string& content, std::size_t offset, std::string_view data) {
  if (content.size() < offset + data.size()) content.resize(offset + data.size(), '\0');
  content.replace(offset, data.size(), data);
}

void change(std::string& content, const DiskEvent& event) {
  if (event.action == DiskAction::Resize) {
    content.resize(event.offset, '\0');
  } else {
    write_to(content, event.offset, event.data);
  }
}

}  // namespace

std::vector<DiskEvent> read_disk_events(const fs::path& log) {
  const std::string text = text_of(log);
  std::vector<DiskEvent> events;
  std::size_t at = 0;
  const auto take = [&](std::size_t count) {
    if (text.size() - at < count) throw std::runtime_error("the log of writes is cut off");
    at += count;
    return text.substr(at - count, count);
  };
  while (at < text.size()) {
    DiskEventHead head;
    const std::string bytes = take(sizeof head);
    std::memcpy(&head, bytes.data(), sizeof head);
    DiskEvent& event = events.emplace_back();
    event.action = head.action;
    event.file = head.file;
    event.offset = head.offset;
    event.path = take(head.path_bytes);
    event.other = take(head.other_bytes);
    event.data = take(head.data_bytes);
  }
  return events;
}

RecordedDisk::RecordedDisk(const fs::path& folder) : folder_(folder.string()) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    names_[below(entry.path().string())] = ++last_;
    current_[number_of(entry.path())] = last_;
    files_[last_].kept = text_of(entry.path());
  }
  kept_names_ = names_;
}

std::string RecordedDisk::below(const std::string& path) const {
  return fs::path(path).lexically_normal().lexically_relative(folder_).string();
}

void RecordedDisk::apply(const DiskEvent& event) {
  switch (event.action) {
    case DiskAction::Create:
      current_[event.file] = ++last_;
      files_[last_] = {};
      change_names({below(event.path), last_});
      break;
    case DiskAction::Write:
    case DiskAction::Resize:
      files_.at(current_.at(event.file)).changes.push_back(event);
      break;
    case DiskAction::SyncFile: {
      if (lies_) break;
      Content& content = files_.at(current_.at(event.file));
      for (const DiskEvent& done : content.changes) change(content.kept, done);
      content.changes.clear();
      break;
    }
    case DiskAction::SyncFolder: {
      if (lies_) break;
      const std::string folder = below(event.path) == "." ? "" : below(event.path);
      std::erase_if(name_changes_, [&](const NameChange& done) {
        if (parent_of(done.path) != folder) return false;
        if (!done.from.empty()) kept_names_.erase(done.from);
        if (done.file == 0) {
          kept_names_.erase(done.path);
        } else {
          kept_names_[done.path] = done.file;
        }
        return true;
      });
      break;
    }
    case DiskAction::Rename:
      change_names({below(event.other), names_[below(event.path)], below(event.path)});
      break;
    case DiskAction::Remove:
      if (names_.contains(below(event.path))) change_names({below(event.path), 0});
      break;
    case DiskAction::MakeFolder:
      made_folders_.insert(below(event.path));
      change_names({below(event.path), kFolder});
      break;
  }
}

void RecordedDisk::change_names(NameChange change) {
  if (!change.from.empty()) names_.erase(change.from);
  if (change.file == 0) {
    names_.erase(change.path);
  } else {
    names_[change.path] = change.file;
  }
  name_changes_.push_back(std::move(change));
}

std::string RecordedDisk::crashed(const Content& content, std::mt19937_64& random) const {
  // The sizes and the content of each block, as they were one after the other.
  std::string now = content.kept;
  std::vector<std::size_t> sizes{now.size()};
  std::map<std::size_t, std::vector<std::string>> blocks;
  const auto block_of = [&](std::size_t k) {
    std::string block = now.size() > k * kBlock ? now.substr(k * kBlock, kBlock) : "";
    block.resize(kBlock, '\0');
    return block;
  };
  for (const DiskEvent& event : content.changes) {
    const std::size_t begin = event.offset / kBlock;
    // What is cut off can come back when the file grows again.
    const std::size_t reach = event.action == DiskAction::Resize
                                  ? std::max<std::size_t>(event.offset, now.size())
                                  : event.offset + event.data.size();
    const std::size_t end = (reach + kBlock - 1) / kBlock;
    for (std::size_t k = begin; k < end; ++k) {
      if (blocks[k].empty()) blocks[k].push_back(block_of(k));
    }
    change(now, event);
    sizes.push_back(now.size());
    for (std::size_t k = begin; k < end; ++k) blocks[k].push_back(block_of(k));
  }
  std::string result = content.kept;
  for (const auto& [k, contents] : blocks) {
    write_to(result, k * kBlock, contents[random() % contents.size()]);
  }
  result.resize(sizes[random() % sizes.size()], '\0');
  return result;
}

std::map<std::string, std::string> RecordedDisk::after_power_loss(std::mt19937_64& random) const {
  std::map<std::string, Number> names = kept_names_;
  for (const NameChange& change : name_changes_) {
    if (flip(random)) continue;  // lost
    // A rename is one change of a folder: the file has the old name or the new one.
    if (!change.from.empty()) names.erase(change.from);
    if (change.file == 0) {
      names.erase(change.path);
    } else {
      names[change.path] = change.file;
    }
  }
  std::map<std::string, std::string> files;
  const auto is_lost = [&](const std::string& name) {
    for (std::string above = parent_of(name); !above.empty(); above = parent_of(above)) {
      if (made_folders_.contains(above) && !names.contains(above)) return true;
    }
    return false;
  };
  for (const auto& [name, number] : names) {
    if (number != kFolder && !is_lost(name)) files[name] = crashed(files_.at(number), random);
  }
  return files;
}

void put_files(const std::map<std::string, std::string>& files, const fs::path& folder) {
  fs::create_directories(folder);
  for (const auto& [name, text] : files) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }
}

}  // namespace hearth::test
