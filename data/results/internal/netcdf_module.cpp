// SPDX-License-Identifier: MIT
// hearth-netcdf.so: links the NetCDF library for programs that load it only if they need it.
#include "hearth/data/results/internal/netcdf_functions.hpp"

extern "C" const hearth::NetcdfFunctions* hearth_netcdf_functions() {
  static constexpr hearth::NetcdfFunctions functions{.close = &nc_close,
                                                     .create = &nc_create,
                                                     .def_dim = &nc_def_dim,
                                                     .def_var = &nc_def_var,
                                                     .enddef = &nc_enddef,
                                                     .get_att_text = &nc_get_att_text,
                                                     .get_vara_double = &nc_get_vara_double,
                                                     .inq_att = &nc_inq_att,
                                                     .inq_dimid = &nc_inq_dimid,
                                                     .inq_dimlen = &nc_inq_dimlen,
                                                     .inq_format = &nc_inq_format,
                                                     .inq_nvars = &nc_inq_nvars,
                                                     .inq_type = &nc_inq_type,
                                                     .inq_varid = &nc_inq_varid,
                                                     .inq_varndims = &nc_inq_varndims,
                                                     .inq_vartype = &nc_inq_vartype,
                                                     .open = &nc_open,
                                                     .put_att_double = &nc_put_att_double,
                                                     .put_att_text = &nc_put_att_text,
                                                     .put_vara_double = &nc_put_vara_double,
                                                     .redef = &nc_redef,
                                                     .set_fill = &nc_set_fill,
                                                     .strerror = &nc_strerror};
  return &functions;
}
