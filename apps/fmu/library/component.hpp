// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/fmu/library/model_instance.hpp"

namespace hearth::fmu {

/// Status of a call; both versions of the standard use these numbers.
enum Status : int { kOk, kWarning, kDiscard, kError, kFatal };

// Categories of messages, as listed in model descriptions.
inline constexpr const char* kLogError = "logStatusError";
inline constexpr const char* kLogWarning = "logStatusWarning";
inline constexpr const char* kLogDiscard = "logStatusDiscard";

using LogSink = std::function<void(Status, const char* category, const std::string& message)>;

/// The object behind a handle of an importer: an instance, and the recipient of its messages.
class FmuComponent {
 public:
  FmuComponent(std::unique_ptr<ModelInstance> model, LogSink sink, bool logging)
      : model_(std::move(model)), sink_(std::move(sink)), logging_(logging) {}

  ModelInstance& model() { return *model_; }

  /// Reports a message. Errors are always reported. Warnings and discarded steps are reported only
  /// if logging is on, in the chosen categories or, if none is chosen, in all.
  void log(Status status, const char* category, const std::string& message) const;
  void set_logging(bool on, std::vector<std::string> categories) {
    logging_ = on;
    categories_ = std::move(categories);
  }

  /// Calls `body`, which returns a status. An exception becomes a message and an error.
  template <class Body>
  int guard(const char* call, const Body& body) noexcept {
    try {
      return body();
    } catch (const std::exception& error) {
      report(call, error.what());
    } catch (...) {
      report(call, "unknown error");
    }
    return kError;
  }
  /// Reports that a function is not supported.
  int unsupported(const char* call) noexcept {
    report(call, "this FMU does not support the function");
    return kError;
  }

  // Functions that both versions have in common.
  int get(const char* call, const Reference* references, std::size_t count, double* values) {
    return guard(call, [&] { return model_->get({references, count}, values), kOk; });
  }
  int set(const char* call, const Reference* references, std::size_t count, const double* values) {
    return guard(call, [&] { return model_->set({references, count}, values), kOk; });
  }
  int enter_initialization(const char* call);
  int derivatives(const char* call, std::span<const Reference> outputs,
                  std::span<const Reference> inputs, std::span<const double> seed,
                  std::span<double> found);
  /// Makes a step of `length` from `time`. Sets `result` if it returns kOk or kDiscard.
  int step(const char* call, double time, double length, StepResult& result);
  int get_state(const char* call, void** state);
  int set_state(const char* call, void* state);
  int free_state(const char* call, void** state);
  int serialized_size(const char* call, void* state, std::size_t* size);
  int serialize(const char* call, void* state, char* bytes, std::size_t size);
  int deserialize(const char* call, const char* bytes, std::size_t size, void** state);

 private:
  void report(const char* call, const char* problem) noexcept;

  std::unique_ptr<ModelInstance> model_;
  LogSink sink_;
  bool logging_;
  std::vector<std::string> categories_;
};

/// Makes an instance. Returns null, after a message, if the token is not that of the FMU or if its
/// resources cannot be read.
FmuComponent* instantiate(const std::string& resources, const char* token, LogSink sink,
                          bool logging) noexcept;

/// Returns the folder of a URI with the scheme `file`; returns a path unchanged.
std::string folder_of_uri(std::string_view uri);

}  // namespace hearth::fmu
