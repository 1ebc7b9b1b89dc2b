#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the library of exported FMUs needs the C library alone and exports the functions of the
# standard alone, all of them.
#
#   check_symbols.sh LIBRARY
set -eu
export LC_ALL=C
library=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
  grep -Ev '^(libc|libm|libpthread|libdl|ld-linux.*)\.so\.[0-9]+$' > "$work/needed" || true
if [ -s "$work/needed" ]; then
  echo "$library needs more than the C library:"
  cat "$work/needed"
  exit 1
fi

nm -D --defined-only "$library" | awk '{ print $3 }' | sort > "$work/exported"
if grep -Ev '^fmi[23][A-Z]' "$work/exported"; then
  echo "$library exports these names, which are not of the standard"
  exit 1
fi

# FMI 2.0.4: 2.1 and 4.2.
for name in GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment \
  EnterInitializationMode ExitInitializationMode Terminate Reset GetReal GetInteger GetBoolean \
  GetString SetReal SetInteger SetBoolean SetString GetFMUstate SetFMUstate FreeFMUstate \
  SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate GetDirectionalDerivative \
  SetRealInputDerivatives GetRealOutputDerivatives DoStep CancelStep GetStatus GetRealStatus \
  GetIntegerStatus GetBooleanStatus GetStringStatus; do
  echo "fmi2$name"
done > "$work/standard"
# FMI 3.0.1: 2.2 to 2.4, 3.2, 4.2 and 5.2.
for name in GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation \
  InstantiateScheduledExecution FreeInstance EnterInitializationMode ExitInitializationMode \
  EnterEventMode Terminate Reset GetFloat32 GetFloat64 GetInt8 GetUInt8 GetInt16 GetUInt16 GetInt32 \
  GetUInt32 GetInt64 GetUInt64 GetBoolean GetString GetBinary GetClock SetFloat32 SetFloat64 SetInt8 \
  SetUInt8 SetInt16 SetUInt16 SetInt32 SetUInt32 SetInt64 SetUInt64 SetBoolean SetString SetBinary \
  SetClock GetNumberOfVariableDependencies GetVariableDependencies GetFMUState SetFMUState \
  FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState \
  GetDirectionalDerivative GetAdjointDerivative EnterConfigurationMode ExitConfigurationMode \
  GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction SetIntervalDecimal \
  SetIntervalFraction SetShiftDecimal SetShiftFraction EvaluateDiscreteStates UpdateDiscreteStates \
  EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates \
  GetContinuousStateDerivatives GetEventIndicators GetContinuousStates \
  GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates \
  EnterStepMode GetOutputDerivatives DoStep ActivateModelPartition; do
  echo "fmi3$name"
done >> "$work/standard"
sort "$work/standard" | comm -23 - "$work/exported" > "$work/missing"
if [ -s "$work/missing" ]; then
  echo "$library lacks these functions of the standard:"
  cat "$work/missing"
  exit 1
fi
