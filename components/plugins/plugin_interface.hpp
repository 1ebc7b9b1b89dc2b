// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <hearth_interface.hpp>

#include <Eigen/Core>
#include <ceres/version.h>

/// The interface of plug-ins as text: one line for each property that must be the same in a plug-in
/// and in the program that loads it. A plug-in contains the text as `hearth_plugin_interface`; the
/// program reads it from the file before any code of the plug-in runs.
///
/// The plug-in and the program exchange structs of Hearth, Eigen, Ceres and the standard library,
/// and both contain inline functions of their headers. Therefore the text lists the properties that
/// change these structs or functions; it omits other options of the build, such as optimisation and
/// assertions.

#define HEARTH_TEXT_OF(value) #value
#define HEARTH_VALUE_TEXT(macro) HEARTH_TEXT_OF(macro)

#if defined(_LIBCPP_VERSION)
#define HEARTH_STANDARD_LIBRARY "libc++ " HEARTH_VALUE_TEXT(_LIBCPP_VERSION)
#elif defined(__GLIBCXX__)
#define HEARTH_STANDARD_LIBRARY                                                                   \
  "libstdc++ " HEARTH_VALUE_TEXT(_GLIBCXX_RELEASE) ", _GLIBCXX_USE_CXX11_ABI=" HEARTH_VALUE_TEXT( \
      _GLIBCXX_USE_CXX11_ABI)
#else
#define HEARTH_STANDARD_LIBRARY "unknown"
#endif

#if defined(_GLIBCXX_DEBUG)
#define HEARTH_DEBUG_CONTAINERS "on (_GLIBCXX_DEBUG)"
#else
#define HEARTH_DEBUG_CONTAINERS "off"
#endif

#if defined(__SANITIZE_ADDRESS__)
#define HEARTH_SANITIZER "address"
#elif defined(__SANITIZE_THREAD__)
#define HEARTH_SANITIZER "thread"
#else
#define HEARTH_SANITIZER "none"
#endif

#define HEARTH_PLUGIN_MARK "<hearth plug-in>\n"
#define HEARTH_PLUGIN_END "<end of plug-in>\n"

// clang-format off
#define HEARTH_PLUGIN_INTERFACE                                                       \
  HEARTH_PLUGIN_MARK                                                                  \
  "version of Hearth: " HEARTH_INTERFACE_VERSION "\n"                                 \
  "headers of Hearth: " HEARTH_INTERFACE_HEADERS "\n"                                 \
  "standard library: " HEARTH_STANDARD_LIBRARY "\n"                                   \
  "checked containers: " HEARTH_DEBUG_CONTAINERS "\n"                                 \
  "sanitizer: " HEARTH_SANITIZER "\n"                                                 \
  "Eigen: " HEARTH_VALUE_TEXT(EIGEN_WORLD_VERSION) "."                                \
      HEARTH_VALUE_TEXT(EIGEN_MAJOR_VERSION) "." HEARTH_VALUE_TEXT(EIGEN_MINOR_VERSION) \
      ", EIGEN_MAX_ALIGN_BYTES=" HEARTH_VALUE_TEXT(EIGEN_MAX_ALIGN_BYTES) "\n"        \
  "Ceres: " HEARTH_VALUE_TEXT(CERES_VERSION_MAJOR) "."                                \
      HEARTH_VALUE_TEXT(CERES_VERSION_MINOR) "\n"                                     \
  HEARTH_PLUGIN_END
// clang-format on
