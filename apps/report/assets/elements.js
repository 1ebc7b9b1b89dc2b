// SPDX-License-Identifier: MIT
// Elements and numbers as text.

const kSvg = 'http://www.w3.org/2000/svg';

/** Sets attributes (`text` is the content, functions are listeners) and adds children. */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'text') element.textContent = value;
    else if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

function button(text, label, click) {
  return make('button', { type: 'button', text, 'aria-label': label, title: label, click });
}

/** A number with at most 6 significant digits. */
function numberText(value) {
  if (value == null || !Number.isFinite(value)) return '–';
  if (Number.isInteger(value) && Math.abs(value) < 1e8) return String(value);
  return String(Number(value.toPrecision(6)));
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
