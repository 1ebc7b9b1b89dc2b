# All from Debian packages (packages/debian.txt); nothing is downloaded.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Ceres 2.1 REQUIRED)
find_package(TBB REQUIRED)
find_package(Sundials REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt REQUIRED)
find_package(date REQUIRED)
find_package(ZLIB REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only
find_package(PkgConfig REQUIRED)
pkg_check_modules(serd REQUIRED IMPORTED_TARGET serd-0)

# FMUs as components; without it the type Fmu says what is missing.
option(HEARTH_WITH_FMI "Build the component type Fmu (pugixml, libzip)" ON)
if(HEARTH_WITH_FMI)
  pkg_check_modules(pugixml IMPORTED_TARGET pugixml)
  pkg_check_modules(libzip IMPORTED_TARGET libzip)
  if(NOT pugixml_FOUND OR NOT libzip_FOUND)
    message(WARNING "FMUs are left out: libpugixml-dev or libzip-dev is missing. "
                    "Install both, or set HEARTH_WITH_FMI=OFF.")
    set(HEARTH_WITH_FMI OFF)
  endif()
endif()
