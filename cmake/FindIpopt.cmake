# Finds Ipopt (coinor-libipopt-dev) without the further libraries in its pkg-config file, whose
# development packages are not needed to link it. Defines Ipopt::Ipopt.
find_path(Ipopt_INCLUDE_DIR IpTNLP.hpp PATH_SUFFIXES coin coin-or)
find_library(Ipopt_LIBRARY ipopt)
mark_as_advanced(Ipopt_INCLUDE_DIR Ipopt_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ipopt REQUIRED_VARS Ipopt_LIBRARY Ipopt_INCLUDE_DIR)

if(Ipopt_FOUND AND NOT TARGET Ipopt::Ipopt)
  add_library(Ipopt::Ipopt INTERFACE IMPORTED)
  target_include_directories(Ipopt::Ipopt SYSTEM INTERFACE ${Ipopt_INCLUDE_DIR})
  target_compile_definitions(Ipopt::Ipopt INTERFACE HAVE_CSTDDEF)  # required by old headers
  target_link_libraries(Ipopt::Ipopt INTERFACE ${Ipopt_LIBRARY})
endif()
