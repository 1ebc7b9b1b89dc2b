// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// The C interface of FMI 2.0 for co-simulation, as far as it is used (FMI 2.0.4: types 2.1.2,
/// status 2.1.3, creation and callbacks 2.1.5, initialization 2.1.6, values 2.1.7, state 2.1.8,
/// steps 4.2.1 and 4.2.2, status of a slave 4.2.3).
namespace hearth::fmi2 {

using Component = void*;
using State = void*;
using Reference = unsigned int;
using Boolean = int;

enum class Status : int { Ok, Warning, Discard, Error, Fatal, Pending };
enum class Type : int { ModelExchange, CoSimulation };
enum class StatusKind : int { DoStepStatus, PendingStatus, LastSuccessfulTime, Terminated };

/// `message` is a format of printf.
using Logger = void (*)(void* environment, const char* instance, Status status,
                        const char* category, const char* message, ...);

/// Must live as long as the instance.
struct Callbacks {
  Logger logger = nullptr;
  void* (*allocate)(std::size_t count, std::size_t size) = nullptr;
  void (*free)(void* memory) = nullptr;
  void (*step_finished)(void* environment,
                        Status status) = nullptr;  ///< null: steps are waited for
  void* environment = nullptr;
};

template <class T>
using Get = Status (*)(Component, const Reference* references, std::size_t count, T* values);
template <class T>
using Set = Status (*)(Component, const Reference* references, std::size_t count, const T* values);

/// What an FMU exports, without the prefix `fmi2`.
struct Functions {
  Component (*instantiate)(const char* name, Type type, const char* guid, const char* resources,
                           const Callbacks* callbacks, Boolean visible, Boolean logging) = nullptr;
  void (*free_instance)(Component) = nullptr;
  Status (*set_debug_logging)(Component, Boolean on, std::size_t count,
                              const char* const* categories) = nullptr;
  Status (*setup_experiment)(Component, Boolean tolerance_defined, double tolerance,
                             double start_time, Boolean stop_defined, double stop_time) = nullptr;
  Status (*enter_initialization_mode)(Component) = nullptr;
  Status (*exit_initialization_mode)(Component) = nullptr;
  Status (*terminate)(Component) = nullptr;
  Status (*reset)(Component) = nullptr;

  Get<double> get_real = nullptr;
  Get<int> get_integer = nullptr;
  Get<Boolean> get_boolean = nullptr;
  Set<double> set_real = nullptr;
  Set<int> set_integer = nullptr;
  Set<Boolean> set_boolean = nullptr;

  Status (*do_step)(Component, double time, double length, Boolean never_before_time) = nullptr;
  Status (*get_real_status)(Component, StatusKind kind, double* value) = nullptr;
  Status (*get_boolean_status)(Component, StatusKind kind, Boolean* value) = nullptr;

  Status (*get_state)(Component, State* state) = nullptr;
  Status (*set_state)(Component, State state) = nullptr;
  Status (*free_state)(Component, State* state) = nullptr;
  Status (*serialized_size)(Component, State state, std::size_t* size) = nullptr;
  Status (*serialize)(Component, State state, char* bytes, std::size_t size) = nullptr;
  Status (*deserialize)(Component, const char* bytes, std::size_t size, State* state) = nullptr;
};

}  // namespace hearth::fmi2
