// SPDX-License-Identifier: MIT
#include "hearth/apps/fmu/library/component.hpp"

#include <algorithm>
#include <charconv>

namespace hearth::fmu {
namespace {

/// FMI 2.0 interprets messages as formats of printf, and `#` as references to variables.
std::string plain_text(const std::string& message) {
  std::string plain;
  for (const char c : message) {
    if (c == '%') {
      plain += " percent";
    } else if (c != '#') {
      plain += c;
    }
  }
  return plain;
}

}  // namespace

void FmuComponent::log(Status status, const char* category, const std::string& message) const {
  if (!sink_) return;
  if (status != kError) {
    const bool chosen = categories_.empty() || std::find(categories_.begin(), categories_.end(),
                                                         category) != categories_.end();
    if (!logging_ || !chosen) return;
  }
  sink_(status, category, plain_text(message));
}

void FmuComponent::report(const char* call, const char* problem) noexcept {
  try {
    log(kError, kLogError, std::string(call) + ": " + problem);
  } catch (...) {  // there is no memory for a message
  }
}

int FmuComponent::enter_initialization(const char* call) {
  return guard(call, [&] {
    const Diagnostics found = model_->enter_initialization();
    for (const Diagnostic& item : found.items()) {
      if (item.severity == Severity::Warning) log(kWarning, kLogWarning, to_string(item));
    }
    return kOk;
  });
}

int FmuComponent::derivatives(const char* call, std::span<const Reference> outputs,
                              std::span<const Reference> inputs, std::span<const double> seed,
                              std::span<double> found) {
  return guard(call, [&] {
    const std::vector<double> values = model_->derivatives(outputs, inputs, seed);
    std::copy(values.begin(), values.end(), found.begin());
    return kOk;
  });
}

int FmuComponent::step(const char* call, double time, double length, StepResult& result) {
  return guard(call, [&] {
    result = model_->step(time, length);
    if (!result.discarded) return kOk;
    log(kDiscard, kLogDiscard, std::string(call) + ": " + result.why);
    return kDiscard;
  });
}

int FmuComponent::get_state(const char* call, void** state) {
  return guard(call, [&] {
    // An existing state is overwritten.
    if (*state != nullptr) {
      *static_cast<InstanceState*>(*state) = model_->save();
    } else {
      *state = new InstanceState(model_->save());
    }
    return kOk;
  });
}

int FmuComponent::set_state(const char* call, void* state) {
  if (state == nullptr) return unsupported(call);
  return guard(call, [&] { return model_->restore(*static_cast<InstanceState*>(state)), kOk; });
}

int FmuComponent::free_state(const char* call, void** state) {
  return guard(call, [&] {
    if (state == nullptr) return kOk;
    delete static_cast<InstanceState*>(*state);
    *state = nullptr;
    return kOk;
  });
}

int FmuComponent::serialized_size(const char* call, void* state, std::size_t* size) {
  if (state == nullptr) return unsupported(call);
  return guard(call, [&] {
    *size = model_->serialize(*static_cast<InstanceState*>(state)).size();
    return kOk;
  });
}

int FmuComponent::serialize(const char* call, void* state, char* bytes, std::size_t size) {
  if (state == nullptr) return unsupported(call);
  return guard(call, [&] {
    const std::string written = model_->serialize(*static_cast<InstanceState*>(state));
    if (written.size() > size) {
      throw InputError("fmi.call", {}, "the buffer is smaller than the serialized state");
    }
    std::copy(written.begin(), written.end(), bytes);
    return kOk;
  });
}

int FmuComponent::deserialize(const char* call, const char* bytes, std::size_t size, void** state) {
  return guard(call, [&] {
    *state = new InstanceState(model_->deserialize({bytes, size}));
    return kOk;
  });
}

FmuComponent* instantiate(const std::string& resources, const char* token, LogSink sink,
                          bool logging) noexcept {
  FmuComponent failing(nullptr, sink, logging);
  FmuComponent* component = nullptr;
  failing.guard("instantiation", [&] {
    const std::shared_ptr<const LoadedModel> model = LoadedModel::load(resources);
    if (token == nullptr || model->interface().token != token) {
      throw InputError("fmi.call", {},
                       std::string("the token '") + (token == nullptr ? "" : token) +
                           "' does not match this FMU, " + model->interface().token);
    }
    component = new FmuComponent(std::make_unique<ModelInstance>(model), std::move(sink), logging);
    return kOk;
  });
  return component;
}

std::string folder_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  if (!uri.starts_with(kScheme)) return std::string(uri);
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with("//")) uri.remove_prefix(std::min(uri.find('/', 2), uri.size()));
  std::string folder;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned char byte = static_cast<unsigned char>(uri[i]);
    if (byte == '%' && i + 2 < uri.size() &&
        std::from_chars(uri.data() + i + 1, uri.data() + i + 3, byte, 16).ptr ==
            uri.data() + i + 3) {
      i += 2;
    }
    folder += static_cast<char>(byte);
  }
  return folder;
}

}  // namespace hearth::fmu
