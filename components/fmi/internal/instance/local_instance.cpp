// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/local_instance.hpp"

#include <array>
#include <utility>

#include "hearth/components/fmi/internal/instance/fmi_instance.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::fmi {
namespace {

constexpr int kWarning = 1, kFatal = 4;
constexpr std::array kStatusNames{"ok",       "a warning",     "discard",
                                  "an error", "a fatal error", "pending"};

std::string status_name(int status) {
  const bool known = status >= 0 && status < static_cast<int>(kStatusNames.size());
  return known ? kStatusNames[status] : "the unknown status " + std::to_string(status);
}

}  // namespace

LocalInstance::LocalInstance(const InstanceSource& source, std::string id, std::string resources)
    : FmuInstance(std::move(id)),
      binary_(source.binary),
      token_(source.description.token),
      resources_(std::move(resources)) {
  const int others = binary_->instances++;
  if (!source.description.only_once_per_process || others == 0) return;
  --binary_->instances;
  throw InputError("fmi.only_once", {.file = source.place, .component = this->id()},
                   "this FMU allows one instance per process, and another instance exists; set "
                   "\"process\": \"own\" in the configuration of its components");
}

LocalInstance::~LocalInstance() { --binary_->instances; }

void LocalInstance::require_callable() const {
  if (callable()) return;
  fail("fmi.fatal", "cannot continue: an instance of this FMU failed fatally before");
}

void LocalInstance::check(int status, std::string_view call) {
  const bool succeeded = status >= 0 && status <= kWarning;
  journal().settle(succeeded);
  if (succeeded) return;
  if (status == kFatal) binary_->corrupt = true;
  fail(status == kFatal ? "fmi.fatal" : "fmi.failed",
       std::string(call) + " returned " + status_name(status));
}

void LocalInstance::not_returned(std::string_view call, const CallEnd& end) {
  journal().settle(false);
  const std::string name(call);
  if (end.kind == CallEnd::Kind::Threw) {
    fail("fmi.crashed",
         name + " threw a C++ exception" + (end.what.empty() ? "" : " (" + end.what + ")"));
  }
  binary_->corrupt = true;
  mark_process_damaged();
  if (end.kind == CallEnd::Kind::Exited) {
    fail("fmi.crashed", name + " called " + end.what + ", which ends the whole program");
  }
  fail("fmi.crashed", name + " crashed (" + end.what + ")");
}

void LocalInstance::refuse(const VariableGroup& group, std::size_t i, double value) const {
  const std::string wanted = group.type == ValueType::Boolean ? "true (1) or false (0)"
                             : group.type == ValueType::Float32
                                 ? "a number of single precision"
                                 : std::string("a whole number of type ") + to_string(group.type);
  const bool between = group.type == ValueType::Boolean && value > 0.0 && value < 1.0;
  throw SimulationError(
      "fmi.value_unfit", {.component = id(), .port = group.names[i]},
      "at " + number_text(time()) + " s: " + number_text(value) +
          " cannot be passed to the FMU, which expects " + wanted +
          (between ? "; if a schedule feeds it, set \"sample\": \"start\" in the schedule" : ""));
}

std::shared_ptr<FmuInstance> instantiate_here(const InstanceSource& source, const std::string& id) {
  catch_crashes();
  if (!source.binary->watched.exchange(true)) catch_exit();
  return source.description.major == 2 ? instantiate_fmi2(source, id)
                                       : instantiate_fmi3(source, id);
}

}  // namespace hearth::fmi
