// SPDX-License-Identifier: MIT
// Local time of a site. Times are Unix times; civil seconds are the time on a wall clock, counted
// like Unix time; both in s.

const kHour = 3600;
const kDay = 24 * kHour;
const kMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const kTickSteps = [1, 5, 10, 30, 60, 300, 600, 900, 1800, kHour, 2 * kHour, 3 * kHour, 6 * kHour,
  12 * kHour, kDay, 2 * kDay, 7 * kDay, 14 * kDay];

/** Returns the offset from UTC as a function of time; `zone` is an IANA name or `+01:00`. */
function offsetOf(zone) {
  const fixed = /^(?:UTC|GMT)?([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) {
    const size = Number(fixed[2]) * kHour + Number(fixed[3] || 0) * 60;
    return () => (fixed[1] === '-' ? -size : size);
  }
  let format;
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
  } catch {
    return () => 0;
  }
  const known = new Map();  // by quarter of an hour: clocks change at no other time
  return (time) => {
    const quarter = Math.floor(time / 900);
    if (!known.has(quarter)) known.set(quarter, civilSeconds(format, quarter * 900) - quarter * 900);
    return known.get(quarter);
  };
}

function civilSeconds(format, time) {
  const part = {};
  for (const { type, value } of format.formatToParts(time * 1000)) part[type] = Number(value);
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) / 1000;
}

/** `+01:00` of an offset in s. */
function offsetText(offset) {
  const minutes = Math.round(Math.abs(offset) / 60);
  const two = (number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

class Zone {
  constructor(name) {
    this.name = name || 'UTC';
    this.offset = offsetOf(this.name);
  }

  civil(time) {
    return time + this.offset(time);
  }

  /** The instant of a local time. */
  instant(civil) {
    const guess = civil - this.offset(civil);
    return civil - this.offset(guess);
  }

  /**
   * `2023-11-27 08:15`, with seconds unless they are zero, and with the offset if clocks show the time
   * twice; `unit` 60 rounds to minutes.
   */
  text(time, unit = 1) {
    const text = new Date(Math.round(this.civil(time) / unit) * unit * 1000).toISOString();
    const offset = this.isTwice(time) ? ` ${offsetText(this.offset(time))}` : '';
    return `${text.slice(0, 10)} ${text.slice(11, text.slice(17, 19) === '00' ? 16 : 19)}${offset}`;
  }

  /** `2023-11-27T08:15:00+01:00`. */
  stamp(time) {
    const text = new Date(Math.round(1000 * this.civil(time))).toISOString();
    return `${text.slice(0, time % 1 ? 23 : 19)}${offsetText(this.offset(time))}`;
  }

  isTwice(time) {
    return [-kHour, kHour, -kHour / 2, kHour / 2]
      .some((change) => this.civil(time + change) === this.civil(time));
  }

  /** Round local times in [min, max], at most `most` of them. */
  ticks(min, max, most) {
    const step = kTickSteps.find((candidate) => (max - min) / candidate <= most);
    if (!step) return this.monthTicks(min, max, most);
    const ticks = [];
    for (let civil = Math.ceil(this.civil(min) / step) * step; ; civil += step) {
      const time = this.instant(civil);
      if (time > max) return ticks;
      if (time >= min) ticks.push(time);
    }
  }

  monthTicks(min, max, most) {
    const span = Math.max(1, Math.ceil((max - min) / (30 * kDay) / most));
    const step = [1, 2, 3, 6, 12, 24, 60, 120].find((months) => months >= span) || span;
    const first = new Date(this.civil(min) * 1000).getUTCFullYear() * 12;
    const ticks = [];
    for (let month = first; ; month += step) {
      const time = this.instant(Date.UTC(Math.floor(month / 12), month % 12) / 1000);
      if (time > max) return ticks;
      if (time >= min) ticks.push(time);
    }
  }

  /** Labels of ticks: time, at midnight the date, at New Year the year below. */
  tickTexts(ticks) {
    const monthly = ticks.length > 1 && ticks[1] - ticks[0] > 20 * kDay;
    let year = null;
    return ticks.map((time) => {
      const date = new Date(this.civil(time) * 1000);
      const day = monthly ? kMonths[date.getUTCMonth()]
        : `${date.getUTCDate()} ${kMonths[date.getUTCMonth()]}`;
      const midnight = date.getUTCHours() + date.getUTCMinutes() + date.getUTCSeconds() === 0;
      const clock = date.toISOString().slice(11, date.getUTCSeconds() ? 19 : 16);
      const head = midnight ? day : clock;
      const isNewYear = date.getUTCFullYear() !== year;
      year = date.getUTCFullYear();
      if (!isNewYear) return head;
      return `${head}\n${midnight ? '' : `${day} `}${year}`;
    });
  }
}
