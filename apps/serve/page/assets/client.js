// SPDX-License-Identifier: MIT
// Elements, messages and requests to the API of the service that sent this page.
'use strict';

const byId = (id) => document.getElementById(id);

/** Makes an element: `make('td', {className: 'number'}, 'text', child)`. */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function show(notice) {
  byId('notice').textContent = notice;
  byId('notice').hidden = !notice;
}

/** An error that the API reports. */
class ApiError extends Error {
  constructor(status, errors) {
    super(errors.map((error) => `${error.code}: ${error.message}`).join('\n'));
    this.status = status;
  }
}

let token = '';

/** Sends a request and returns the content of the answer; throws ApiError. */
async function ask(method, path, body) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: text, cache: 'no-store' });
  } catch {
    throw new ApiError(0, [{ code: 'no connection', message: 'the service does not answer' }]);
  }
  const value = await answer.json();
  if (answer.ok) return value;
  if (answer.status === 401) byId('token-form').hidden = false;
  throw new ApiError(answer.status, value.errors);
}

/** Runs the work for an event and shows its error, if any. */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show(error.message);
  }
}

function numberText(value) {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(3);
  return String(Number(value.toPrecision(5)));
}
