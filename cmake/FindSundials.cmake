# Finds SUNDIALS without its own package file, which requires every optional library with which it
# was built. Defines Sundials::Sundials: CVODE, KINSOL, serial vectors, banded, dense and KLU
# linear solvers.
find_path(Sundials_INCLUDE_DIR cvode/cvode.h)
find_path(Sundials_KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
set(Sundials_LIBRARIES)
set(Sundials_VARIABLES)
foreach(part cvode kinsol nvecserial sunmatrixband sunmatrixdense sunmatrixsparse sunlinsolband
        sunlinsoldense sunlinsolklu)
  find_library(Sundials_${part}_LIBRARY sundials_${part})
  list(APPEND Sundials_LIBRARIES ${Sundials_${part}_LIBRARY})
  list(APPEND Sundials_VARIABLES Sundials_${part}_LIBRARY)
endforeach()
mark_as_advanced(Sundials_INCLUDE_DIR Sundials_KLU_INCLUDE_DIR ${Sundials_VARIABLES})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Sundials
  REQUIRED_VARS Sundials_INCLUDE_DIR Sundials_KLU_INCLUDE_DIR ${Sundials_VARIABLES})

if(Sundials_FOUND AND NOT TARGET Sundials::Sundials)
  add_library(Sundials::Sundials INTERFACE IMPORTED)
  target_include_directories(Sundials::Sundials SYSTEM INTERFACE
    ${Sundials_INCLUDE_DIR} ${Sundials_KLU_INCLUDE_DIR})
  target_link_libraries(Sundials::Sundials INTERFACE ${Sundials_LIBRARIES})
endif()
