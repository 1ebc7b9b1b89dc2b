/* SPDX-License-Identifier: MIT */
/* A library that needs a Python interpreter in its process. */
extern int _PyHearthTest_NoneStruct;
int fmi2GetVersion(void) { return _PyHearthTest_NoneStruct; }
