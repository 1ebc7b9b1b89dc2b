// SPDX-License-Identifier: MIT
// Saves figures as SVG files with the colours of the present theme.

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
    const paint = color && (Number.parseFloat(color.borderTopWidth) ? color.borderTopColor : color.backgroundColor);
    if (paint) svg.append(makeSvg('rect', { x: 8, y: y - 8, width: 14, height: 8, fill: paint }));
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

function saveFigure(figure, drawing) {
  const title = figure.querySelector('figcaption')?.textContent || drawing?.getAttribute('aria-label')
    || figure.parentElement.closest('.figures')?.querySelector('h3')?.textContent || '';
  const name = title.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const text = drawing ? svgText(figure, drawing) : svgOfElements(figure);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = make('a', { href: url, download: `${name || 'figure'}.svg` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A button in each figure. */
function startExport() {
  for (const figure of document.querySelectorAll('figure')) {
    const drawing = figure.querySelector('svg.chart-drawing, svg.drawing');
    if (!drawing && figure.querySelector('img')) continue;  // an image of the graph
    const save = button('SVG', 'Save this figure as an SVG file', () => saveFigure(figure, drawing));
    save.classList.add('save', 'live');
    figure.prepend(save);
  }
}
