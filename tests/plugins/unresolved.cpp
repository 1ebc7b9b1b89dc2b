// SPDX-License-Identifier: MIT
namespace plant {

double loss_of(double temperature);
double loss();
double loss() { return loss_of(20.0); }

}  // namespace plant
