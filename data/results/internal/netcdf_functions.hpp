// SPDX-License-Identifier: MIT
#pragma once

#include <netcdf.h>

namespace hearth {

/// The functions of the NetCDF library that Hearth calls, with their names without `nc_`.
struct NetcdfFunctions {
  decltype(&nc_close) close;
  decltype(&nc_create) create;
  decltype(&nc_def_dim) def_dim;
  decltype(&nc_def_var) def_var;
  decltype(&nc_enddef) enddef;
  decltype(&nc_get_att_text) get_att_text;
  decltype(&nc_get_vara_double) get_vara_double;
  decltype(&nc_inq_att) inq_att;
  decltype(&nc_inq_dimid) inq_dimid;
  decltype(&nc_inq_dimlen) inq_dimlen;
  decltype(&nc_inq_format) inq_format;
  decltype(&nc_inq_nvars) inq_nvars;
  decltype(&nc_inq_type) inq_type;
  decltype(&nc_inq_varid) inq_varid;
  decltype(&nc_inq_varndims) inq_varndims;
  decltype(&nc_inq_vartype) inq_vartype;
  decltype(&nc_open) open;
  decltype(&nc_put_att_double) put_att_double;
  decltype(&nc_put_att_text) put_att_text;
  decltype(&nc_put_vara_double) put_vara_double;
  decltype(&nc_redef) redef;
  decltype(&nc_set_fill) set_fill;
  decltype(&nc_strerror) strerror;
};

}  // namespace hearth

/// Function that the library hearth-netcdf.so exports.
extern "C" const hearth::NetcdfFunctions* hearth_netcdf_functions();
