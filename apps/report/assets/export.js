// SPDX-License-Identifier: MIT
// Saves figures as SVG files with the colours of the present theme, and the values of plots as CSV files.

const kDrawn = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray',
  'stroke-linecap', 'paint-order', 'font-size', 'text-anchor', 'image-rendering'];
const kKeyLine = 18;

/** Copies the settings of the style sheet into the drawing, as its file has no style sheet. */
function inlineStyles(from, to) {
  const style = getComputedStyle(from);
  for (const name of kDrawn) {
    const value = style.getPropertyValue(name);
    if (value) to.style.setProperty(name, value);
  }
  for (let i = 0; i < from.children.length; ++i) inlineStyles(from.children[i], to.children[i]);
}

/** The key of a figure as lines below its drawing. */
function addKey(figure, svg, width, height) {
  const items = [...figure.querySelectorAll('ul.key > li')];
  items.forEach((item, i) => {
    const y = height + kKeyLine * (i + 0.7);
    const swatch = item.querySelector('i');
    const color = swatch && getComputedStyle(swatch);
    const dash = color?.getPropertyValue('--dash');
    const paint = color && (Number.parseFloat(color.borderTopWidth) ? color.borderTopColor : color.backgroundColor);
    if (dash) {
      svg.append(makeSvg('path', {
        d: `M8 ${y - 4}h14`, stroke: color.getPropertyValue('--color'), 'stroke-width': 2, 'stroke-dasharray': dash,
      }));
    } else if (paint) {
      svg.append(makeSvg('rect', { x: 8, y: y - 8, width: 14, height: 8, fill: paint }));
    }
    svg.append(makeSvg('text', {
      x: 28, y, text: item.textContent, 'font-size': 11, fill: getComputedStyle(item).color,
    }));
  });
  return height + kKeyLine * items.length;
}

function svgText(figure, drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  const svg = drawing.cloneNode(true);
  inlineStyles(drawing, svg);
  const bottom = addKey(figure, svg, width, height);
  svg.setAttribute('viewBox', `0 0 ${width} ${bottom}`);
  svg.setAttribute('width', width);
  svg.setAttribute('height', bottom);
  svg.setAttribute('font-family', 'sans-serif');
  svg.prepend(makeSvg('rect', {
    width, height: bottom, fill: getComputedStyle(document.body).backgroundColor,
  }));
  return new XMLSerializer().serializeToString(svg);
}

/** Boxes of an element: its background and its borders. */
function boxesOf(element, style, place) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const opacity = Number(style.opacity);
  const box = (x, y, w, h, fill) => (w > 0 && h > 0 && !/rgba\(.*, 0\)$|transparent/.test(fill)
    ? [makeSvg('rect', { x: place.x(x), y: place.y(y), width: w, height: h, fill, 'fill-opacity': opacity })] : []);
  const border = (side) => Number.parseFloat(style[`border${side}Width`]);
  return [
    ...box(left, top, width, height, style.backgroundColor),
    ...box(left, top, width, border('Top'), style.borderTopColor),
    ...box(left, top + height - border('Bottom'), width, border('Bottom'), style.borderBottomColor),
    ...box(left, top, border('Left'), height, style.borderLeftColor),
    ...box(left + width - border('Right'), top, border('Right'), height, style.borderRightColor),
  ];
}

function wordsOf(node, style, place) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const { left, bottom, right } = range.getBoundingClientRect();
  if (!node.data.trim() || right <= left) return [];
  const upright = style.writingMode.startsWith('vertical');
  const [x, y] = upright ? [place.x(right) - 3, place.y(bottom)] : [place.x(left), place.y(bottom) - 5];
  return [makeSvg('text', {
    x, y, text: node.data.trim(), fill: style.color, 'font-size': style.fontSize,
    'font-weight': style.fontWeight, transform: upright ? `rotate(-90 ${x} ${y})` : false,
  })];
}

/** A figure of HTML, such as a table of colours, as boxes and words. */
function svgOfElements(figure) {
  const frame = figure.getBoundingClientRect();
  const place = { x: (x) => x - frame.left, y: (y) => y - frame.top };
  const svg = makeSvg('svg', {
    xmlns: kSvg, viewBox: `0 0 ${frame.width} ${frame.height}`, width: frame.width,
    height: frame.height, 'font-family': 'sans-serif',
  }, makeSvg('rect', {
    width: frame.width, height: frame.height, fill: getComputedStyle(document.body).backgroundColor,
  }));
  const walk = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || element.tagName === 'BUTTON') return;
    svg.append(...boxesOf(element, style, place));
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) svg.append(...wordsOf(node, style, place));
      else if (node.nodeType === Node.ELEMENT_NODE) walk(node);
    }
  };
  walk(figure);
  return new XMLSerializer().serializeToString(svg);
}

/** The name of a figure's files. */
function fileName(figure, drawing) {
  const title = figure.querySelector('figcaption :is(h3, h4)')?.firstChild?.textContent || drawing?.getAttribute('aria-label')
    || figure.parentElement.closest('.figures')?.querySelector('h3')?.textContent || '';
  return title.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'figure';
}

function saveFile(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function saveFigure(figure, drawing) {
  figure.classList.add('unboxed');  // a box that scrolls shows everything
  const text = drawing ? svgText(figure, drawing) : svgOfElements(figure);
  figure.classList.remove('unboxed');
  saveFile(`${fileName(figure, drawing)}.svg`, text, 'image/svg+xml');
}

/** Columns of a signal: its name and unit as in the CSV files of runs, with the name of the run. */
function csvColumns(signal) {
  const unit = (signal.unit || '1').replace('°C', 'degC').replace('²', '2').replace('³', '3');
  const column = (words, values) => ({
    name: `${signal.run ? `${signal.run}/` : ''}${signal.id}${words} [${unit}]`, times: signal.times, values,
  });
  return [
    column('', signal.values),
    ...(signal.measured ? [column(' measured', signal.measured)] : []),
    ...signal.bands.flatMap(({ name, low, high }) => [
      column(` ${name} low`, low), column(` ${name} high`, high)]),
  ];
}

const csvCell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A stored value: a 32-bit float has seven digits. */
const csvNumber = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(7))) : '');

/** All rows of the signals that a plot shows. */
function csvText(signals, zone) {
  const columns = signals.flatMap(csvColumns);
  const instants = new Set();  // ms
  for (const times of new Set(columns.map((column) => column.times))) {
    for (let i = 0; i < times.rows; ++i) instants.add(Math.round(1000 * (times.start + i * times.step)));
  }
  const lines = [['time', ...columns.map(({ name }) => csvCell(name))].join()];
  for (const instant of [...instants].sort((a, b) => a - b)) {
    const cells = columns.map(({ times, values }) => {
      const row = (instant / 1000 - times.start) / times.step;
      const near = Math.round(row);
      return Math.abs(row - near) * times.step < 1e-3 ? csvNumber(values[near]) : '';
    });
    lines.push(`${zone.stamp(instant / 1000)},${cells.join()}`);
  }
  return `${lines.join('\n')}\n`;
}

async function saveValues(plot) {
  await plot.ready();
  const signals = plot.signals.filter((_, i) => !plot.hiddenSignals.has(i));
  saveFile(`${fileName(plot.figure)}.csv`, csvText(signals, plot.zone), 'text/csv');
}

/** The place of a figure's buttons: at the right of its title, which flows around them. */
function filesOf(figure) {
  const place = figure.querySelector('.files') || make('span', { class: 'files live' });
  if (!place.isConnected) (figure.querySelector('figcaption') || figure).prepend(place);
  return place;
}

/** Buttons in each figure. */
function startExport() {
  for (const figure of document.querySelectorAll('figure')) {
    const drawing = figure.querySelector('svg.chart-drawing, svg.drawing');
    if (!drawing && figure.querySelector('img')) continue;  // an image of the graph
    const save = button('SVG', 'Save this figure as an SVG file', () => saveFigure(figure, drawing));
    save.classList.add('save');
    filesOf(figure).prepend(save);
  }
}
