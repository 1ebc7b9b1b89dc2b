// SPDX-License-Identifier: MIT
// The headers of other libraries, compiled once for all tests: a target with precompiled headers
// needs a source that uses them.
