#include <catch2/catch.hpp>
#include <iostream>
#include <iomanip>
#include "hearth/framework/state_step.hpp"
using namespace hearth;
// 3 node chain out - wall - air - boundary with tiny resistance
TEST_CASE("stiff") {
  for (double R : {1e-2,1e-4,1e-6,1e-7,1e-8,1e-9}) for (int which=0; which<3; ++which) {
    double r[3]={0.05,0.02,0.01}; r[which]=R;
    double C[3]={2e6,3e6,5e5}; // air wall boundary
    auto rhs=[&](const double*x,double,double*dx){
      double w=(x[1]-x[0])/r[1], b=(x[2]-x[0])/r[2], o=(5-x[1])/r[0], bb=(15-x[2])/r[2];
      dx[0]=(w+b+500)/C[0]; dx[1]=(o-w)/C[1]; dx[2]=(bb-b)/C[2];
    };
    double x[3]={21,14,19}; std::vector<double> mem(200);
    StateStep<double,decltype(rhs)> s(rhs,x,3,mem.data());
    double mx=0;
    for(int k=0;k<10;++k){ s.affine(600); mx=std::max(mx,std::abs(x[0])); }
    std::cout<<R<<" "<<which<<" "<<std::setprecision(12)<<x[0]<<" "<<x[1]<<" "<<x[2]<<" max "<<mx<<"\n";
  }
}
