// SPDX-License-Identifier: MIT
// Curves of bins: a column from lowest to highest value for each, joined to the one before. Much
// quicker than a stroked line that goes up and down at every pixel.

/** Draws series `index` of a uPlot whose points are lowest and highest values of bins in turn. */
function drawColumns(chart, index, width) {
  const { ctx, bbox, data, series } = chart;
  const times = data[0];
  const values = data[index];
  const x = pixels(chart.scales.x, bbox.left, bbox.width);
  const y = pixels({ min: chart.scales.y.max, max: chart.scales.y.min }, bbox.top, bbox.height);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = series[index].stroke(chart, index);
  ctx.globalAlpha = series[index].alpha;
  const thick = Math.max(1, Math.round(width * devicePixelRatio));
  let before = null;
  for (let i = 0; i + 1 < times.length; i += 2) {
    const bin = Number.isNaN(values[i]) ? null : { top: y(values[i + 1]), bottom: y(values[i]) };
    if (bin) drawBin(ctx, bin, before, x(times[i]), x(2 * times[i + 1] - times[i]), thick);
    before = bin;
  }
  ctx.restore();
}

/** Places of values on the canvas; much called, so without uPlot's own look-ups. */
function pixels({ min, max }, start, length) {
  const scale = length / (max - min);
  return (value) => Math.round(start + (value - min) * scale);
}

function drawBin(ctx, bin, before, left, right, thick) {
  const top = before ? Math.min(bin.top, before.bottom) : bin.top;
  const bottom = before ? Math.max(bin.bottom, before.top) : bin.bottom;
  const height = Math.max(thick, bottom - top);
  ctx.fillRect(left, top - (height - (bottom - top)) / 2, Math.max(1, right - left), height);
}
