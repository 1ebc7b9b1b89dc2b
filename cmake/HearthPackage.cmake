# `cpack` in the build folder writes Debian packages: hearth, the command, and libhearth-dev, the
# libraries and headers. Needs dpkg-dev and file.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hearth)
set(CPACK_PACKAGE_VENDOR "The Hearth authors")
set(CPACK_PACKAGE_CONTACT "The Hearth authors <hearth@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL command dev)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "Reads the graph of a building (Brick, ASHRAE 223P, SAREF) or a JSON model, simulates it,
calibrates it against measurements, runs scenarios and reports the results.")
set(CPACK_COMPONENT_DEV_DESCRIPTION
    "Static libraries and headers of Hearth, found by CMake's find_package(hearth).")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME hearth)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS tzdata)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libhearth-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
# Packages that cmake/hearthConfig.cmake.in requires.
set(dev_packages libboost-dev libceres-dev libeigen3-dev libfmt-dev libpcre2-dev
    libserd-dev libsqlite3-dev libsundials-dev libtbb-dev nlohmann-json3-dev pkg-config zlib1g-dev)
if(HEARTH_WITH_FMI)
  list(APPEND dev_packages libpugixml-dev libzip-dev)
endif()
if(HEARTH_WITH_IPOPT)
  list(APPEND dev_packages coinor-libipopt-dev)
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS hearth)  # its libraries in lib/hearth are loaded at run time
list(JOIN dev_packages ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)
include(CPack)
