# SPDX-License-Identifier: MIT
"""Makes the data of examples/office: weather of a year, three weeks of trends, and truth.json with
the true properties of the office. The simulated office differs from the model that Hearth makes of
it: zones of four capacities, people who come and go, meetings, blinds, infiltration that depends on
the wind, terminal controllers that act every five minutes, sensors with offsets.

    office.py FOLDER
"""
import json
import os
import random
import sys

import town
from town import DAY, HOUR

STEP = 60
# Zone: storey, floor area (m2), facade with windows (m2), side, people, kind.
ZONES = {}
for storey in (1, 2, 3, 4):
    for number, (area, facade, side, people, kind) in enumerate(
            [(62, 31, 180, 6, 'office'), (66, 52, 135, 9, 'meeting'), (52, 26, 0, 5, 'office'), (60, 30, 0, 6, 'office'),
             (70, 55, 225, 8, 'open'), (85, 0, None, 0, 'core')], 1):
        ZONES[f'Z{storey}0{number}'] = (storey, area + 2 * (storey - 2), facade, side, people, kind)
ZONES['Z407'] = (4, 64, 0, None, 10, 'core')
UNIT_OF = {1: 1, 2: 1, 3: 2, 4: 2}           # the air handling unit of a storey
HEIGHT, GLASS, SOLAR_FACTOR = 3.0, 0.42, 0.50
U_WALL, U_ROOF, U_WINDOW, LEAKS = 0.45, 0.30, 1.7, 0.15  # W/(m2 K), 1/h at 3 m/s
AIR, RHO = 1006.0, 1.2
SUPPLY = {1: (15.0, 18.0), 2: (15.5, 19.0)}  # supply air at 20 and at 0 degC outdoors
FRESH = {1: 0.28, 2: 0.33}                   # minimum share of outdoor air
START = {1: 6.0, 2: 6.5}                     # hour at which the unit starts on working days
STOP = {1: 19.0, 2: 20.0}
FAN = {1: 5200.0, 2: 5800.0}                 # W at full flow
BOILER = 0.9
HEATING, SETBACK, COOLING, SETUP = 21.0, 16.0, 24.0, 28.0


# The changes in examples/office/retrofit.json: start and stop of the units, minimum share of
# outdoor air.
RETROFITS = {'as it is': {}, 'operating hours': {'hours': (7.0, 18.0)}, 'outdoor air': {'fresh': 0.15},
             'operating hours and outdoor air': {'hours': (7.0, 18.0), 'fresh': 0.15}}


class Zone:
    def __init__(self, name, values, seed):
        self.storey, self.area, facade, self.side, self.most, self.kind = values
        self.random = random.Random(seed)
        vary = self.random.uniform
        self.name = name
        window = facade * GLASS * vary(0.9, 1.1)
        self.unit, roof = UNIT_OF[self.storey], self.area if self.storey == 4 else 0.0
        opaque = (U_WALL * (facade - window) + U_ROOF * roof) * vary(0.8, 1.25)
        self.window_loss = U_WINDOW * window * vary(0.85, 1.2)
        self.leaks = LEAKS * HEIGHT * self.area * vary(0.6, 1.5) if facade else 0.0  # m3/h at 3 m/s
        self.loss = opaque + self.window_loss + self.leaks * RHO * AIR / 3600
        self.wall_path, self.wall_capacity = 3 * opaque, 180e3 * (facade - window + roof) / 2 + 1e3
        self.aperture = window * 0.8 * SOLAR_FACTOR
        self.air_capacity = (20e3 + HEIGHT * RHO * AIR) * self.area
        self.inner_capacity, self.inner_path = 140e3 * self.area * vary(0.8, 1.2), 11.0 * self.area
        self.air = self.inside = 20.0
        self.wall = [15.0, 8.0]
        self.lights, self.plugs = vary(6.0, 10.0) * self.area, vary(4.0, 9.0) * self.area
        self.nominal = (0.0052 if facade else 0.004) * self.area * vary(0.9, 1.2)  # kg/s
        self.least = 0.25 * self.nominal
        self.reheat_max = self.nominal * 0.5 * AIR * 18
        self.heating = self.cooling = 0.0       # integrals of the controllers
        self.flow, self.reheat, self.supply = 0.0, 0.0, 18.0
        self.people, self.blind, self.busy = 0, 1.0, town.Drift(seed + 500, 0.15, 2 * HOUR, STEP)
        self.plan = []

    def new_day(self, working):
        """Draws the times at which people come, eat and go, and the meetings of meeting rooms."""
        self.plan = []
        if not working:
            return
        if self.kind == 'meeting':
            hour = 8.5
            while hour < 16.5:
                length = self.random.choice([0.5, 1.0, 1.5])
                if self.random.random() < 0.55:
                    self.plan.append((hour, hour + length, self.random.randint(3, self.most)))
                hour += length
            return
        for _ in range(self.most):
            if self.random.random() < 0.18:
                continue
            come, lunch = self.random.gauss(8.3, 0.5), self.random.gauss(12.2, 0.2)
            self.plan += [(come, lunch, 1), (lunch + 0.6, max(lunch + 1, self.random.gauss(17.0, 0.7)), 1)]

    def use(self, hour, working):
        """Returns the heat of people, lights and equipment, W."""
        self.people = sum(n for begin, end, n in self.plan if begin <= hour < end)
        there = self.people / self.most if self.most else 0.0
        if self.kind == 'core' and not self.most:
            there = 0.5 if working and 7 <= hour < 18.5 else 0.0
        light = self.lights * (0.9 if there > 0 else 0.06)
        plug = self.plugs * (0.12 + 0.75 * there)
        return 72.0 * self.people + light + plug * (1 + self.busy.next())

    def control(self, hot, cool, on, air):
        """The terminal controller: proportional and integral, every five minutes."""
        error_heat, error_cool = hot - self.air, self.air - cool
        self.heating = min(1.0, max(0.0, self.heating + 0.06 * error_heat))
        self.cooling = min(1.0, max(0.0, self.cooling + 0.06 * error_cool))
        heat = min(1.0, max(0.0, self.heating + 0.5 * error_heat)) if on else 0.0
        cold = min(1.0, max(0.0, self.cooling + 0.4 * error_cool)) if on else 0.0
        if not on:
            self.heating = self.cooling = 0.0
        self.flow = (max(self.least + (self.nominal - self.least) * cold, 0.5 * self.nominal * (heat > 0.5)) if on else 0.0)
        self.reheat = min(heat * self.reheat_max, self.flow * AIR * max(0.0, 38.0 - air))
        self.supply = air + self.reheat / (self.flow * AIR) if self.flow > 0 else self.air


def neighbours():
    """Returns pairs of zones of a storey that share a wall, with its conductance in W/K."""
    pairs = []
    for storey in UNIT_OF:
        ring = [n for n, v in ZONES.items() if v[0] == storey and v[3] is not None]
        core = [n for n, v in ZONES.items() if v[0] == storey and v[3] is None]
        pairs += [(a, b, 22.0) for a, b in zip(ring, ring[1:] + ring[:1])]
        pairs += [(a, core[i % len(core)], 26.0) for i, a in enumerate(ring)] + [(a, b, 30.0) for a, b in zip(core, core[1:])]
    return pairs


def graph():
    """Returns the graph as an export of a building management system: one entry for each thing and each point."""
    lines = ['# An office of 25 zones on two air handling units, in Brick, with the points of its building management system.',
             '@prefix : <urn:example:office#> .', '@prefix brick: <https://brickschema.org/schema/Brick#> .',
             '@prefix rec: <https://w3id.org/rec#> .', '@prefix ref: <https://brickschema.org/schema/Brick/ref#> .',
             '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .', '@prefix unit: <http://qudt.org/vocab/unit/> .', '']

    def thing(name, kind, *rest):
        lines.append(f':{name} a brick:{kind} ' + ''.join(f';\n    {part} ' for part in rest) + '.')

    def point(owner, name, kind, unit, series):
        lines.append(f':{owner} brick:hasPoint :{name} .')
        thing(name, kind, f'brick:hasUnit unit:{unit}', f'ref:hasExternalReference [ a ref:TimeseriesReference ; ref:hasTimeseriesId "{series}" ]')

    thing('Office', 'Building', 'rdfs:label "Office"', 'brick:hasPart :Storey1, :Storey2, :Storey3, :Storey4',
          'brick:latitude [ brick:value 51.0 ]', 'brick:longitude [ brick:value 12.0 ]',
          'brick:timezone [ brick:value "Europe/Berlin" ]', 'brick:yearBuilt [ brick:value 2001 ]')
    for storey in UNIT_OF:
        thing(f'Storey{storey}', 'Floor')
    for unit in (1, 2):
        boxes = ', '.join(f':VAV-{n}' for n, v in ZONES.items() if UNIT_OF[v[0]] == unit)
        thing(f'AHU{unit}', 'AHU', f'brick:hasPart :AHU{unit}-Fan, :AHU{unit}-Heating-Coil, :AHU{unit}-Cooling-Coil, :AHU{unit}-Economizer',
              f'brick:feeds {boxes}')
        thing(f'AHU{unit}-Fan', 'Supply_Fan')
        thing(f'AHU{unit}-Heating-Coil', 'Hot_Water_Coil')
        thing(f'AHU{unit}-Cooling-Coil', 'Chilled_Water_Coil')
        thing(f'AHU{unit}-Economizer', 'Economizer_Damper')
        point(f'AHU{unit}', f'AHU{unit}-SAT', 'Supply_Air_Temperature_Sensor', 'DEG_C', f'AHU{unit}-sat')
        point(f'AHU{unit}', f'AHU{unit}-MAT', 'Mixed_Air_Temperature_Sensor', 'DEG_C', f'AHU{unit}-mat')
        point(f'AHU{unit}', f'AHU{unit}-SAF', 'Supply_Air_Flow_Sensor', 'L-PER-SEC', f'AHU{unit}-saf')
        point(f'AHU{unit}', f'AHU{unit}-OAF', 'Outside_Air_Flow_Sensor', 'L-PER-SEC', f'AHU{unit}-oaf')
        point(f'AHU{unit}-Fan', f'AHU{unit}-Fan-Power', 'Electric_Power_Sensor', 'W', f'AHU{unit}-fan')
    heated = ', '.join([f':AHU{u}-Heating-Coil' for u in (1, 2)] + [f':VAV-{n}-Coil' for n in ZONES])
    thing('Boiler', 'Boiler', f'brick:feeds {heated}')
    point('Boiler', 'Boiler-Heat', 'Thermal_Power_Sensor', 'W', 'heat-meter')
    thing('Chiller', 'Chiller', 'brick:feeds :AHU1-Cooling-Coil, :AHU2-Cooling-Coil')
    for name, (storey, area, facade, side, people, kind) in ZONES.items():
        lines.append('')
        thing(name, 'HVAC_Zone', f'rdfs:label "{name}"', f'brick:isPartOf :Storey{storey}', f'brick:area [ brick:value {area} ; brick:hasUnit unit:M2 ]')
        thing(f'VAV-{name}', 'RVAV', f'brick:feeds :{name}', f'brick:hasPart :VAV-{name}-Coil')
        thing(f'VAV-{name}-Coil', 'Hot_Water_Coil')
        point(name, f'{name}-Temperature', 'Zone_Air_Temperature_Sensor', 'DEG_C', f'{name}-t')
        point(f'VAV-{name}', f'{name}-Heating-Setpoint', 'Zone_Air_Heating_Temperature_Setpoint', 'DEG_C', 'hsp')
        point(f'VAV-{name}', f'{name}-Cooling-Setpoint', 'Zone_Air_Cooling_Temperature_Setpoint', 'DEG_C', 'csp')
        point(f'VAV-{name}', f'{name}-Flow', 'Discharge_Air_Flow_Sensor', 'L-PER-SEC', f'{name}-flow')
        point(f'VAV-{name}', f'{name}-DAT', 'Discharge_Air_Temperature_Sensor', 'DEG_C', f'{name}-dat')
    return '\n'.join(lines) + '\n'


def side_file():
    """Returns the information from a walk through the building and from its drawings."""
    kinds = {'office': 'office', 'open': 'open office', 'meeting': 'meeting room'}
    lines = ['node,kind,exposure,orientation,facadeArea [m2],windowShare,roofArea [m2],numberOfPeople,hours']
    for name, (storey, area, facade, side, people, kind) in ZONES.items():
        kind = kinds.get(kind, 'meeting room' if people else 'corridor')
        place = ('perimeter', side) if facade else ('core', '')
        lines.append(f'{name},{kind},{place[0]},{place[1]},{facade or ""},{GLASS if facade else ""},{area if storey == 4 else ""},{people},')
    lines.append('rooms,,,,,,,,Mon-Fri 07:00-18:00')
    return '\n'.join(lines) + '\n'


def main(folder):
    weather = town.Weather()
    os.makedirs(folder + '/trends', exist_ok=True)
    for name, text in (('office.ttl', graph()), ('office.csv', side_file())):
        with open(f'{folder}/{name}', 'w', encoding='ascii', newline='\n') as file:
            file.write(text)
    weather.write(folder + '/weather.csv', 0, 366 * DAY - HOUR)
    zones, trends, totals, _ = run(weather)
    trends.write(folder + '/trends/trends.csv')
    studied = {name: {k: round(v) for k, v in run(weather, **change)[3].items()} for name, change in RETROFITS.items()}
    truth = {'energy from 4 to 24 March, kWh': {k: round(v) for k, v in totals.items()},
             'energy of the week of 11 March with retrofits, kWh': studied,
             'units': {f'AHU{u}': {'runs': f'working days {START[u]} to {STOP[u]}', 'least share of outdoor air': FRESH[u],
                                   'supply air, degC at 0 and 20 degC outdoors': SUPPLY[u][::-1]} for u in (1, 2)},
             'zones': {z.name: {'loss to outdoors, W/K': round(z.loss, 1), 'sun aperture, m2': round(z.aperture, 2),
                                'nominal air flow, l/s': round(z.nominal / RHO * 1000)} for z in zones.values()}}
    with open(folder + '/truth.json', 'w', encoding='ascii', newline='\n') as file:
        json.dump(truth, file, indent=1)
        file.write('\n')


def run(weather, hours=None, fresh=None):
    """Returns zones, trends, the total consumption of the office and its consumption in the week of
    11 March, kWh."""
    start, end = town.second_of(2024, 3, 4), town.second_of(2024, 3, 25)
    week = range(town.second_of(2024, 3, 11), town.second_of(2024, 3, 18))
    zones = {name: Zone(name, values, 200 + i) for i, (name, values) in enumerate(ZONES.items())}
    walls = neighbours()
    trends, offsets = town.Trends(90), random.Random(91)
    trends.sensor('hsp', 0, 0)
    trends.sensor('csp', 0, 0)
    for name in zones:
        trends.sensor(f'{name}-t', 0.05, 1, offsets.gauss(0, 0.1))
        trends.sensor(f'{name}-flow', 0.8, 0, 0, 0)
        trends.sensor(f'{name}-dat', 0.15, 1, offsets.gauss(0, 0.2))
    for unit in (1, 2):
        for point, noise, digits in (('sat', 0.1, 1), ('mat', 0.2, 1), ('saf', 15, -1), ('oaf', 20, -1), ('fan', 20, -1)):
            trends.sensor(f'AHU{unit}-{point}', noise, digits, 0, 0)
    trends.sensor('heat-meter', 0, -2)
    dead = {name: range(town.second_of(2024, 3, day), town.second_of(2024, 3, day) + hours * HOUR)
            for name, day, hours in (('Z104', 5, 9), ('Z303', 12, 30), ('Z406', 19, 5))}
    silent = range(town.second_of(2024, 3, 9) + 2 * HOUR, town.second_of(2024, 3, 9) + 6 * HOUR)  # the server was off
    every, heat, fans, totals = 15 * 60, 0.0, {1: 0.0, 2: 0.0}, {'heat': 0.0, 'fans': 0.0}
    weekly = dict(totals)
    lit = {}
    first = start - 20 * DAY
    for second in range(first, end + STEP, STEP):
        day, hour = second // DAY % 7, second % DAY / HOUR
        working = day < 5
        outdoors, cloud, wind = weather.at(second)
        total, diffuse = town.irradiation(second, cloud)
        if second % 600 == 0:
            lit = {side: town.on_facade(second, total, diffuse, side) if total > 0 else 0.0 for side in (0, 90, 135, 180, 225, 270)}
        if second % DAY == 0:
            for zone in zones.values():
                zone.new_day(working)
        warm = working and 5.5 <= hour < 19.0
        hot, cool = (HEATING, COOLING) if warm else (SETBACK, SETUP)
        opens = hours or (START[1], STOP[1]), hours or (START[2], STOP[2])
        on = {u: (working and opens[u - 1][0] <= hour < opens[u - 1][1]) or any(z.air < SETBACK - 0.3 for z in zones.values() if z.unit == u)
              for u in (1, 2)}
        if second % 300 == 0:
            air = {}
            for unit in (1, 2):
                at_warm, at_cold = SUPPLY[unit]
                air[unit] = at_cold + min(1.0, max(0.0, outdoors / 20)) * (at_warm - at_cold)
                for zone in zones.values():
                    if zone.unit == unit:
                        zone.control(hot, cool, on[unit], air[unit])
            state = {}
            for unit in (1, 2):
                own = [z for z in zones.values() if z.unit == unit]
                flow = sum(z.flow for z in own)
                back = sum(z.flow * z.air for z in own) / flow if flow > 0 else 20.0
                full = sum(z.nominal for z in own)
                fan = FAN[unit] * (flow / full)**2.4 + 150 if flow > 0 else 0.0
                rise = 0.9 * fan / (flow * AIR) if flow > 0 else 0.0
                share = fresh or FRESH[unit]
                if back > outdoors and flow > 0:
                    share = min(1.0, max(share, (back - (air[unit] - rise)) / (back - outdoors)))
                mixed = back + share * (outdoors - back)
                coil = max(0.0, flow * AIR * (air[unit] - rise - mixed))
                state[unit] = (flow, share * flow, mixed, fan, coil)
        if second >= start and second % every == 0:
            values = {'hsp': hot, 'csp': cool, 'heat-meter': heat / every}
            for zone in zones.values():
                if second not in dead.get(zone.name, ()):
                    values[f'{zone.name}-t'] = zone.air
                values |= {f'{zone.name}-flow': zone.flow / RHO * 1000, f'{zone.name}-dat': zone.supply if zone.flow > 0 else None}
                if zone.flow == 0:
                    values[f'{zone.name}-dat'] = zone.air
            for unit in (1, 2):
                flow, outside, mixed, fan, _ = state[unit]
                values |= {f'AHU{unit}-sat': air[unit] if flow > 0 else 20.5, f'AHU{unit}-mat': mixed,
                           f'AHU{unit}-saf': flow / RHO * 1000, f'AHU{unit}-oaf': outside / RHO * 1000,
                           f'AHU{unit}-fan': fans[unit] / every}
            trends.read(second, {} if second in silent else values)
        if second % every == 0:
            heat, fans = 0.0, {1: 0.0, 2: 0.0}
        power = (sum(z.reheat for z in zones.values()) + sum(s[4] for s in state.values())) * 1.04
        heat += power * STEP
        for unit in (1, 2):
            fans[unit] += state[unit][3] * STEP
        for sums in ([totals] if second >= start else []) + ([weekly] if second in week else []):
            sums['heat'] += power * STEP / 3.6e6
            sums['fans'] += sum(s[3] for s in state.values()) * STEP / 3.6e6
        exchange = dict.fromkeys(zones, 0.0)
        for a, b, conductance in walls:
            flow = conductance * (zones[a].inside - zones[b].inside)
            exchange[a] -= flow
            exchange[b] += flow
        for zone in zones.values():
            gains = zone.use(hour, working)
            sun = lit[zone.side] * zone.aperture if zone.side is not None else 0.0
            if zone.side is not None and second % 1800 == 0:
                zone.blind = 0.6 if lit[zone.side] > 350 and zone.people else 1.0  # blinds that people have lowered
            sun *= zone.blind
            inner = zone.inner_path * (zone.air - zone.inside)
            along = [zone.wall_path * (zone.inside - zone.wall[0]), zone.wall_path * (zone.wall[0] - zone.wall[1]),
                     zone.wall_path * (zone.wall[1] - outdoors)]
            leak = zone.leaks * wind / 3 * RHO * AIR / 3600
            zone.air += STEP / zone.air_capacity * (
                zone.flow * AIR * (zone.supply - zone.air) + 0.6 * gains + 0.2 * sun - inner
                - (zone.window_loss + leak) * (zone.air - outdoors))
            zone.inside += STEP / zone.inner_capacity * (0.4 * gains + 0.8 * sun + inner - along[0] + exchange[zone.name])
            zone.wall[0] += STEP / zone.wall_capacity * (along[0] - along[1])
            zone.wall[1] += STEP / zone.wall_capacity * (along[1] - along[2])
    return zones, trends, totals, weekly


main(sys.argv[1])
