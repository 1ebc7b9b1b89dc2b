// SPDX-License-Identifier: MIT
// The table under a plot: signals to show and hide, their values at the cursor.

class Legend {
  constructor(plot) {
    this.plot = plot;
    this.unit = plot.description.unit;
    this.measured = plot.signals.some((signal) => signal.measured);
    this.time = make('th', { scope: 'col', class: 'time', text: kNoCursor });
    const columns = this.measured ? ['simulated', 'measured', 'residual'] : ['value'];
    const head = make('tr', {}, this.time,
      ...columns.map((text) => make('th', { scope: 'col', class: 'n', text })));
    this.rows = plot.signals.map((signal, i) => this.row(signal, i));
    this.element = make('table', { class: 'live legend' }, make('thead', {}, head),
      make('tbody', {}, ...this.rows.map((row) => row.element)));
  }

  row(signal, i) {
    const swatch = make('i', { class: `s${i % 8}`, 'aria-hidden': 'true' });
    const toggle = make('button', {
      type: 'button', 'aria-pressed': 'true', title: 'Show or hide',
      click: () => {
        this.plot.toggle(i);
        toggle.setAttribute('aria-pressed', String(!this.plot.hiddenSignals.has(i)));
      },
    }, swatch, signal.name);
    const cells = (this.measured ? ['values', 'measured', 'residual'] : ['values'])
      .map((kind) => ({ kind, cell: make('td', { class: 'n' }) }));
    const element = make('tr', {}, make('th', { scope: 'row' }, toggle),
      ...cells.map(({ cell }) => cell));
    return { element, cells, signal };
  }

  /** Values of the row nearest to a time; none: empty cells. */
  show(time) {
    let shown = null;
    for (const { cells, signal } of this.rows) {
      const { start, step, rows } = signal.times;
      const row = time == null ? -1 : Math.round((time - start) / step);
      const known = row >= 0 && row < rows;
      if (known) shown = start + row * step;
      for (const { kind, cell } of cells) {
        const values = signal[kind];
        cell.textContent = known && values ? withUnit(values[row], signal.unit) : '';
      }
    }
    this.time.textContent = shown == null ? kNoCursor : this.plot.zone.text(shown);
  }
}

const kNoCursor = 'at the cursor';

function withUnit(value, unit) {
  const text = numberText(value);
  return unit && text !== '–' ? `${text} ${unit}` : text;
}
