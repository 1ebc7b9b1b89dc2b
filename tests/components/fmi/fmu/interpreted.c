/* SPDX-License-Identifier: MIT */
/* A library that calls a Python interpreter without loading one, as those of PythonFMU. */
extern int Py_IsInitialized(void);
int fmi2GetVersion(void) { return Py_IsInitialized(); }
