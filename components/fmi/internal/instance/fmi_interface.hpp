// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The common part of the C interfaces of FMI 2.0 and 3.0.
namespace hearth::fmi {

using Handle = void*;  ///< of an instance
using State = void*;
using Reference = std::uint32_t;

/// Pending exists in FMI 2.0 only.
enum class Status : int { Ok, Warning, Discard, Error, Fatal, Pending };

/// Reads and writes variables of a type. FMI 3.0 also takes the number of values.
template <class T, class... ValueCount>
struct Access {
  Status (*get)(Handle, const Reference* references, std::size_t count, T* values,
                ValueCount...) = nullptr;
  Status (*set)(Handle, const Reference* references, std::size_t count, const T* values,
                ValueCount...) = nullptr;
};

/// Functions that an FMU of either version exports, without the prefix `fmi2` or `fmi3`.
template <class Byte, class Flag>
struct CommonFunctions {
  using ByteType = Byte;
  using FlagType = Flag;

  void (*free_instance)(Handle) = nullptr;
  Status (*exit_initialization_mode)(Handle) = nullptr;
  Status (*terminate)(Handle) = nullptr;
  Status (*reset)(Handle) = nullptr;

  // Model exchange (FMI 2.0.4: 3.2; FMI 3.0.1: 3.2).
  Status (*set_time)(Handle, double time) = nullptr;
  Status (*set_continuous_states)(Handle, const double* values, std::size_t count) = nullptr;
  Status (*get_continuous_states)(Handle, double* values, std::size_t count) = nullptr;
  Status (*get_nominals)(Handle, double* values, std::size_t count) = nullptr;
  Status (*get_derivatives)(Handle, double* values, std::size_t count) = nullptr;
  Status (*get_indicators)(Handle, double* values, std::size_t count) = nullptr;
  Status (*completed_step)(Handle, Flag never_before_time, Flag* enter_events,
                           Flag* terminate) = nullptr;
  Status (*enter_event_mode)(Handle) = nullptr;
  Status (*enter_continuous_time_mode)(Handle) = nullptr;

  Status (*get_state)(Handle, State* state) = nullptr;
  Status (*set_state)(Handle, State state) = nullptr;
  Status (*free_state)(Handle, State* state) = nullptr;
  Status (*serialized_size)(Handle, State state, std::size_t* size) = nullptr;
  Status (*serialize)(Handle, State state, Byte* bytes, std::size_t size) = nullptr;
  Status (*deserialize)(Handle, const Byte* bytes, std::size_t size, State* state) = nullptr;
};

}  // namespace hearth::fmi
