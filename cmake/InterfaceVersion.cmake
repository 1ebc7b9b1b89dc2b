# Writes a header that identifies the interface of plug-ins by Hearth's version and public headers:
# cmake -DOUTPUT=x.hpp -DVERSION=0.1.0 -DFILES=a.hpp;b.hpp -P InterfaceVersion.cmake. A plug-in
# shares structs and inline functions with the command, so that any change of a header counts.
set(hashes "")
foreach(file IN LISTS FILES)
  file(SHA256 ${file} hash)
  string(APPEND hashes "${hash}\n")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 16 hash)
file(WRITE ${OUTPUT} "// Generated from the public headers of Hearth.
#pragma once

#define HEARTH_INTERFACE_VERSION \"${VERSION}\"
#define HEARTH_INTERFACE_HEADERS \"${hash}\"
")
