// SPDX-License-Identifier: MIT
// The stretch of time in view and the time under the cursor, shared by all plots.

const kShortestView = 4;  // steps

class View {
  constructor(extent, step) {
    this.extent = extent;
    this.shortest = Math.min(kShortestView * step, extent.max - extent.min);
    this.min = extent.min;
    this.max = extent.max;
    this.cursor = null;
    this.rangeListeners = [];
    this.cursorListeners = [];
    this.waiting = false;
  }

  /** Shows [min, max], limited to the extent; plots are updated once per frame. */
  set(min, max) {
    const length = clamp(max - min, this.shortest, this.extent.max - this.extent.min);
    const middle = (min + max) / 2;
    this.min = clamp(middle - length / 2, this.extent.min, this.extent.max - length);
    this.max = this.min + length;
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      for (const listener of this.rangeListeners) listener();
    });
  }

  reset() {
    this.set(this.extent.min, this.extent.max);
  }

  pan(share) {
    const shift = share * (this.max - this.min);
    this.set(this.min + shift, this.max + shift);
  }

  /** Zooms by a factor; `time` keeps its position. */
  zoom(factor, time = (this.min + this.max) / 2) {
    this.set(time - (time - this.min) * factor, time + (this.max - time) * factor);
  }

  /** Shows `length` seconds around the middle. */
  show(length) {
    const middle = (this.min + this.max) / 2;
    this.set(middle - length / 2, middle + length / 2);
  }

  point(time) {
    this.cursor = time;
    for (const listener of this.cursorListeners) listener();
  }
}

/** The bar above the plots: the time in view, and buttons that change it. */
function timeBar(place, view, zone) {
  const range = make('output', { class: 'range', 'aria-label': 'Time in view' });
  const write = () => {
    const unit = view.max - view.min > kHour ? 60 : 1;
    range.textContent = `${zone.text(view.min, unit)} – ${zone.text(view.max, unit)} ${zone.name}`;
  };
  const total = view.extent.max - view.extent.min;
  const presets = [['Day', kDay], ['Week', 7 * kDay], ['Month', 30 * kDay]]
    .filter(([, length]) => length < 0.9 * total)
    .map(([text, length]) => button(text, `Show a ${text.toLowerCase()}`, () => view.show(length)));
  place.append(range, make('span', { class: 'buttons' },
    button('←', 'Earlier', () => view.pan(-0.5)), button('→', 'Later', () => view.pan(0.5)),
    button('−', 'Zoom out', () => view.zoom(2)), button('+', 'Zoom in', () => view.zoom(0.5)),
    ...presets, button('All', 'Show everything', () => view.reset())));
  place.hidden = false;
  view.rangeListeners.push(write);
  write();
}
