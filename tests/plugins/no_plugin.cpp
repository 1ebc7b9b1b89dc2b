// SPDX-License-Identifier: MIT
extern "C" {
int answer();
int answer() { return 42; }
}
