// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_instance.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hearth/components/fmi/internal/fmi_instance.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::fmi {
namespace {

constexpr int kWarning = 1, kFatal = 4;
constexpr std::array kStatusNames{"ok",       "a warning",     "discard",
                                  "an error", "a fatal error", "pending"};
constexpr std::array kFailures{"logStatusWarning", "logStatusDiscard", "logStatusError",
                               "logStatusFatal"};

std::string status_name(int status) {
  const bool known = status >= 0 && status < static_cast<int>(kStatusNames.size());
  return known ? kStatusNames[status] : "the unknown status " + std::to_string(status);
}

}  // namespace

FmuInstance::FmuInstance(const Fmu& fmu, std::string id)
    : binary_(fmu.binary()),
      id_(std::move(id)),
      only_once_(fmu.description().only_once_per_process) {
  const int others = binary_->instances++;
  if (!only_once_ || others == 0) return;
  --binary_->instances;
  throw InputError("fmi.only_once", {.file = fmu.path().string(), .component = id_},
                   "this FMU can be used once at a time in a process, and another instance lives");
}

FmuInstance::~FmuInstance() { --binary_->instances; }

std::vector<const char*> FmuInstance::failure_categories(const ModelDescription& description) {
  std::vector<const char*> categories;
  for (const char* name : kFailures) {
    const auto& declared = description.log_categories;
    if (std::find(declared.begin(), declared.end(), name) != declared.end()) {
      categories.push_back(name);
    }
  }
  return categories;
}

void FmuInstance::begin(double time) {
  time_ = time;
  journal_.clear_recent();
}

void FmuInstance::require_callable() const {
  if (callable()) return;
  fail("fmi.fatal", "cannot go on: an instance of this FMU failed fatally before");
}

void FmuInstance::check(int status, std::string_view call) const {
  if (status >= 0 && status <= kWarning) return;
  if (status == kFatal) binary_->corrupt = true;
  fail(status == kFatal ? "fmi.fatal" : "fmi.failed",
       std::string(call) + " returned " + status_name(status));
}

void FmuInstance::fail(const char* code, const std::string& what) const {
  const std::string said = journal_.recent();
  throw SimulationError(
      code, {.component = id_},
      "at " + number_text(time_) + " s: " + what +
          (said.empty() ? "; the FMU says nothing about it" : "; it says: " + said));
}

void FmuInstance::refuse(const VariableGroup& group, std::size_t i, double value) const {
  const std::string wanted = group.type == ValueType::Boolean ? "0 or 1"
                             : group.type == ValueType::Float32
                                 ? "a number of single precision"
                                 : std::string("a whole number of type ") + to_string(group.type);
  throw SimulationError("fmi.value_unfit", {.component = id_, .port = group.names[i]},
                        "at " + number_text(time_) + " s: " + number_text(value) +
                            " cannot be handed to the FMU, which takes " + wanted);
}

std::shared_ptr<FmuInstance> instantiate(const Fmu& fmu, const std::string& id) {
  return fmu.description().major == 2 ? instantiate_fmi2(fmu, id) : instantiate_fmi3(fmu, id);
}

}  // namespace hearth::fmi
