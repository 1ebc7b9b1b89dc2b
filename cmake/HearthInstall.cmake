# Installation: headers under include/hearth/<folder>/, one static library per folder, the command
# (apps/CMakeLists.txt), and the files for find_package(hearth).
option(HEARTH_INSTALL "Install Hearth" ${PROJECT_IS_TOP_LEVEL})
if(NOT HEARTH_INSTALL)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
set(HEARTH_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hearth)

get_property(folders GLOBAL PROPERTY HEARTH_LIBRARIES)
set(libraries ${folders})
list(TRANSFORM libraries PREPEND hearth_)
foreach(folder IN LISTS folders)
  get_target_property(headers hearth_${folder} HEARTH_HEADERS)
  foreach(header IN LISTS headers)
    get_filename_component(place ${folder}/${header} DIRECTORY)
    install(FILES ${PROJECT_SOURCE_DIR}/${folder}/${header} DESTINATION include/hearth/${place})
  endforeach()
endforeach()
install(FILES ${HEARTH_INCLUDE_DIR}/hearth_interface.hpp DESTINATION include)
install(TARGETS hearth_options ${libraries} EXPORT hearth
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT hearth FILE hearthTargets.cmake NAMESPACE hearth:: DESTINATION ${HEARTH_CMAKE_DIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/hearthConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/hearthConfig.cmake INSTALL_DESTINATION ${HEARTH_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/hearthConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/hearthConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/hearthConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindIpopt.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindSundials.cmake
  ${PROJECT_SOURCE_DIR}/cmake/HearthComponent.cmake
  ${PROJECT_SOURCE_DIR}/cmake/component_types.cpp.in
  ${PROJECT_SOURCE_DIR}/cmake/component_registry.cpp.in
  ${PROJECT_SOURCE_DIR}/cmake/component_plugin.cpp.in
  DESTINATION ${HEARTH_CMAKE_DIR})

# Debian expects the licence of each package under this name.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libhearth-dev RENAME copyright)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT command)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command)

if(PROJECT_IS_TOP_LEVEL)
  include(HearthPackage)
endif()
