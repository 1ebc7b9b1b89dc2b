// SPDX-License-Identifier: MIT
// The signals in the page. Their values are unpacked when a plot is first shown.

const kSign = -0x80000000;  // the sign bit as a 32-bit integer

/** Returns the bytes of a zlib stream given as base64. */
async function inflate(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes byte planes, zigzag, differences and order of bits (signal_block.hpp). */
function unpack(bytes, rows) {
  const bits = new Int32Array(rows);
  let last = 0;
  for (let i = 0; i < rows; ++i) {
    const zigzag = bytes[i] << 24 | bytes[rows + i] << 16 | bytes[2 * rows + i] << 8
      | bytes[3 * rows + i];
    last = last + ((zigzag >>> 1) ^ -(zigzag & 1)) | 0;
    bits[i] = last < 0 ? last ^ kSign : ~last;
  }
  return new Float32Array(bits.buffer);
}

async function readBlock(signal, kind) {
  const block = document.querySelector(`script[data-signal="${signal}"][data-kind="${kind}"]`);
  if (!block) return null;
  const values = unpack(await inflate(block.textContent), Number(block.dataset.rows));
  block.remove();
  return values;
}

function difference(simulated, measured) {
  return measured && simulated.map((value, i) => value - measured[i]);
}

/** All signals of the report; `load` returns a signal with its values and decimated levels. */
class Signals {
  constructor(series) {
    this.series = series;
    this.loaded = new Map();
  }

  load(index) {
    if (!this.loaded.has(index)) this.loaded.set(index, this.read(index));
    return this.loaded.get(index);
  }

  async read(index) {
    const signal = this.series.signals[index];
    const values = (await readBlock(index, 'values')) || new Float32Array(0);
    const measured = await readBlock(index, 'measured');
    const residual = difference(values, measured);
    const bands = await Promise.all(signal.bands.map(async (band, b) => ({
      name: band.name,
      low: await readBlock(index, `low${b}`),
      high: await readBlock(index, `high${b}`),
    })));
    return {
      name: [signal.label || signal.name, signal.run].filter(Boolean).join(' · '),
      id: signal.name,
      run: signal.run,
      unit: signal.unit,
      times: this.series.times[signal.times],
      steps: signal.steps,
      limit: signal.limit,
      values, measured, residual, bands,
      levels: {
        values: pyramid(values),
        measured: measured && pyramid(measured),
        residual: residual && pyramid(residual),
        bands: bands.map(({ low, high }) => ({ low: pyramid(low), high: pyramid(high) })),
      },
    };
  }

  timesOf(plots) {
    return plots.flatMap((plot) => plot.signals)
      .map((index) => this.series.times[this.series.signals[index].times]);
  }

  /** First and last time of plots. */
  extent(plots) {
    let min = Infinity;
    let max = -Infinity;
    for (const times of this.timesOf(plots)) {
      min = Math.min(min, times.start);
      max = Math.max(max, times.start + times.step * Math.max(1, times.rows - 1));
    }
    return { min, max };
  }

  zone(plots) {
    const [times] = this.timesOf(plots);
    return new Zone(times ? times.zone : 'UTC');
  }
}
