// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/fmu_journal.hpp"

namespace hearth::fmi {
namespace {
constexpr int kWarningStatus = 1;
constexpr std::size_t kRecent = 4, kWarnings = 100;
}  // namespace

void FmuJournal::add(int severity, std::string_view message) {
  while (!message.empty() && message.back() == '\n') message.remove_suffix(1);
  if (message.empty()) return;
  const std::lock_guard lock(mutex_);
  recent_.emplace_back(message);
  if (recent_.size() > kRecent) recent_.pop_front();
  if (severity == kWarningStatus && warnings_.size() < kWarnings) warnings_.emplace_back(message);
}

void FmuJournal::clear_recent() {
  const std::lock_guard lock(mutex_);
  recent_.clear();
}

std::string FmuJournal::recent() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const std::string& message : recent_) text += (text.empty() ? "" : "; ") + message;
  return text;
}

std::vector<std::string> FmuJournal::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}

}  // namespace hearth::fmi
