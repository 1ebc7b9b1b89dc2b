// SPDX-License-Identifier: MIT
// Moving and zooming plots: keys, wheel, dragging with Shift or on the axis, fingers.

function startGestures(plot) {
  plot.body.addEventListener('keydown', (event) => plotKey(plot, event));
  for (const { chart } of plot.charts) {
    chart.over.addEventListener('wheel', (event) => plotWheel(plot, chart, event), { passive: false });
    chart.over.addEventListener('pointerdown', (event) => plotDrag(plot, chart, event));
    startFingers(plot, chart);
    const axis = chart.root.querySelector('.u-axis');
    axis?.addEventListener('pointerdown', (event) => panWhileDown(plot, chart, event));
  }
}

function plotKey(plot, event) {
  const { view } = plot;
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (direction && event.shiftKey) view.pan(0.2 * direction);
  else if (direction) view.point(nextRow(plot, direction));
  else if (event.key === '+' || event.key === '=') view.zoom(0.5, view.cursor ?? undefined);
  else if (event.key === '-' || event.key === '−') view.zoom(2, view.cursor ?? undefined);
  else if (event.key === '0' || event.key === 'Home') view.reset();
  else if (event.key === 'Escape') view.point(null);
  else return;
  event.preventDefault();
}

/** The time of the next row that is a pixel or more away. */
function nextRow(plot, direction) {
  const { view } = plot;
  const { start, step } = plot.signals[0].times;
  const pixel = (view.max - view.min) / plot.width();
  const from = view.cursor ?? (view.min + view.max) / 2;
  const moved = from + direction * Math.max(step, 4 * pixel);
  const time = start + Math.round((moved - start) / step) * step;
  return clamp(time, view.min, view.max);
}

function timeAt(chart, event) {
  return chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x');
}

function plotWheel(plot, chart, event) {
  if (event.ctrlKey || event.metaKey) {
    plot.view.zoom(Math.exp(event.deltaY * 0.004), timeAt(chart, event));
  } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    plot.view.pan(event.deltaX / plot.width());
  } else {
    return;  // the page scrolls
  }
  event.preventDefault();
}

function plotDrag(plot, chart, event) {
  if (event.pointerType !== 'touch' && event.shiftKey) panWhileDown(plot, chart, event);
}

function panWhileDown(plot, chart, event) {
  const { view } = plot;
  const from = { x: event.clientX, min: view.min, max: view.max };
  const perPixel = (view.max - view.min) / chart.over.clientWidth;
  const move = (now) => {
    const shift = (from.x - now.clientX) * perPixel;
    view.set(from.min + shift, from.max + shift);
  };
  const end = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  event.preventDefault();
}

/** One finger moves along time (up and down scrolls the page), two zoom. */
function startFingers(plot, chart) {
  const fingers = new Map();
  const { over } = chart;
  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    fingers.set(event.pointerId, event.clientX);
    if (fingers.size === 1) plot.view.point(timeAt(chart, event));
  });
  over.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    const last = fingers.get(event.pointerId);
    const other = [...fingers].find(([id]) => id !== event.pointerId);
    if (other) {
      const factor = Math.max(20, Math.abs(last - other[1])) / Math.max(20, Math.abs(event.clientX - other[1]));
      plot.view.zoom(factor, timeAt(chart, event));
    } else {
      plot.view.pan((last - event.clientX) / over.clientWidth);
    }
    fingers.set(event.pointerId, event.clientX);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    over.addEventListener(type, (event) => fingers.delete(event.pointerId));
  }
}
