// SPDX-License-Identifier: MIT
// Decimated levels: lowest and highest value of every 2, 4, 8 ... rows.

const kFactor = 2;

/** Returns the next level: lowest and highest of each `kFactor` bins; NaN if all are NaN. */
function coarser(level) {
  const bins = Math.ceil(level.low.length / kFactor);
  const low = new Float32Array(bins).fill(NaN);
  const high = new Float32Array(bins).fill(NaN);
  for (let i = 0; i < level.low.length; ++i) {
    const bin = Math.floor(i / kFactor);
    if (!(low[bin] <= level.low[i])) low[bin] = Number.isNaN(level.low[i]) ? low[bin] : level.low[i];
    if (!(high[bin] >= level.high[i])) {
      high[bin] = Number.isNaN(level.high[i]) ? high[bin] : level.high[i];
    }
  }
  return { size: level.size * kFactor, low, high };
}

/** Returns the levels of a signal, the finest (its values) first. */
function pyramid(values) {
  const levels = [{ size: 1, low: values, high: values }];
  while (levels[levels.length - 1].low.length > 256) levels.push(coarser(levels[levels.length - 1]));
  return levels;
}

/** Returns the size of the bins that shows `rows` rows with at most `points` points. */
function binSize(rows, points) {
  let size = 1;
  while (rows / size * (size > 1 ? 2 : 1) > points) size *= kFactor;
  return size;
}

/** Returns the times of the points between two rows: one for a row, two for a bin. */
function sliceTimes(times, first, last, size) {
  const result = [];
  for (let bin = Math.floor(first / size); bin * size < last; ++bin) {
    const time = times.start + bin * size * times.step;
    result.push(time);
    if (size > 1) result.push(time + size / 2 * times.step);
  }
  return result;
}

/** Returns the lowest and the highest value of each bin in turn; NaN for bins without values. */
function sliceBins(levels, first, last, size) {
  const { low, high } = levels.find((level) => level.size === size);
  const from = Math.floor(first / size);
  const bins = Math.ceil(last / size) - from;
  const result = new Float32Array(2 * bins);
  for (let i = 0; i < bins; ++i) {
    result[2 * i] = low[from + i];
    result[2 * i + 1] = high[from + i];
  }
  return result;
}

/** Returns the values at `sliceTimes`; null for missing values. */
function sliceValues(levels, first, last, size) {
  const level = levels.find((candidate) => candidate.size === size) || levels[levels.length - 1];
  const result = [];
  const step = size / level.size;
  for (let bin = Math.floor(first / size); bin * size < last; ++bin) {
    const at = bin * step;
    result.push(numberOrNull(level.low[at]));
    if (size > 1) result.push(numberOrNull(level.high[at]));
  }
  return result;
}

function numberOrNull(value) {
  return value === undefined || Number.isNaN(value) ? null : value;
}
