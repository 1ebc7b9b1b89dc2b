// SPDX-License-Identifier: MIT
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {

int run_verb(const ExportOptions&, Session&) {
  throw InputError("fmi.not_built", {},
                   "this build does not support FMUs; install libpugixml-dev and libzip-dev and "
                   "build Hearth with HEARTH_WITH_FMI=ON");
}

}  // namespace hearth::apps
