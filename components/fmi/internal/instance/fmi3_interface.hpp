// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/fmi/internal/instance/fmi_interface.hpp"

/// The parts of the C interface of FMI 3.0 that are used (FMI 3.0.1: types, status,
/// values and state 2.2, creation and initialization 2.3, steps 4.2).
namespace hearth::fmi3 {

using fmi::Handle, fmi::Reference, fmi::Status;

using Logger = void (*)(void* environment, Status status, const char* category,
                        const char* message);
/// Never passed to an FMU: variables between communication points are not needed.
using IntermediateUpdate = void (*)(void* environment, double time, bool set_requested,
                                    bool get_allowed, bool step_finished, bool can_return_early,
                                    bool* early_return_requested, double* early_return_time);

template <class T>
using Access = fmi::Access<T, std::size_t>;

struct Functions : fmi::CommonFunctions<std::uint8_t, bool> {
  Handle (*instantiate)(const char* name, const char* token, const char* resources, bool visible,
                        bool logging, bool event_mode, bool early_return,
                        const Reference* intermediate, std::size_t intermediate_count,
                        void* environment, Logger logger, IntermediateUpdate update) = nullptr;
  Handle (*instantiate_exchange)(const char* name, const char* token, const char* resources,
                                 bool visible, bool logging, void* environment,
                                 Logger logger) = nullptr;
  Status (*state_count)(Handle, std::size_t* count) = nullptr;
  Status (*indicator_count)(Handle, std::size_t* count) = nullptr;
  Status (*update_discrete_states)(Handle, bool* again, bool* terminate, bool* nominals_changed,
                                   bool* states_changed, bool* next_time_defined,
                                   double* next_time) = nullptr;
  Status (*enter_initialization_mode)(Handle, bool tolerance_defined, double tolerance,
                                      double start_time, bool stop_defined,
                                      double stop_time) = nullptr;

  Access<float> float32{};
  Access<double> float64{};
  Access<std::int8_t> int8{};
  Access<std::uint8_t> uint8{};
  Access<std::int16_t> int16{};
  Access<std::uint16_t> uint16{};
  Access<std::int32_t> int32{};
  Access<std::uint32_t> uint32{};
  Access<std::int64_t> int64{};
  Access<std::uint64_t> uint64{};
  Access<bool> boolean{};

  Status (*do_step)(Handle, double time, double length, bool never_before_time,
                    bool* event_handling_needed, bool* terminate, bool* early_return,
                    double* last_successful_time) = nullptr;
};

}  // namespace hearth::fmi3
