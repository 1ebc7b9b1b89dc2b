// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu.hpp"

#include <utility>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {
namespace {

constexpr const char* kDescription = "modelDescription.xml";

#if defined(__linux__) && defined(__x86_64__)
constexpr const char *kPlatform2 = "linux64", *kPlatform3 = "x86_64-linux";
#elif defined(__linux__) && defined(__aarch64__)
// FMI 2.0 names no folder for it; exporters use that of FMI 3.0.
constexpr const char *kPlatform2 = "aarch64-linux", *kPlatform3 = "aarch64-linux";
#else
#error "the folder of binaries for this platform: FMI 3.0.1, 2.5"
#endif

const char* platform_of(const ModelDescription& description) {
  return description.major == 2 ? kPlatform2 : kPlatform3;
}

std::string folder_of(const ModelDescription& description) {
  return std::string("binaries/") + platform_of(description) + "/";
}

std::string binary_of(const ModelDescription& description) {
  return folder_of(description) + description.identifier + ".so";
}

ModelDescription described(const std::filesystem::path& path) {
  const FmuArchive archive(path);
  if (!archive.holds(kDescription)) {
    throw InputError("fmi.description_missing", {.file = path.string()},
                     std::string("holds no ") + kDescription + ": is this an FMU?");
  }
  ModelDescription description = read_model_description(archive.read(kDescription), path.string());
  if (archive.holds(binary_of(description))) return description;
  const std::vector<std::string> platforms = archive.platforms();
  throw InputError("fmi.platform_missing", {.file = path.string()},
                   "holds no " + binary_of(description) + ", which this machine needs; it has " +
                       (platforms.empty() ? "no binaries" : "binaries for " + listed(platforms)) +
                       ": export it for " + platform_of(description));
}

}  // namespace

FmuBinary::FmuBinary(const std::filesystem::path& fmu, const ModelDescription& description) {
  const FmuArchive archive(fmu);
  std::filesystem::create_directory(folder.path() / "resources");
  archive.extract("resources/", folder.path());
  archive.extract(folder_of(description), folder.path());
  library = std::make_unique<SharedLibrary>(folder.path() / binary_of(description), fmu.string());
}

Fmu::Fmu(std::filesystem::path path) : path_(std::move(path)), description_(described(path_)) {}

std::shared_ptr<FmuBinary> Fmu::binary() const {
  const std::lock_guard lock(mutex_);
  if (!binary_) binary_ = std::make_shared<FmuBinary>(path_, description_);
  return binary_;
}

}  // namespace hearth::fmi
