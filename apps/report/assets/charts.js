// SPDX-License-Identifier: MIT
// Comparison of scenarios: bars of one column, and one column against another.

const kMostBars = 40;
const kBarHeight = 20;

/** Round values that cover [low, high], about `wanted` of them. */
function roundValues(low, high, wanted) {
  const raw = (high - low || Math.abs(high) || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw) * power;
  const values = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) {
    values.push(Number((i * step).toPrecision(12)));
  }
  return values;
}

/** The size of a drawing, which becomes smaller on paper. */
function sizeOf(width, height) {
  return { width, height, viewBox: `0 0 ${width} ${height}` };
}

/** Charts above a table of scenarios. They show the rows that pass the table's filter. */
class ScenarioCharts {
  constructor(table) {
    this.table = table;
    const columns = table.heads.map((_, i) => i).filter((i) => table.isNumeric(i));
    if (columns.length === 0 || table.rows.length < 2) return;
    const varies = columns.filter((column) => this.varies(column));
    // Parameters are named `component.parameter`; KPIs have no dot.
    const isParameter = (column) => table.name(column).includes('.');
    const kpi = varies.find((column) => !isParameter(column)) ?? varies[0] ?? columns[0];
    const other = varies.find((column) => isParameter(column))
      ?? varies.find((column) => column !== kpi) ?? kpi;
    this.kpi = this.select('Column', columns, kpi);
    this.against = this.select('Against', columns, other);
    this.bars = make('div', { class: 'bars' });
    this.scatter = make('div', { class: 'scatter' });
    this.hint = make('p', { class: 'note', role: 'status' });
    table.element.querySelector('.scroll, .tools').before(make('div', { class: 'charts' },
      make('div', { class: 'tools' }, this.kpi.label, this.against.label), this.hint,
      make('div', { class: 'pair' }, this.bars, this.scatter)));
    table.listeners.push((shown) => this.draw(shown));
    new ResizeObserver(() => this.draw(this.shown)).observe(this.bars);
    this.draw(table.shown());
  }

  varies(column) {
    const values = this.table.rows.map((_, row) => this.table.number(row, column)).filter(Number.isFinite);
    return values.some((value) => value !== values[0]);
  }

  select(text, columns, chosen) {
    const list = make('select', { change: () => this.draw(this.shown) },
      ...columns.map((column) => make('option', {
        value: column, text: this.table.name(column), selected: column === chosen,
      })));
    return { list, label: make('label', {}, `${text} `, list), value: () => Number(list.value) };
  }

  draw(shown) {
    this.shown = shown;
    this.drawBars(shown, this.kpi.value());
    this.drawScatter(shown, this.against.value(), this.kpi.value());
  }

  drawBars(shown, column) {
    const rows = shown.slice(0, kMostBars);
    const values = rows.map((row) => this.table.number(row, column));
    const finite = values.filter(Number.isFinite);
    const low = Math.min(0, ...finite);
    const high = Math.max(0, ...finite);
    const width = Math.max(240, this.bars.clientWidth);
    const names = Math.min(160, 0.36 * width);
    const x = (value) => names + (width - names - 64) * (value - low) / (high - low || 1);
    const svg = makeSvg('svg', {
      ...sizeOf(width, rows.length * kBarHeight + 4), role: 'img', 'aria-label': `Bars of ${this.table.name(column)}`,
    });
    rows.forEach((row, i) => svg.append(this.bar(row, values[i], i * kBarHeight, names, x)));
    const more = shown.length > rows.length ? `, first ${rows.length} of ${shown.length} rows of the table` : '';
    this.bars.replaceChildren(make('h4', { text: this.table.name(column) + more }), svg);
  }

  bar(row, value, y, names, x) {
    const [left, right] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
    const most = Math.floor(names / 7.5);
    const name = this.table.label(row);
    const group = makeSvg('g', { class: 'bar', click: () => this.table.mark(row) },
      makeSvg('title', { text: `${name}: ${value}` }),
      makeSvg('text', { x: names - 8, y: y + 14, class: 'name', text: name.length > most ? `${name.slice(0, most - 1)}…` : name }));
    if (Number.isFinite(value)) {
      group.append(makeSvg('rect', { x: left, y: y + 3, width: Math.max(1, right - left), height: kBarHeight - 7 }),
        makeSvg('text', { x: right + 6, y: y + 14, text: numberText(Number(value.toPrecision(5))) }));
    }
    return group;
  }

  drawScatter(shown, across, up) {
    const points = shown.map((row) => ({ row, x: this.table.number(row, across), y: this.table.number(row, up) }))
      .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    const title = make('h4', { text: `${this.table.name(up)} against ${this.table.name(across)}` });
    if (!points.length) {
      this.scatter.replaceChildren(title, make('p', { class: 'note', text: 'No row has both numbers.' }));
      return;
    }
    const frame = scatterFrame(points, Math.max(240, this.scatter.clientWidth), 320);
    frame.svg.setAttribute('aria-label', title.textContent);
    for (const { row, x, y } of points) {
      frame.svg.append(makeSvg('circle', {
        cx: frame.x(x), cy: frame.y(y), r: points.length > 400 ? 2.5 : 4,
        click: () => this.table.mark(row),
      }, makeSvg('title', { text: `${this.table.label(row)}\n${this.table.name(across)}: ${x}\n${this.table.name(up)}: ${y}` })));
    }
    this.scatter.replaceChildren(title, frame.svg);
  }
}

/** Axes of a scatter plot: their drawing and the positions of values. */
function scatterFrame(points, width, height) {
  const span = (values) => {
    const low = values.reduce((a, b) => Math.min(a, b));
    const high = values.reduce((a, b) => Math.max(a, b));
    const margin = 0.05 * (high - low || Math.abs(high) || 1);
    return { low: low - margin, high: high + margin };
  };
  const xs = span(points.map((point) => point.x));
  const ys = span(points.map((point) => point.y));
  const [left, bottom] = [62, 26];
  const x = (value) => left + (width - left - 12) * (value - xs.low) / (xs.high - xs.low);
  const y = (value) => 6 + (height - bottom - 6) * (ys.high - value) / (ys.high - ys.low);
  const svg = makeSvg('svg', { ...sizeOf(width, height), role: 'img' });
  for (const value of roundValues(xs.low, xs.high, Math.max(2, Math.floor(width / 90)))) {
    svg.append(makeSvg('path', { class: 'grid', d: `M${x(value)} 6V${height - bottom}` }),
      makeSvg('text', { x: x(value), y: height - 8, class: 'middle', text: numberText(value) }));
  }
  for (const value of roundValues(ys.low, ys.high, 5)) {
    svg.append(makeSvg('path', { class: 'grid', d: `M${left} ${y(value)}H${width - 12}` }),
      makeSvg('text', { x: left - 6, y: y(value) + 4, class: 'name', text: numberText(value) }));
  }
  return { svg, x, y };
}
