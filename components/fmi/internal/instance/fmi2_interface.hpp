// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/fmi/internal/instance/fmi_interface.hpp"

/// The parts of the C interface of FMI 2.0 that are used (FMI 2.0.4: types 2.1.2,
/// status 2.1.3, creation and callbacks 2.1.5, initialization 2.1.6, values 2.1.7, state 2.1.8,
/// steps 4.2.1 and 4.2.2, status of a slave 4.2.3).
namespace hearth::fmi2 {

using fmi::Handle, fmi::Status, fmi::Access;
using Boolean = int;

enum class Type : int { ModelExchange, CoSimulation };
enum class StatusKind : int { DoStepStatus, PendingStatus, LastSuccessfulTime, Terminated };

/// `message` is a format string of printf.
using Logger = void (*)(void* environment, const char* instance, Status status,
                        const char* category, const char* message, ...);

/// Must exist as long as the instance.
struct Callbacks {
  Logger logger = nullptr;
  void* (*allocate)(std::size_t count, std::size_t size) = nullptr;
  void (*free)(void* memory) = nullptr;
  void (*step_finished)(void* environment,
                        Status status) = nullptr;  ///< null: steps are synchronous
  void* environment = nullptr;
};

struct EventInfo {
  Boolean new_discrete_states_needed = false, terminate = false, nominals_changed = false,
          states_changed = false, next_time_defined = false;
  double next_time = 0.0;  ///< s
};

struct Functions : fmi::CommonFunctions<char, Boolean> {
  Handle (*instantiate)(const char* name, Type type, const char* guid, const char* resources,
                        const Callbacks* callbacks, Boolean visible, Boolean logging) = nullptr;
  Status (*setup_experiment)(Handle, Boolean tolerance_defined, double tolerance, double start_time,
                             Boolean stop_defined, double stop_time) = nullptr;
  Status (*enter_initialization_mode)(Handle) = nullptr;

  Access<double> real{};
  Access<int> integer{};
  Access<Boolean> boolean{};

  Status (*new_discrete_states)(Handle, EventInfo* info) = nullptr;

  Status (*do_step)(Handle, double time, double length, Boolean never_before_time) = nullptr;
  Status (*get_real_status)(Handle, StatusKind kind, double* value) = nullptr;
  Status (*get_boolean_status)(Handle, StatusKind kind, Boolean* value) = nullptr;
};

}  // namespace hearth::fmi2
