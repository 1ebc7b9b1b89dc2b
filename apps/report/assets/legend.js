// SPDX-License-Identifier: MIT
// The table under a plot: signals to show and hide, their values at the cursor.

class Legend {
  constructor(plot) {
    this.plot = plot;
    this.unit = plot.description.unit;
    this.measured = plot.signals.some((signal) => signal.measured);
    this.time = make('th', { scope: 'col', class: 'time', text: kNoCursor });
    this.bands = Math.max(0, ...plot.signals.map((signal) => signal.bands.length));
    const named = plot.signals.find((signal) => signal.bands.length === this.bands);
    const columns = this.measured ? [plot.description.word, 'measured', 'residual'] : ['value'];
    if (this.bands > 0) columns.push(...named.bands.map((band) => band.name));
    const head = make('tr', {}, this.time,
      ...columns.map((text) => make('th', { scope: 'col', class: 'n', text })));
    this.rows = plot.signals.map((signal, i) => this.row(signal, i));
    this.element = make('table', { class: 'live legend' }, make('thead', {}, head),
      make('tbody', {}, ...this.rows.map((row) => row.element)));
  }

  row(signal, i) {
    const dash = seriesDash(i).length ? ` dash${Math.floor(i / 8) % kDashes.length}` : '';
    const color = signal.limit ? 'measured dashed' : `s${i % 8}${dash}`;
    const swatch = make('i', { class: color, 'aria-hidden': 'true' });
    const toggle = make('button', {
      type: 'button', 'aria-pressed': 'true', title: `${signal.id}: show or hide`,
      click: () => {
        this.plot.toggle(i);
        toggle.setAttribute('aria-pressed', String(!this.plot.hiddenSignals.has(i)));
      },
    }, swatch, signal.name);
    const cells = (this.measured ? ['values', 'measured', 'residual'] : ['values'])
      .map((kind) => ({ kind, cell: make('td', { class: 'n' }) }));
    const bands = Array.from({ length: this.bands }, () => make('td', { class: 'n' }));
    const element = make('tr', {}, make('th', { scope: 'row' }, toggle),
      ...cells.map(({ cell }) => cell), ...bands);
    return { element, cells, bands, signal };
  }

  /** Values of the row nearest to a time; cells of missing values are empty. */
  show(time) {
    let shown = null;
    for (const { cells, bands, signal } of this.rows) {
      const { start, step, rows } = signal.times;
      const place = time == null ? -1 : (time - start) / step;
      const row = signal.steps ? Math.floor(place + 1e-6) : Math.round(place);
      const known = row >= 0 && row < rows;
      if (known) shown = start + row * step;
      for (const { kind, cell } of cells) {
        const values = signal[kind];
        const unit = kind === 'residual' ? differenceUnit(signal.unit) : signal.unit;
        cell.textContent = known && values ? withUnit(shownValue(signal, kind, row), unit) : '';
      }
      bands.forEach((cell, b) => {
        const band = known && signal.bands[b];
        cell.textContent = band
          ? withUnit(`${numberText(band.low[row])} – ${numberText(band.high[row])}`, signal.unit) : '';
      });
    }
    this.time.textContent = shown == null ? kNoCursor : this.plot.zone.text(shown);
  }
}

/** A residual has no more decimals than the two values that are subtracted. */
function shownValue(signal, kind, row) {
  const value = signal[kind][row];
  if (kind !== 'residual' || !Number.isFinite(value)) return value;
  const size = Math.max(Math.abs(signal.values[row]), Math.abs(signal.measured[row]), 1e-9);
  return Number(value.toFixed(clamp(5 - Math.floor(Math.log10(size)), 0, 12)));
}

/** Differences of temperatures are in kelvins. */
function differenceUnit(unit) { return /^(°C|degC)$/.test(unit) ? 'K' : unit; }

const kNoCursor = 'at the cursor';

function withUnit(value, unit) {
  const text = typeof value === 'string' ? value : numberText(value);
  return unit && text !== '–' ? `${text} ${unit}` : text;
}
