// SPDX-License-Identifier: MIT
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"

namespace hearth::test {

/// Exports a model of a workshop and returns the FMU; fails the test case if that fails.
inline std::string export_fmu(const Workshop& shop, const std::string& model,
                              const std::vector<std::string>& options = {}) {
  const std::string fmu = (shop / "model.fmu").string();
  std::vector<std::string> words = {"export", model, "-o", fmu};
  words.insert(words.end(), options.begin(), options.end());
  const Outcome outcome = run_hearth(shop, words);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return fmu;
}

/// An FMU of FMI 2.0 that is unpacked and loaded as an importer would, without Hearth.
class LoadedFmu {
 public:
  LoadedFmu(const Workshop& shop, const std::string& fmu, const std::string& folder = "unpacked")
      : folder_(shop / folder) {
    std::filesystem::create_directories(folder_);
    const std::string unpack =
        "cd '" + folder_.string() + "' && " HEARTH_CMAKE " -E tar xf '" + fmu + "'";
    REQUIRE(std::system(unpack.c_str()) == 0);
    description_ = text_of(folder_ / "modelDescription.xml");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "binaries")) {
      if (entry.path().extension() == ".so") library_ = entry.path();
    }
    handle_ = ::dlopen(library_.c_str(), RTLD_NOW | RTLD_LOCAL);
    INFO(library_);
    REQUIRE(handle_ != nullptr);
  }
  LoadedFmu(const LoadedFmu&) = delete;
  LoadedFmu& operator=(const LoadedFmu&) = delete;

  template <class Function>
  Function* function(const char* name) const {
    auto* found = reinterpret_cast<Function*>(::dlsym(handle_, name));
    if (found == nullptr) throw std::runtime_error(std::string("no function ") + name);
    return found;
  }
  /// Returns the value reference of a variable.
  unsigned reference(const std::string& name) const {
    const std::string start = "name=\"" + name + "\" valueReference=\"";
    const std::size_t at = description_.find(start);
    if (at == std::string::npos) throw std::runtime_error("no variable " + name);
    return static_cast<unsigned>(std::stoul(description_.substr(at + start.size())));
  }
  std::string attribute(const std::string& name) const {
    const std::size_t at = description_.find(" " + name + "=\"") + name.size() + 3;
    return description_.substr(at, description_.find('"', at) - at);
  }
  const std::string& description() const { return description_; }
  std::string resources() const { return "file://" + folder_.string() + "/resources/"; }
  const std::filesystem::path& library() const { return library_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_, library_;
  std::string description_;
  void* handle_ = nullptr;  // stays open, as an importer may keep it
};

/// One instance of it.
class Fmu2Instance {
 public:
  explicit Fmu2Instance(const LoadedFmu& fmu, const std::string& guid = "") : fmu_(fmu) {
    callbacks_.logger = &log;
    callbacks_.environment = this;
    const auto instantiate =
        fmu.function<void*(const char*, int, const char*, const char*, const Callbacks*, int, int)>(
            "fmi2Instantiate");
    const std::string token = guid.empty() ? fmu.attribute("guid") : guid;
    handle_ = instantiate("one", 1, token.c_str(), fmu.resources().c_str(), &callbacks_, 0, 1);
  }
  ~Fmu2Instance() {
    if (handle_ != nullptr) fmu_.function<void(void*)>("fmi2FreeInstance")(handle_);
  }
  Fmu2Instance(const Fmu2Instance&) = delete;
  Fmu2Instance& operator=(const Fmu2Instance&) = delete;

  void* handle() const { return handle_; }
  const std::string& messages() const { return messages_; }

  int initialize(double start = 0.0) {
    int status = setup(start);
    status += call("fmi2EnterInitializationMode");
    return status + call("fmi2ExitInitializationMode");
  }
  int setup(double start) {
    return fmu_.function<int(void*, int, double, double, int, double)>("fmi2SetupExperiment")(
        handle_, 0, 0.0, start, 0, 0.0);
  }
  int call(const char* name) { return fmu_.function<int(void*)>(name)(handle_); }
  int step(double time, double length) {
    return fmu_.function<int(void*, double, double, int)>("fmi2DoStep")(handle_, time, length, 1);
  }
  int set(const std::string& name, double value) {
    const unsigned reference = fmu_.reference(name);
    return fmu_.function<int(void*, const unsigned*, std::size_t, const double*)>("fmi2SetReal")(
        handle_, &reference, 1, &value);
  }
  double get(const std::string& name) {
    const unsigned reference = fmu_.reference(name);
    double value = -1e300;
    const int status = fmu_.function<int(void*, const unsigned*, std::size_t, double*)>(
        "fmi2GetReal")(handle_, &reference, 1, &value);
    INFO(messages_);
    CHECK(status == 0);
    return value;
  }
  double derivative(const std::string& output, const std::string& input) {
    const unsigned unknown = fmu_.reference(output), known = fmu_.reference(input);
    const double seed = 1.0;
    double found = -1e300;
    const int status = fmu_.function<int(void*, const unsigned*, std::size_t, const unsigned*,
                                         std::size_t, const double*, double*)>(
        "fmi2GetDirectionalDerivative")(handle_, &unknown, 1, &known, 1, &seed, &found);
    INFO(messages_);
    CHECK(status == 0);
    return found;
  }

  void* save() {
    void* state = nullptr;
    CHECK(fmu_.function<int(void*, void**)>("fmi2GetFMUstate")(handle_, &state) == 0);
    return state;
  }
  int restore(void* state) {
    return fmu_.function<int(void*, void*)>("fmi2SetFMUstate")(handle_, state);
  }
  void free(void* state) { fmu_.function<int(void*, void**)>("fmi2FreeFMUstate")(handle_, &state); }
  std::string serialized() {
    void* state = save();
    std::size_t size = 0;
    CHECK(fmu_.function<int(void*, void*, std::size_t*)>("fmi2SerializedFMUstateSize")(
              handle_, state, &size) == 0);
    std::string bytes(size, '\0');
    CHECK(fmu_.function<int(void*, void*, char*, std::size_t)>("fmi2SerializeFMUstate")(
              handle_, state, bytes.data(), size) == 0);
    free(state);
    return bytes;
  }
  int take(const std::string& bytes) {
    void* state = nullptr;
    const int status = fmu_.function<int(void*, const char*, std::size_t, void**)>(
        "fmi2DeSerializeFMUstate")(handle_, bytes.data(), bytes.size(), &state);
    if (status != 0) return status;
    const int restored = restore(state);
    free(state);
    return restored;
  }

 private:
  struct Callbacks {
    void (*logger)(void*, const char*, int, const char*, const char*, ...) = nullptr;
    void* (*allocate)(std::size_t, std::size_t) = nullptr;
    void (*release)(void*) = nullptr;
    void (*finished)(void*, int) = nullptr;
    void* environment = nullptr;
  };
  static void log(void* environment, const char*, int, const char*, const char* message, ...) {
    static_cast<Fmu2Instance*>(environment)->messages_ += std::string(message) + "\n";
  }

  const LoadedFmu& fmu_;
  Callbacks callbacks_;
  void* handle_ = nullptr;
  std::string messages_;
};

}  // namespace hearth::test
