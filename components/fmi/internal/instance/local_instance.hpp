// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/fmi/internal/instance/fmu_instance.hpp"
#include "hearth/components/fmi/internal/package/fmu_binary.hpp"
#include "hearth/components/fmi/internal/package/guarded_buffer.hpp"
#include "hearth/components/fmi/internal/package/guarded_call.hpp"
#include "hearth/components/fmi/internal/package/model_description.hpp"

namespace hearth::fmi {

/// Data from which an instance is made.
struct InstanceSource {
  std::shared_ptr<FmuBinary> binary;
  const ModelDescription& description;
  std::string place;  ///< names the FMU in messages
};

/// An instance whose code runs in this process.
class LocalInstance : public FmuInstance {
 public:
  ~LocalInstance() override;

  bool callable() const override { return !binary_->corrupt; }
  void require_callable() const override;
  std::vector<std::string> warnings() override { return journal().warnings(); }

 protected:
  /// `resources` is the folder in the notation of the version of the standard.
  LocalInstance(const InstanceSource& source, std::string id, std::string resources);

  const FmuBinary& binary() const { return *binary_; }
  /// Texts that the FMU receives at its instantiation. An FMU may keep their addresses, so that the
  /// texts, and `id()`, exist as long as the instance.
  const std::string& token() const { return token_; }
  const std::string& resources() const { return resources_; }
  /// Calls code of the FMU; throws `fmi.crashed` if it does not return.
  template <class F>
  void run(std::string_view call, const F& function, bool watch_folder = true) {
    const CallEnd end = guarded(function, watch_folder);
    if (end.kind != CallEnd::Kind::Returned) not_returned(call, end);
  }
  /// Throws unless the status of a call is Ok or Warning; both versions number these alike.
  void check(int status, std::string_view call);
  /// Returns the memory for the values that a call writes.
  GuardedBuffer& written() { return written_; }
  /// Returns the values of a group in the type of the FMU.
  template <class T>
  std::unique_ptr<T[]> gathered(const VariableGroup& group, const double* values) const {
    auto buffer = std::make_unique<T[]>(group.positions.size());
    for (std::size_t i = 0; i < group.positions.size(); ++i) {
      const double value = values[group.positions[i]];
      const std::optional<T> fit = fitted<T>(value, group.type == ValueType::Boolean);
      if (!fit) refuse(group, i, value);
      buffer[i] = *fit;
    }
    return buffer;
  }

 private:
  [[noreturn]] void refuse(const VariableGroup& group, std::size_t i, double value) const;
  [[noreturn]] void not_returned(std::string_view call, const CallEnd& end);

  std::shared_ptr<FmuBinary> binary_;
  GuardedBuffer written_;
  std::string token_, resources_;
};

/// Makes an instance in this process. Throws InputError `fmi.only_once`, and SimulationError
/// `fmi.instantiation_failed`.
std::shared_ptr<FmuInstance> instantiate_here(const InstanceSource& source, const std::string& id);

}  // namespace hearth::fmi
