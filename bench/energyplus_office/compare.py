# SPDX-License-Identifier: MIT
"""Prints the accuracy of a twin of the office in the validation period: compare.py NAME=FOLDER...,
with folders written by 'hearth twin'. Energy is compared as hourly means (ASHRAE Guideline 14); a
negative bias means too little."""
import json
import math
import sys

WANTED = 0.5  # K


def zones(twin):
    """Returns the errors of zones with measured boundaries and with their own controls, K."""
    apart = [zone['rmse_kept_back'] for zone in twin['zones'].values()]
    together = [twin['with_own_controls'][zone + '.indoorTemperature']['rmse'] for zone in twin['zones']]
    return apart, together


def zone_text(errors):
    within = sum(error <= WANTED for error in errors)
    return f'{within} of {len(errors)} ({min(errors):.2f} to {max(errors):.2f} K, mean {sum(errors) / len(errors):.2f} K)'


def energy_text(agreement):
    if 'cv_rmse' not in agreement or not math.isfinite(agreement['cv_rmse']):
        return 'none measured'
    mean = agreement['rmse'] / agreement['cv_rmse']  # approximately, as CV(RMSE) divides by n - 1
    return (f"CV(RMSE) {100 * agreement['cv_rmse']:.1f} %, bias {100 * agreement['bias'] / mean:.1f} %, "
            f'mean {mean / 1000:.1f} kW')


for name, folder in (argument.split('=', 1) for argument in sys.argv[1:]):
    with open(folder + '/twin.json') as file:
        own = json.load(file)
    apart, together = zones(own)
    print(f'{name}: calibration to {own["learned_until"]}, validation to {own["end"]}')
    print('  zones, measured boundaries:', zone_text(apart))
    print('  zones, their own controls: ', zone_text(together))
    for port in own['with_own_controls']:
        if port.endswith(('boiler.heatingPower', 'chiller.coolingPower', '/coil.heatingPower', '/coil.coolingPower')):
            print(f'  {port}:', energy_text(own['with_own_controls'][port]))
