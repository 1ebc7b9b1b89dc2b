// SPDX-License-Identifier: MIT
// Lines over time, as SVG: the present run, and the previous one dashed.
'use strict';

const kHeight = 220, kLeft = 56, kRight = 8, kTop = 8, kBottom = 22;
const kMostPoints = 1500;  // points of a line; more cannot be distinguished

function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The rows of a run; new rows are added at the end. */
class RunData {
  constructor() {
    this.columns = [];
    this.times = [];
    this.values = [];  // by column
    this.labels = ['', ''];  // first and last time as written
  }

  add(answer) {
    if (!this.columns.length && answer.columns.length) {
      this.columns = answer.columns.slice(1);
      this.values = this.columns.map(() => []);
    }
    for (const [time, ...values] of answer.rows) {
      this.times.push(typeof time === 'number' ? 1000 * time : Date.parse(time));
      if (!this.labels[0]) this.labels[0] = String(time);
      this.labels[1] = String(time);
      values.forEach((value, i) => this.values[i].push(typeof value === 'number' ? value : NaN));
    }
  }
}

/** Round numbers between two values. */
function ticks(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough);
  const list = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k) list.push(k * step);
  return list;
}

function linePath(times, values, x, y) {
  const stride = Math.max(1, Math.ceil(values.length / kMostPoints));
  let path = '', pen = 'M';
  for (let i = 0; i < values.length; i += stride) {
    if (Number.isNaN(values[i])) {
      pen = 'M';
      continue;
    }
    path += `${pen}${x(times[i]).toFixed(1)} ${y(values[i]).toFixed(1)}`;
    pen = 'L';
  }
  return path;
}

/** The signals of one unit in one plot. */
function plotOf(unit, signals, run, before, width) {
  const lines = [];
  signals.forEach((signal, k) => {
    const old = before ? before.columns.findIndex((c) => c.name === signal.name && c.unit === unit) : -1;
    if (old >= 0) lines.push([before.times, before.values[old], `s${k % 6} before`]);
    lines.push([run.times, run.values[signal.index], `s${k % 6}`]);
  });
  let low = Infinity, high = -Infinity, first = Infinity, last = -Infinity;
  for (const [times, values] of lines) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    first = Math.min(first, times[0] ?? Infinity);
    last = Math.max(last, times[times.length - 1] ?? -Infinity);
  }
  if (!(low <= high)) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const x = (t) => kLeft + (width - kLeft - kRight) * (last > first ? (t - first) / (last - first) : 0);
  const y = (v) => kHeight - kBottom - (kHeight - kTop - kBottom) * (v - low) / (high - low);
  const drawing = svg('svg', { class: 'plot', viewBox: `0 0 ${width} ${kHeight}`, role: 'img',
    'aria-label': `${signals.map((s) => s.name).join(', ')} over time` });
  for (const tick of ticks(low, high, 5)) {
    drawing.append(svg('line', { class: 'grid', x1: kLeft, x2: width - kRight, y1: y(tick), y2: y(tick) }),
      svg('text', { x: kLeft - 6, y: y(tick) + 4, 'text-anchor': 'end' }, numberText(tick)));
  }
  drawing.append(svg('text', { x: kLeft, y: kHeight - 6 }, run.labels[0].slice(0, 16)),
    svg('text', { x: width - kRight, y: kHeight - 6, 'text-anchor': 'end' }, run.labels[1].slice(0, 16)));
  for (const [times, values, name] of lines) {
    drawing.append(svg('path', { class: name, d: linePath(times, values, x, y) }));
  }
  const key = make('ul', { className: 'key' });
  signals.forEach((signal, k) => {
    key.append(make('li', {}, svg('svg', { viewBox: '0 0 20 6' }, svg('path', { class: `s${k % 6}`, d: 'M0 3H20' })),
      ` ${signal.name}`));
  });
  return make('figure', { className: 'figure' }, make('h3', {}, unit || '1'), drawing, key);
}

/** Draws all signals of a run; signals of one unit share a plot. */
function drawPlots(place, run, before) {
  const units = new Map();
  run.columns.forEach((column, index) => {
    const unit = column.unit ?? '';
    if (!units.has(unit)) units.set(unit, []);
    units.get(unit).push({ name: column.name, index });
  });
  const width = Math.max(240, place.clientWidth);
  place.replaceChildren(...[...units].map(([unit, signals]) => plotOf(unit, signals, run, before, width)),
    ...(before ? [make('p', { className: 'soft' }, 'Dashed: previous run.')] : []));
}
