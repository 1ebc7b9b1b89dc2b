// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/fmu_journal.hpp"

#include <algorithm>

namespace hearth::fmi {
namespace {

constexpr int kWarningStatus = 1, kFatalStatus = 4;
constexpr std::size_t kFirst = 4, kLast = 4, kWarnings = 100;

/// Returns a text on one line: replaces line breaks and the spaces around them by a space.
std::string in_one_line(std::string_view text) {
  constexpr std::string_view kBreaks = "\r\n", kSpaces = " \t\r\n";
  std::string line;
  while (!text.empty()) {
    const auto at = std::min(text.find_first_of(kBreaks), text.size());
    const std::string_view part = text.substr(0, at);
    const auto end = part.find_last_not_of(kSpaces) + 1;  // npos + 1 is 0
    if (end > 0) line.append(line.empty() ? "" : " ").append(part.substr(0, end));
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces, at), text.size()));
  }
  return line;
}

}  // namespace

void FirstAndLast::add(std::string message) {
  if (first_.size() < kFirst) return first_.push_back(std::move(message));
  last_.push_back(std::move(message));
  if (last_.size() <= kLast) return;
  last_.pop_front();
  ++left_out_;
}

void FirstAndLast::clear() { *this = {}; }

std::string FirstAndLast::text() const {
  std::string text;
  const auto append = [&text](const std::string& part) {
    text += (text.empty() ? "" : "; ") + part;
  };
  for (const std::string& message : first_) append(message);
  if (left_out_ > 0) append("(" + std::to_string(left_out_) + " more)");
  for (const std::string& message : last_) append(message);
  return text;
}

void FmuJournal::add(int severity, std::string_view message) {
  std::string text = in_one_line(message);
  if (text.empty()) return;
  const std::lock_guard lock(mutex_);
  if (severity < kWarningStatus || severity > kFatalStatus) return chatter_.add(std::move(text));
  if (warnings_.size() + pending_.size() < kWarnings) pending_.emplace_back(severity, text);
  recent_.add(std::move(text));
}

void FmuJournal::settle(bool succeeded) {
  const std::lock_guard lock(mutex_);
  for (auto& [severity, text] : pending_) {
    if (succeeded || severity == kWarningStatus) warnings_.push_back(std::move(text));
  }
  pending_.clear();
}

void FmuJournal::clear_recent() {
  const std::lock_guard lock(mutex_);
  recent_.clear();
  chatter_.clear();
}

std::string FmuJournal::recent() const {
  const std::lock_guard lock(mutex_);
  return recent_.empty() ? chatter_.text() : recent_.text();
}

std::vector<std::string> FmuJournal::warnings() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> all = warnings_;
  for (const auto& [severity, text] : pending_) all.push_back(text);
  return all;
}

}  // namespace hearth::fmi
