# SPDX-License-Identifier: MIT
"""Trend data as a building management system exports them, from results of EnergyPlus."""
import datetime as dt
import os

MEANS = ('-reheat', '-heat', '-cool', '-fan', '-power')  # over 15 minutes; other points are sampled


def read_eso(path):
    """Returns the values of each output, `KEY|Variable`, and the times of a file of EnergyPlus, by run period."""
    names, seasons, values = {}, {}, None
    with open(path) as file:
        for line in file:
            if line.startswith('End of Data Dictionary'):
                break
            head, _, unit = line.partition(' [')
            fields = head.split(',', 3)
            if unit and len(fields) == 4:
                names[int(fields[0])] = f'{fields[2]}|{fields[3]}'
        for line in file:
            if line.startswith('End of Data'):
                break
            fields = line.rstrip('\n').split(',')
            key = int(fields[0])
            if key == 1:
                values = seasons.setdefault(fields[1].strip().lower(), {'time': []})
            elif key == 2:
                values['time'].append(dt.datetime(2023, int(fields[2]), int(fields[3])) +
                                      dt.timedelta(hours=int(fields[5]) - 1, minutes=float(fields[7])))
            elif key in names:
                values.setdefault(names[key], []).append(float(fields[1]))
    return seasons


def write_trends(folder, values, points):
    """Writes values every 15 minutes, stamped in UTC, from those every 5 minutes at UTC-7. `points` contains the
    output and the decimals of each point, by id."""
    os.makedirs(folder, exist_ok=True)
    with open(folder + '/trends.csv', 'w') as file:
        file.write('time,' + ','.join(points) + '\n')
        for row, time in enumerate(values['time']):
            if time.minute % 15 != 0 or row < 2:
                continue
            cells = [(time + dt.timedelta(hours=7)).strftime('%Y-%m-%dT%H:%M:%SZ')]
            for name, (output, decimals) in points.items():
                own = values[output][row - 2:row + 1] if name.endswith(MEANS) else [values[output][row]]
                cells.append(f'{sum(own) / len(own):.{decimals}f}')
            file.write(','.join(cells) + '\n')


class BrickGraph:
    """A Brick graph whose points name their series."""

    def __init__(self, namespace):
        self.lines = [f'@prefix b: <{namespace}> .', '@prefix brick: <https://brickschema.org/schema/Brick#> .',
                      '@prefix ref: <https://brickschema.org/schema/Brick/ref#> .',
                      '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
                      '@prefix unit: <http://qudt.org/vocab/unit/> .', '']

    def add(self, line):
        self.lines.append(line)

    def point(self, owner, kind, unit, name):
        node = 'b:' + name.replace('-', '_')
        self.add(f'{owner} brick:hasPoint {node} . {node} a brick:{kind} ; brick:hasUnit unit:{unit} ;')
        self.add(f'  ref:hasExternalReference [ a ref:TimeseriesReference ; ref:hasTimeseriesId "{name}" ] .')

    def points_of_unit(self, owner, name):
        """Adds the points of temperature and flow of an air handling unit."""
        for kind, unit, end in (('Supply_Air_Temperature_Sensor', 'DEG_C', 'sat'),
                                ('Supply_Air_Flow_Sensor', 'KiloGM-PER-SEC', 'saf'),
                                ('Mixed_Air_Temperature_Sensor', 'DEG_C', 'mat'),
                                ('Return_Air_Temperature_Sensor', 'DEG_C', 'rat'),
                                ('Outside_Air_Flow_Sensor', 'KiloGM-PER-SEC', 'oaf')):
            self.point(owner, kind, unit, f'{name}-{end}')

    def text(self):
        return '\n'.join(self.lines) + '\n'
