// SPDX-License-Identifier: MIT
// One plot: curves above, residuals (simulated minus measured) below.

const kAxisWidth = 58;
const kPlotHeight = 250;
const kRestHeight = 110;
const kPointsPerPixel = 3;  // at most: one and a half bins
const kDashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];  // dashes of signals 1-8, 9-16 ...

const kLimitDash = [5, 3];
const kBandAlpha = 0.2;

const seriesColor = (i) => palette.series[i % palette.series.length];
const seriesDash = (i) => kDashes[Math.floor(i / 8) % kDashes.length];

/**
 * Returns the arrays that uPlot draws between two times: one row of times, then the curves; and
 * whether they are bins.
 */
function plotData(curves, min, max, points) {
  const groups = new Map();
  for (const curve of curves) {
    if (!groups.has(curve.times)) groups.set(curve.times, []);
    groups.get(curve.times).push(curve);
  }
  const tables = [];
  const order = [];
  let binned = false;
  for (const [times, group] of groups) {
    const first = clamp(Math.floor((min - times.start) / times.step) - 1, 0, times.rows);
    const last = clamp(Math.ceil((max - times.start) / times.step) + 2, first, times.rows);
    const size = Math.min(binSize(last - first, points), group[0].levels.at(-1).size);
    binned = size > 1 && groups.size === 1;
    const slice = binned ? sliceBins : sliceValues;
    tables.push([sliceTimes(times, first, last, size),
      ...group.map((curve) => slice(curve.levels, first, last, size))]);
    order.push(...group);
  }
  const data = tables.length === 1 ? tables[0] : uPlot.join(tables);
  // Times are joined if several signals share a plot; bins are then drawn as lines.
  return { binned, data: [data[0], ...curves.map((curve) => data[1 + order.indexOf(curve)])] };
}

/** Curves of a plot's two parts; `signal` is the position within the plot. */
function curvesOf(signals) {
  const bands = [];
  const main = [];
  const rest = [];
  const single = signals.length === 1;
  signals.forEach((signal, i) => {
    const at = (kind, style, levels = signal.levels[kind]) => (
      { signal: i, kind, times: signal.times, levels, ...style });
    const color = () => (signal.limit ? palette.measured : seriesColor(i));
    for (const { low, high } of signal.levels.bands) {
      const style = { stroke: color, width: 0 };
      bands.push(at('high', style, high), at('low', style, low));
    }
    if (signal.measured) {
      main.push(at('measured', { stroke: single ? () => palette.measured : color, width: 1,
        alpha: single ? 1 : 0.45 }));
      rest.push(at('residual', { stroke: color, width: 1, dash: seriesDash(i) }));
    }
    main.push(at('values', { stroke: color, width: signal.limit ? 1 : 1.5, steps: signal.steps,
      dash: signal.limit ? kLimitDash : seriesDash(i) }));
  });
  return { main: [...bands, ...main], rest };
}

/** The areas between consecutive curves `high` and `low`, in the format of uPlot. */
function bandsOf(curves) {
  return curves.flatMap((curve, i) => (curve.kind !== 'high' ? [] : [{
    series: [i + 1, i + 2],
    fill: () => `${curve.stroke()}${Math.round(255 * kBandAlpha).toString(16)}`,
  }]));
}

class Plot {
  constructor(figure, description, store, view, zone) {
    Object.assign(this, { figure, description, store, view, zone });
    this.visible = false;
    this.stale = true;
    this.charts = null;
    this.hiddenSignals = new Set();
    new IntersectionObserver(([entry]) => this.seen(entry.isIntersecting), { rootMargin: '150px' })
      .observe(figure);
    view.rangeListeners.push(() => this.refresh());
    view.cursorListeners.push(() => this.pointAt());
    const save = button('CSV', 'Save the values of the signals that are shown as a CSV file', () => saveValues(this));
    save.classList.add('save-values');
    filesOf(figure).append(save);
    paletteListeners.push(() => this.charts?.forEach(({ chart }) => chart.redraw(false)));
  }

  async seen(visible) {
    this.visible = visible;
    if (!visible) return;
    if (!this.building) await this.ready();
    else if (this.stale) this.refresh();
  }

  /** Resolves when the signals are unpacked and drawn. */
  ready() {
    this.building ??= this.build();
    return this.building;
  }

  async build() {
    this.signals = await Promise.all(this.description.signals.map((i) => this.store.load(i)));
    this.body = make('div', {
      class: 'live chart', tabindex: '0', role: 'group',
      'aria-label': `${this.description.title}: arrow keys move the cursor, with Shift the view; + and − zoom, 0 shows everything`,
    });
    this.figure.append(this.body);
    this.figure.classList.add('enhanced');
    this.legend = new Legend(this);
    this.figure.append(this.legend.element);
    const { main, rest } = curvesOf(this.signals);
    this.charts = [this.makeChart(main, kPlotHeight, !rest.length)];
    if (rest.length) {
      this.body.append(make('p', { class: 'note', text: `Residual: ${this.description.word} − measured` }));
      this.charts.push(this.makeChart(rest, kRestHeight, true));
    }
    startGestures(this);
    new ResizeObserver(() => this.resize()).observe(this.body);
    this.stale = true;
    this.refresh();
  }

  width() {
    return Math.max(200, this.body.clientWidth);
  }

  makeChart(curves, height, hasTimes) {
    const layer = new ColumnLayer();
    const options = {
      width: this.width(), height, pxAlign: false, legend: { show: false },
      series: [{}, ...curves.map(curveOptions)], bands: bandsOf(curves),
      scales: { x: { time: true, range: () => [this.view.min, this.view.max] }, y: { range: valueRange } },
      axes: [timeAxis(this.zone, hasTimes), valueAxis(height)],
      cursor: cursorOptions(this.view),
      padding: [8, 24, hasTimes ? 0 : 8, 0],  // half of a label is to the right of the last tick
      hooks: {
        setSelect: [(chart) => this.zoomToSelection(chart)],
        setCursor: [(chart) => this.cursorMoved(chart)],
        drawClear: [(chart) => { if (chart.binned) layer.begin(chart); }],
        drawSeries: [(chart, i) => { if (chart.binned && i > 0) drawBinned(layer, chart, i, curves[i - 1]); }],
        draw: [(chart) => { if (chart.binned) layer.end(chart); }],
      },
    };
    const holder = make('div', {});
    this.body.append(holder);
    const chart = new uPlot(options, [[], ...curves.map(() => [])], holder);
    return { chart, curves, height };
  }

  refresh() {
    if (!this.charts || !this.visible) {
      this.stale = true;
      return;
    }
    this.stale = false;
    const points = kPointsPerPixel * this.width();
    for (const { chart, curves } of this.charts) {
      const { data, binned } = plotData(curves, this.view.min, this.view.max, points);
      chart.binned = binned;
      chart.batch(() => {
        chart.setData(data, false);
        chart.setScale('x', { min: this.view.min, max: this.view.max });
      });
    }
    this.pointAt();
  }

  resize() {
    for (const { chart, height } of this.charts) {
      if (chart.width !== this.width()) chart.setSize({ width: this.width(), height });
    }
    this.refresh();
  }

  zoomToSelection(chart) {
    const { left, width } = chart.select;
    if (width < 3) return;
    chart.setSelect({ left: 0, width: 0 }, false);
    this.view.set(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'));
  }

  cursorMoved(chart) {
    const { left } = chart.cursor;
    this.view.point(left == null || left < 0 ? null : chart.posToVal(left, 'x'));
  }

  /** The cursor's line and the values in the legend. */
  pointAt() {
    if (!this.charts || !this.visible) return;
    const time = this.view.cursor;
    const inside = time != null && time >= this.view.min && time <= this.view.max;
    for (const { chart } of this.charts) {
      chart.setCursor({ left: inside ? chart.valToPos(time, 'x') : -10, top: inside ? 0 : -10 }, false);
    }
    this.legend.show(inside ? time : null);
  }

  /** Shows or hides a signal, its measurement and its residual. */
  toggle(signal) {
    if (!this.hiddenSignals.delete(signal)) this.hiddenSignals.add(signal);
    for (const { chart, curves } of this.charts) {
      curves.forEach((curve, i) => {
        if (curve.signal === signal) chart.setSeries(i + 1, { show: !this.hiddenSignals.has(signal) });
      });
    }
  }
}

const linePaths = typeof uPlot === 'undefined' ? null : uPlot.paths.linear();
const stepPaths = typeof uPlot === 'undefined' ? null : uPlot.paths.stepped({ align: 1 });

function drawBinned(layer, chart, index, curve) {
  if (curve.kind === 'high') layer.drawBand(chart, index, index + 1);
  else if (curve.kind !== 'low') layer.draw(chart, index, curve.width);
}

function curveOptions(curve) {
  return {
    stroke: curve.stroke, width: curve.width, dash: curve.dash, alpha: curve.alpha ?? 1,
    points: { show: false },
    paths: (chart, ...range) => (
      chart.binned ? null : (curve.steps ? stepPaths : linePaths)(chart, ...range)),
  };
}

/** The range of values in view, with a margin; that of a constant signal is widened. */
function valueRange(chart, low, high) {
  if (low == null) return [0, 1];
  const margin = high > low ? 0.06 * (high - low) : Math.max(0.05 * Math.abs(high), 1e-3);
  return [low - margin, high + margin];
}

function timeAxis(zone, hasTimes) {
  return {
    show: true, size: hasTimes ? 40 : 0, stroke: () => palette.soft, font: '11px system-ui, sans-serif',
    grid: { stroke: () => palette.grid, width: 1 }, ticks: { show: false },
    splits: (chart, axis, min, max) => zone.ticks(min, max, Math.max(2, Math.floor(chart.bbox.width
      / devicePixelRatio / 80))),
    values: (chart, splits) => (hasTimes ? zone.tickTexts(splits) : splits.map(() => '')),
  };
}

function valueAxis(height) {
  return {
    size: kAxisWidth, stroke: () => palette.soft, font: '11px system-ui, sans-serif',
    grid: { stroke: () => palette.grid, width: 1 }, ticks: { show: false },
    space: height > 150 ? 36 : 24,
    values: (chart, splits) => splits.map((value) => (value == null ? '' : numberText(value))),
  };
}

function cursorOptions(view) {
  return {
    y: false, points: { show: false },
    drag: { x: true, y: false, setScale: false },
    bind: {
      dblclick: () => () => {
        view.reset();
        return null;
      },
      mousedown: (chart, target, handler) => (event) => (event.shiftKey ? null : handler(event)),
    },
  };
}
