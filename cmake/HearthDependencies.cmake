# All dependencies are Debian packages (packages/debian.txt); nothing is downloaded.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Ceres 2.1 REQUIRED)
find_package(TBB REQUIRED)
find_package(Sundials REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only
find_package(PkgConfig REQUIRED)
pkg_check_modules(serd REQUIRED IMPORTED_TARGET serd-0)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)

# FMUs as components; without them, the type Fmu reports what is missing.
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

# Results as NetCDF (*.nc); without it, such files are refused.
option(HEARTH_WITH_NETCDF "Write and read results as NetCDF (libnetcdf)" ON)
if(HEARTH_WITH_NETCDF)
  pkg_check_modules(netcdf IMPORTED_TARGET netcdf)
  if(NOT netcdf_FOUND)
    message(WARNING "Results as NetCDF are left out: libnetcdf-dev is missing. "
                    "Install it, or set HEARTH_WITH_NETCDF=OFF.")
    set(HEARTH_WITH_NETCDF OFF)
  endif()
endif()

# Optimal control (hearth optimize); without it, problems are checked but not solved.
option(HEARTH_WITH_IPOPT "Solve problems of optimal control (Ipopt)" ON)
if(HEARTH_WITH_IPOPT)
  find_package(Ipopt QUIET)
  if(NOT Ipopt_FOUND)
    message(WARNING "Optimal control is left out: coinor-libipopt-dev is missing. "
                    "Install it, or set HEARTH_WITH_IPOPT=OFF.")
    set(HEARTH_WITH_IPOPT OFF)
  endif()
endif()

# hearth-mpi for clusters; the command hearth does not need MPI.
set(HEARTH_WITH_MPI AUTO CACHE STRING "Build hearth-mpi: ON, OFF, or AUTO: where MPI is found")
set_property(CACHE HEARTH_WITH_MPI PROPERTY STRINGS AUTO ON OFF)
set(HEARTH_MPI_FOUND FALSE)
if(NOT HEARTH_WITH_MPI MATCHES "^(OFF|0|FALSE|NO)$")
  set(MPI_CXX_SKIP_MPICXX ON)  # the C interface is used
  find_package(MPI QUIET COMPONENTS CXX)
  set(HEARTH_MPI_FOUND ${MPI_CXX_FOUND})
  if(NOT HEARTH_MPI_FOUND AND NOT HEARTH_WITH_MPI STREQUAL "AUTO")
    message(FATAL_ERROR "MPI is not found (Debian: libopenmpi-dev). Install it, or set "
                        "HEARTH_WITH_MPI=OFF.")
  endif()
endif()
