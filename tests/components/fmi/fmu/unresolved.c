/* SPDX-License-Identifier: MIT */
/* A library that needs something nobody has. */
int hearth_test_missing_function(void);
int fmi2GetVersion(void) { return hearth_test_missing_function(); }
