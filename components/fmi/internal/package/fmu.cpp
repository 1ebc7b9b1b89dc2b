// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu.hpp"

#include <utility>

#include "hearth/components/fmi/internal/package/guarded_call.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/standard_output.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {
namespace {

constexpr const char* kDescription = "modelDescription.xml";

#if defined(__linux__) && defined(__x86_64__)
constexpr const char *kPlatform2 = "linux64", *kPlatform3 = "x86_64-linux";
#elif defined(__linux__) && defined(__aarch64__)
// FMI 2.0 names no folder for this platform; exporters use that of FMI 3.0.
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

ModelDescription described(const std::filesystem::path& path, Interface wanted) {
  const FmuArchive archive(path);
  if (!archive.holds(kDescription)) {
    throw InputError("fmi.description_missing", {.file = path.string()},
                     std::string("contains no ") + kDescription + "; check that it is an FMU");
  }
  const std::string xml = archive.read(kDescription);
  check_limit(WorkLimit::DescriptionBytes, std::ssize(xml),
              {.file = path.string(), .pointer = kDescription});
  ModelDescription description = read_model_description(xml, path.string(), wanted);
  if (archive.holds(binary_of(description))) return description;
  const std::vector<std::string> platforms = archive.platforms();
  throw InputError("fmi.platform_missing", {.file = path.string()},
                   "contains no " + binary_of(description) + ", which this machine needs; it has " +
                       (platforms.empty() ? "no binaries" : "binaries for " + listed(platforms)) +
                       ": export it for " + platform_of(description));
}

constexpr bool kSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;  // its functions must come first, but with NameScope::Own those of the library would
#else
    false;
#endif

}  // namespace

Fmu::Fmu(std::filesystem::path path, Interface wanted)
    : path_(std::move(path)), description_(described(path_, wanted)) {}

const Fmu::Files& Fmu::files() const {
  const std::lock_guard lock(mutex_);
  if (files_) return *files_;
  auto files = std::make_unique<Files>();
  const FmuArchive archive(path_);
  const std::filesystem::path& root = files->folder.path();
  std::filesystem::create_directory(root / "resources");
  archive.extract({"resources/", folder_of(description_)}, root);
  files->unpacked = {root / binary_of(description_), (root / "resources").string()};
  files->elf = read_elf(files->unpacked.library);
  if (files->elf.cut_off) {
    throw InputError("fmi.library_invalid", {.file = path_.string()},
                     "its binary is cut off; export the FMU again");
  }
  files->clashes = clashing_names(files->elf.defined);
  files_ = std::move(files);
  return *files_;
}

const UnpackedFmu& Fmu::unpacked() const { return files().unpacked; }

const std::vector<std::string>& Fmu::clashes() const { return files().clashes; }

/// A library whose own names come first also uses the objects of its own standard C++ library, but
/// only those of the process were constructed.
bool Fmu::fits_into_process() const {
  return clashes().empty() || (!kSanitized && !files().elf.needs("libstdc++"));
}

bool Fmu::loaded() const {
  const std::lock_guard lock(mutex_);
  return binary_ != nullptr;
}

std::shared_ptr<FmuBinary> Fmu::binary() const {
  const NameScope scope =
      !clashes().empty() && fits_into_process() ? NameScope::Own : NameScope::Process;
  const std::lock_guard lock(mutex_);
  if (!binary_) {
    divert_standard_output();  // what an FMU prints is not an output of this program
    catch_crashes();           // before the FMU can catch the signals itself
    binary_ = std::make_shared<FmuBinary>(files_->unpacked, path_.string(), scope,
                                          variable_names(description_));
  }
  return binary_;
}

}  // namespace hearth::fmi
