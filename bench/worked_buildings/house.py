# SPDX-License-Identifier: MIT
"""Makes the data of examples/house: weather of a heating season, six weeks of trends, and
truth.json with the true properties of the house. The simulated house differs from the model that
Hearth makes of it: walls of three layers, windows that people open, infiltration that depends on
the wind, radiators with the exponent 1.3 and thermostatic valves, a heat pump that modulates,
switches and defrosts, people who come and go.

    house.py FOLDER
"""
import json
import math
import os
import random
import sys

import town
from town import DAY, HOUR

# Area, facade (m2) to outdoors without windows, windows (m2), their orientation, roof (m2), share
# of people, setpoint by day and night, radiator at 45/35/20 degC (W).
ROOMS = {
    'living': (31, 29, 8.4, 200, 0, 0.40, 21.5, 19.0, 1500),
    'kitchen': (14, 15, 3.2, 110, 0, 0.25, 20.5, 18.5, 650),
    'hall': (13, 6, 1.2, 20, 0, 0.05, 19.0, 18.0, 350),
    'bath': (8, 8, 1.1, 290, 8, 0.06, 22.5, 20.0, 550),
    'parents': (16, 17, 2.8, 110, 16, 0.08, 18.5, 17.0, 550),
    'child': (14, 18, 2.6, 200, 14, 0.10, 20.5, 18.0, 700),
    'study': (12, 15, 2.2, 290, 12, 0.06, 20.5, 18.0, 650)}
# Rooms that share a wall or a ceiling, with its area (m2).
NEIGHBOURS = {('living', 'kitchen'): 11, ('living', 'hall'): 12, ('kitchen', 'hall'): 9, ('bath', 'parents'): 9,
              ('bath', 'hall'): 8, ('parents', 'child'): 10, ('child', 'study'): 9, ('study', 'bath'): 7,
              ('living', 'child'): 13, ('living', 'study'): 12, ('kitchen', 'parents'): 13}
HEIGHT = 2.5
U_WALL, U_ROOF, U_WINDOW, U_INSIDE, U_FLOOR = 0.52, 0.33, 1.9, 1.7, 0.45  # W/(m2 K)
SOLAR_FACTOR, FRAME = 0.60, 0.72      # of the glass; share of glass in the window
LEAKS = 0.22                          # 1/h at 3 m/s
GROUND = 10.0                         # degC
FURNITURE, INNER, WALL = 15e3, 95e3, 260e3  # J/(m2 K): of floor, of floor, of facade
FLOW_MAX = 0.0239                     # kg/s for 1000 W, as balanced: 10 K between flow and return
HEAT_PUMP = 6500.0                    # W at 2 degC outdoors and 35 degC water
STEP = 60


# The changes in examples/house/retrofit.json: remaining share of the losses, flow temperature (K),
# size (W).
RETROFITS = {'as it is': {}, 'supply temperature -4 K': {'flow': -4.0}, 'insulated': {'losses': 0.71},
             'insulated, supply temperature -4 K': {'losses': 0.71, 'flow': -4.0}, '4.5 kW heat pump': {'size': 4500.0}}


class Room:
    def __init__(self, name, values, seed, losses=1.0):
        (self.area, facade, window, self.side, roof, self.people, self.day, self.night, self.nominal) = values
        self.name, self.random = name, random.Random(seed)
        ground = self.area if roof == 0 else 0.0
        self.air, self.inside = self.day, self.day
        self.wall = [15.0, 12.0, 8.0]
        self.air_capacity = FURNITURE * self.area + 1200 * HEIGHT * self.area
        self.inner_capacity = INNER * self.area
        self.wall_capacity = WALL * (facade + roof) / 3
        opaque = losses * (U_WALL * facade + U_ROOF * roof)
        self.wall_path = opaque * 4  # four equal resistances in series around three layers
        self.window_loss, self.ground_loss, self.leaks = losses * U_WINDOW * window, losses * U_FLOOR * ground, losses * LEAKS
        self.aperture = window * FRAME * SOLAR_FACTOR
        self.volume = HEIGHT * self.area
        self.inner_path = 6.0 * 2.2 * self.area
        self.valve, self.radiator, self.heat = 0.0, [35.0, 33.0, 31.0, 30.0], 0.0
        self.capacity = 40.0 * self.nominal / 4
        self.flow_max = FLOW_MAX * self.nominal / 1000 * self.random.uniform(0.85, 1.15)  # inaccuracy of balancing
        self.opens = 0
        self.loss = opaque + self.window_loss + self.leaks * self.volume * 1.2 * 1006 / 3600

    def setpoint(self, second):
        day, hour = second // DAY % 7, second % DAY / HOUR
        early = 7.5 if day >= 5 else (5.5 if self.name == 'bath' else 6.0)
        return self.day if early <= hour < (23.0 if day in (4, 5) else 22.0) else self.night


def presence(second, home):
    """Returns the share of the family's heat that is released now."""
    day, hour = second // DAY % 7, second % DAY / HOUR
    if hour < 6 or hour >= 23:
        return 0.35
    if day < 5 and 8 <= hour < 15:
        return 0.10 + 0.5 * home
    return 0.75 if hour < 17 else 1.0


class House:
    def __init__(self, weather, losses=1.0, flow=0.0, size=HEAT_PUMP):
        self.weather, self.flow, self.size = weather, flow, size
        self.rooms = {name: Room(name, values, 100 + i, losses) for i, (name, values) in enumerate(ROOMS.items())}
        self.random, self.busy = random.Random(50), town.Drift(51, 0.28, 1.5 * HOUR, STEP)
        self.supply, self.back, self.running, self.idle, self.defrost, self.home = 35.0, 30.0, True, 0, 0, 0
        self.power = self.heat = 0.0

    def flow_setpoint(self, outdoors):
        return min(52.0, max(28.0, 43.5 - 0.9 * outdoors)) + self.flow

    def plant(self, outdoors, flow, back):
        """Heats the return water: modulates from 25 to 100 %, rests for at least 15 minutes,
        defrosts."""
        wanted = self.flow_setpoint(outdoors)
        capacity = self.size * max(0.45, 1 + 0.023 * (outdoors - 2) - 0.004 * (wanted - 35))
        demand = flow * 4180 * (wanted - back) + 400 * (wanted - self.supply)
        if self.running and demand < 0.2 * capacity and self.idle <= 0:
            self.running, self.idle = False, 15
        elif not self.running:
            self.idle -= 1
            self.running = self.idle <= 0 and demand > 0.3 * capacity
        if self.running and outdoors < 4 and self.random.random() < 1 / 75:
            self.defrost = 4
        lift = wanted + 3 - (outdoors - 6)
        efficiency = 0.47 * (wanted + 276) / max(lift, 18)
        if self.defrost > 0:
            self.defrost, self.heat, self.power = self.defrost - 1, 0.0, 0.25 * capacity / efficiency
        elif self.running:
            self.heat = min(capacity, max(0.25 * capacity, demand))
            self.power = self.heat / efficiency + 40
        else:
            self.heat, self.power = 0.0, 12.0
        # A buffer of 250 l between heat pump and radiators.
        self.supply += STEP * (self.heat - flow * 4180 * (self.supply - back)) / (250 * 4180)
        self.supply = min(self.supply, 58.0)

    def step(self, second):
        outdoors, cloud, wind = self.weather.at(second)
        total, diffuse = town.irradiation(second, cloud)
        if second % DAY == 0:
            self.home = self.random.random() < 0.3
        use = max(0.1, presence(second, self.home) * (1 + self.busy.next()))
        rooms, exchange = self.rooms, dict.fromkeys(self.rooms, 0.0)
        for (a, b), area in NEIGHBOURS.items():
            flow = U_INSIDE * area * (rooms[a].air - rooms[b].air)
            exchange[a] -= flow
            exchange[b] += flow
        flows = {}
        for room in rooms.values():
            # The valve: 30 % at the setpoint, 5 % more for each 0.1 K below; its motor moves every
            # 10 minutes.
            if second % 600 == 0:
                room.valve = min(1.0, max(0.0, 0.3 + 0.5 * (room.setpoint(second) - room.air)))
                room.valve = round(room.valve, 2)
            flows[room.name] = room.flow_max * room.valve
        flow = max(sum(flows.values()), 0.02)  # a bypass keeps some water flowing
        back = (sum(flows[r.name] * r.radiator[-1] for r in rooms.values()) + (flow - sum(flows.values())) * self.supply) / flow
        self.plant(outdoors, flow, back)
        self.back = back
        for room in rooms.values():
            before, room.heat = self.supply, 0.0
            for i, element in enumerate(room.radiator):
                heat = room.nominal / 4 * (max(0.0, element - room.air) / 19.6)**1.3  # 19.6 K: 45/35/20
                room.radiator[i] += STEP / room.capacity * (flows[room.name] * 4180 * (before - element) - heat)
                before, room.heat = element, room.heat + heat
            if second % DAY == 7 * HOUR and room.name in ('parents', 'bath', 'child') and room.random.random() < 0.5:
                room.opens = room.random.randint(4, 12)  # minutes
            air = room.leaks * (wind / 3) * room.volume / 3600 + (0.02 if room.opens > 0 else 0.0)  # m3/s
            room.opens -= 1
            sunshine = room.aperture * town.on_facade(second, total, diffuse, room.side) if total > 0 else 0.0
            gains = 620 * room.people * use + 1.2 * room.area
            into_inner = room.inner_path * (room.air - room.inside)
            layers = [room.air] + room.wall + [outdoors]
            along = [room.wall_path * (layers[i] - layers[i + 1]) for i in range(4)]
            room.air += STEP / room.air_capacity * (
                0.6 * room.heat + 0.7 * gains + 0.3 * sunshine - into_inner - along[0] + exchange[room.name]
                - (room.window_loss + air * 1.2 * 1006) * (room.air - outdoors) - room.ground_loss * (room.air - GROUND))
            room.inside += STEP / room.inner_capacity * (0.4 * room.heat + 0.3 * gains + 0.7 * sunshine + into_inner)
            for i in range(3):
                room.wall[i] += STEP / room.wall_capacity * (along[i] - along[i + 1])


def electricity(weather, change, start, warm, end):
    """Returns the consumption of a house from `warm` to `end`, kWh."""
    house, used = House(weather, **change), 0.0
    for second in range(start, end, STEP):
        house.step(second)
        used += house.power * STEP / 3.6e6 if second >= warm else 0.0
    return used


def main(folder):
    weather = town.Weather()
    start, end = town.second_of(2024, 1, 15), town.second_of(2024, 2, 26)
    os.makedirs(folder + '/trends', exist_ok=True)
    weather.write(folder + '/weather.csv', town.second_of(2024, 1, 1), town.second_of(2024, 5, 1))
    house, trends = House(weather), town.Trends(60)
    offsets = random.Random(61)
    for name in ROOMS:
        trends.sensor(f'{name}-temperature', 0.03, 1, offsets.gauss(0, 0.1))
        trends.sensor(f'{name}-setpoint', 0, 1)
        trends.sensor(f'{name}-valve', 0, 0)
    trends.sensor('heatpump-flow', 0.1, 1, 0.2)
    trends.sensor('heatpump-return', 0.1, 1, -0.1)
    trends.sensor('heatpump-setpoint', 0, 1)
    trends.sensor('heatpump-heat', 0, -1)
    trends.sensor('heatpump-power', 0, -1)
    every, heat, power, energy = 30 * 60, 0.0, 0.0, {'heat': 0.0, 'electricity': 0.0}
    dead = range(town.second_of(2024, 2, 4) + 3 * HOUR, town.second_of(2024, 2, 4) + 8 * HOUR)  # the gateway was off
    flat = range(town.second_of(2024, 1, 27), town.second_of(2024, 1, 28) + 10 * HOUR)          # an empty battery in the study
    for second in range(town.second_of(2024, 1, 2), end + STEP, STEP):
        if second >= start and second % every == 0:
            values = {}
            for name, room in house.rooms.items():
                if name != 'study' or second not in flat:
                    values |= {f'{name}-temperature': room.air, f'{name}-valve': 100 * room.valve}
                values[f'{name}-setpoint'] = room.setpoint(second)
            values |= {'heatpump-flow': house.supply, 'heatpump-return': house.back, 'heatpump-setpoint': house.flow_setpoint(weather.at(second)[0]),
                       'heatpump-heat': heat / every, 'heatpump-power': power / every}
            trends.read(second, {} if second in dead else values)
        if second % every == 0:
            heat = power = 0.0
        house.step(second)
        heat, power = heat + house.heat * STEP, power + house.power * STEP
        if second >= start:
            energy['heat'] += house.heat * STEP / 3.6e6
            energy['electricity'] += house.power * STEP / 3.6e6
    trends.write(folder + '/trends/trends.csv')
    studied = {name: round(electricity(weather, change, town.second_of(2024, 1, 2), start + 4 * DAY, end))
               for name, change in RETROFITS.items()}
    truth = {'energy from 15 January to 26 February, kWh': {k: round(v) for k, v in energy.items()},
             'electricity of the heat pump from 19 January to 26 February with retrofits, kWh': studied,
             'heat pump, W at 2 degC outdoors and 35 degC water': HEAT_PUMP,
             'rooms': {name: {'loss to outdoors, W/K': round(room.loss, 1),
                              'loss to the ground, W/K': round(room.ground_loss, 1),
                              'sun aperture, m2': round(room.aperture, 2),
                              'radiator at 45/35/20 degC, W': room.nominal,
                              'flow through its open valve, kg/h': round(3600 * room.flow_max, 1)} for name, room in house.rooms.items()}}
    with open(folder + '/truth.json', 'w', encoding='ascii', newline='\n') as file:
        json.dump(truth, file, indent=1)
        file.write('\n')


main(sys.argv[1])
