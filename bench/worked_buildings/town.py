# SPDX-License-Identifier: MIT
"""The town of the buildings in examples/house and examples/office: its hourly weather of the year
2024, and the common parts of sensors and people. The town is fictitious.

Time is counted in seconds since 2024-01-01T00:00:00+01:00, a Monday, in standard time all year."""
import datetime as dt
import math
import random

HOUR, DAY = 3600, 86400
LATITUDE, LONGITUDE, ZONE_MERIDIAN = math.radians(51.0), 12.0, 15.0
START = dt.datetime(2024, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=1)))


def stamp(second):
    """Returns a time in the format of trends and weather."""
    return (START + dt.timedelta(seconds=second)).isoformat()


def second_of(year, month, day):
    return int((dt.datetime(year, month, day, tzinfo=START.tzinfo) - START).total_seconds())


class Drift:
    """Noise with the mean 0 and exponential correlation: standard deviation sd, correlation exp(-t
    / time)."""

    def __init__(self, seed, sd, time, step):
        self.random, self.keep = random.Random(seed), math.exp(-step / time)
        self.add = sd * math.sqrt(1 - self.keep**2)
        self.value = sd * self.random.gauss(0, 1)

    def next(self):
        self.value = self.keep * self.value + self.add * self.random.gauss(0, 1)
        return self.value


def sun(second):
    """Returns the direction to the sun: east, north, up (declination: Cooper 1969)."""
    day = 1 + second / DAY
    declination = math.radians(23.45) * math.sin(2 * math.pi * (284 + day) / 365)
    b = 2 * math.pi * (day - 81) / 364
    equation = 9.87 * math.sin(2 * b) - 7.53 * math.cos(b) - 1.5 * math.sin(b)  # minutes
    hour = second % DAY / HOUR + (LONGITUDE - ZONE_MERIDIAN) / 15 + equation / 60
    angle = math.radians(15 * (hour - 12))
    return (-math.cos(declination) * math.sin(angle),
            math.cos(LATITUDE) * math.sin(declination) - math.sin(LATITUDE) * math.cos(declination) * math.cos(angle),
            math.sin(LATITUDE) * math.sin(declination) + math.cos(LATITUDE) * math.cos(declination) * math.cos(angle))


def irradiation(second, cloud):
    """Returns global and diffuse irradiation on the horizontal, W/m2: clear sky of Haurwitz 1945, clouds of Kasten
    and Czeplak 1980."""
    up = sun(second)[2]
    if up < 0.01:
        return 0.0, 0.0
    total = 1098 * up * math.exp(-0.059 / up) * (1 - 0.75 * cloud**3.4)
    return total, total * (0.3 + 0.7 * cloud**2)


def on_facade(second, total, diffuse, azimuth):
    """Returns the sun on a vertical surface, W/m2; azimuth in degrees from north over east."""
    east, north, up = sun(second)
    towards = math.sin(math.radians(azimuth)) * east + math.cos(math.radians(azimuth)) * north
    beam = (total - diffuse) / max(up, 0.05) * max(0.0, towards)
    return beam + 0.5 * diffuse + 0.1 * total


class Weather:
    """Hourly temperature, cloud cover and wind of the year, interpolated linearly."""

    def __init__(self):
        spell, clouds, gusts = Drift(1, 3.2, 70 * HOUR, HOUR), Drift(2, 1.6, 14 * HOUR, HOUR), Drift(3, 1.8, 9 * HOUR, HOUR)
        self.hours = []
        for hour in range(366 * 24 + 1):
            day = hour / 24
            winter = math.cos(2 * math.pi * (day - 20) / 366)  # 1 on 20 January
            cloud = 1 / (1 + math.exp(-0.9 - 0.4 * winter - clouds.next()))
            swing = (4.2 - 2.4 * winter) * (1.3 - 0.7 * cloud) * math.cos(2 * math.pi * (day - 14.5 / 24))
            self.hours.append((9.8 - 9.6 * winter + swing + spell.next(), cloud, max(0.3, 3.6 + 0.6 * winter + gusts.next())))

    def at(self, second):
        """Returns temperature (degC), cloud cover (0 to 1), wind (m/s)."""
        hour, part = divmod(second, HOUR)
        a, b = self.hours[hour], self.hours[min(hour + 1, len(self.hours) - 1)]
        w = part / HOUR
        return tuple(x + w * (y - x) for x, y in zip(a, b))

    def write(self, path, start, end):
        """Writes the hourly records of a weather station on the roof: the sun is the mean from half
        an hour before the stamp to half an hour after it."""
        noise = random.Random(4)
        with open(path, 'w', encoding='ascii', newline='\n') as file:
            file.write('time,outdoorTemperature,globalIrradiation\n')
            for second in range(start, end + 1, HOUR):
                around = [max(0, second - 1350 + 900 * quarter) for quarter in range(4)]
                sunshine = sum(irradiation(s, self.at(s)[1])[0] for s in around) / 4
                file.write(f'{stamp(second)},{self.at(second)[0] + noise.gauss(0, 0.1):.1f},{sunshine:.0f}\n')


class Trends:
    """Trend data of sensors with noise, rounding and gaps."""

    def __init__(self, seed):
        self.random, self.columns, self.rows = random.Random(seed), {}, []

    def sensor(self, name, noise=0.0, digits=1, offset=0.0, least=-1e9):
        self.columns[name] = (noise, digits, offset, least)

    def read(self, second, values):
        """Adds one row; a name that is missing in values has a gap."""
        row = []
        for name, (noise, digits, offset, least) in self.columns.items():
            value = values.get(name)
            if value is None:
                row.append('')
                continue
            value += offset + (self.random.gauss(0, noise) if noise else 0.0)
            value = max(value, least)
            row.append(f'{round(value, digits) + 0.0:.{max(digits, 0)}f}')
        self.rows.append(stamp(second) + ',' + ','.join(row))

    def write(self, path):
        with open(path, 'w', encoding='ascii', newline='\n') as file:
            file.write('time,' + ','.join(self.columns) + '\n' + '\n'.join(self.rows) + '\n')
