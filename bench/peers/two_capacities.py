# SPDX-License-Identifier: MIT
"""SimuPy and MoDyPy compared with `hearth simulate --engine continuous`: a zone with two capacities
and a heater with proportional control, in sinusoidal weather; each program integrates with its own
method and tolerances.

    two_capacities.py HEARTH FOLDER DAYS REPEATS simupy|modypy
"""
import datetime as dt
import importlib.metadata
import math
import sys

import interleaved
import numpy as np

C_AIR, C_WALL, R_IN, R_OUT = 1e6, 1e7, 0.005, 0.01  # J/K, K/W
GAIN, MOST, WANTED = 500.0, 2000.0, 21.0            # W/K, W, degC
DAY, STEP = 86400.0, 600
AIR, WALL = 20.0, 15.0                              # degC at the start


def outdoors(time):
    return 5.0 * math.sin(2.0 * math.pi * time / DAY)


def heat(air):
    return min(max(GAIN * (WANTED - air), 0.0), MOST)


def air_rate(air, wall, power):
    return ((wall - air) / R_IN + power) / C_AIR


def wall_rate(air, wall, outside):
    return ((air - wall) / R_IN + (outside - wall) / R_OUT) / C_WALL


def hearth_model(days):
    start = dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc)
    zone = {'parameters': {'R_in': f'{R_IN} K/W', 'R_out': f'{R_OUT} K/W', 'C_air': f'{C_AIR} J/K',
                           'C_wall': f'{C_WALL} J/K', 'k': f'{GAIN} W/K', 'most': f'{MOST} W',
                           'wanted': f'{WANTED} degC', 'swing': '5 K', 'middle': '0 degC', 'day': f'{DAY} s'},
            'states': {'T': f'{AIR} degC', 'Tw': f'{WALL} degC'},
            'derivatives': {'T': '((Tw - T) / R_in + clamp(k * (wanted - T), 0, most)) / C_air',
                            'Tw': '((T - Tw) / R_in + (middle + swing * sin(2 * pi * time / day) - Tw) / R_out) / C_wall'}}
    return {'hearth': 1, 'name': 'a zone of two capacities', 'components': {'zone': {'type': 'Expression', 'config': zone}},
            'connections': [],
            'simulation': {'start': start.isoformat(), 'end': (start + dt.timedelta(days=days)).isoformat(), 'step': STEP}}


def simupy(days):
    from simupy.block_diagram import BlockDiagram
    from simupy.systems import DynamicalSystem, SystemFromCallable
    zone = DynamicalSystem(
        state_equation_function=lambda t, x, u: np.array([air_rate(x[0], x[1], u[1]), wall_rate(x[0], x[1], u[0])]),
        dim_state=2, dim_input=2, dim_output=2, initial_condition=np.array([AIR, WALL]),
        output_equation_function=lambda t, x: x)
    weather = SystemFromCallable(lambda t: np.array([outdoors(t)]), 0, 1)
    heater = SystemFromCallable(lambda t, u: np.array([heat(u[0])]), 1, 1)
    diagram = BlockDiagram(zone, weather, heater)
    diagram.connect(weather, zone, inputs=[0])
    diagram.connect(zone, heater, outputs=[0])
    diagram.connect(heater, zone, inputs=[1])
    # The default of at most 500 steps ends after weeks; with given rows, the integrator stops at
    # the start.
    options = {'name': 'dopri5', 'rtol': 1e-6, 'atol': 1e-12, 'nsteps': 10_000_000, 'max_step': STEP}

    def run():
        result = diagram.simulate(days * DAY, integrator_options=options)
        if result.t[-1] < days * DAY:
            sys.exit(f'SimuPy stopped after {result.t[-1]} s')
        return result.x[-1]
    return run


def modypy(days):
    from modypy.model import State, System, signal_function
    from modypy.simulation import Simulator, SimulationResult
    system = System()

    @signal_function
    def weather(now):
        return outdoors(now.time)

    @signal_function
    def heater(now):
        return heat(air(now))

    air = State(system, derivative_function=lambda now: air_rate(air(now), wall(now), heater(now)), initial_condition=AIR)
    wall = State(system, derivative_function=lambda now: wall_rate(air(now), wall(now), weather(now)), initial_condition=WALL)

    def run():
        simulator = Simulator(system, start_time=0.0)
        return SimulationResult(system, simulator.run_until(time_boundary=days * DAY)).state[:, -1]
    return run


def main(hearth, folder, days, repeats, peer):
    run = {'simupy': simupy, 'modypy': modypy}[peer](days)
    path = interleaved.write_model(folder, 'two_capacities.hearth.json', hearth_model(days))
    results = path.replace('.hearth.json', '.csv')
    last = []

    def deviation():
        ends = [interleaved.column(results, name)[-1] for name in ('zone.T', 'zone.Tw')]
        worst = max(abs(a - b) for a, b in zip(ends, last[-1]))
        return f'largest difference at the end: {worst:.2g} K'

    interleaved.compare({'simupy': 'SimuPy', 'modypy': 'MoDyPy'}[peer], importlib.metadata.version(peer),
                        f'two capacities, controlled heater, {days} days',
                        lambda: interleaved.seconds_of_call(lambda: last.append(run())),
                        lambda: interleaved.seconds_of_command(
                            [hearth, 'simulate', path, '--engine', 'continuous', '-o', results]),
                        repeats, deviation)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
