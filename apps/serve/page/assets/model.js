// SPDX-License-Identifier: MIT
// The chosen model: its tables, the signals to record and the sliders of its parameters.
'use strict';

const kMostListed = 60;  // signals or parameters in a list; others are found by the search

const chosen = { model: null, signals: new Set(), changes: new Map() };

/** The least and greatest value of a slider, within the permitted range of the parameter. */
function sliderRange(parameter) {
  const value = parameter.value;
  const low = value === 0 ? 0 : value - 0.5 * Math.abs(value);
  const high = value === 0 ? 1 : value + Math.abs(value);
  return [Math.max(low, parameter.min ?? -Infinity), Math.min(high, parameter.max ?? Infinity)];
}

function parameterRow(parameter) {
  const [low, high] = sliderRange(parameter);
  const value = chosen.changes.get(parameter.name) ?? parameter.value;
  const text = make('output', {}, `${numberText(value)} ${parameter.unit === '1' ? '' : parameter.unit}`);
  const slider = make('input', { type: 'range', min: 0, max: 1000, step: 1,
    value: 1000 * (value - low) / (high - low || 1), disabled: !(high > low) });
  slider.setAttribute('aria-label', `${parameter.name}: ${parameter.doc ?? ''}`);
  const row = make('div', { className: 'parameter', title: parameter.doc ?? '' },
    make('span', { className: 'name' }, parameter.name), text, slider);
  row.classList.toggle('changed', chosen.changes.has(parameter.name));
  slider.addEventListener('input', () => {
    const moved = Number((low + (high - low) * slider.value / 1000).toPrecision(6));
    chosen.changes.set(parameter.name, moved);
    text.textContent = `${numberText(moved)} ${parameter.unit === '1' ? '' : parameter.unit}`;
    row.classList.add('changed');
  });
  slider.addEventListener('change', () => {
    if (byId('auto').checked) attempt(startRun);
  });
  return row;
}

function matching(list, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter((one) => words.every((word) => one.name.toLowerCase().includes(word)));
}

function rest(count) {
  return count > kMostListed ? [make('p', { className: 'soft' }, `${count - kMostListed} more: search for them`)] : [];
}

function listParameters() {
  const found = matching(chosen.model.parameters.filter((p) => p.value !== null), byId('parameter-search').value);
  // Changed parameters first, then those that the model sets.
  const order = (p) => (chosen.changes.has(p.name) ? 0 : p.source === 'model' ? 1 : 2);
  found.sort((a, b) => order(a) - order(b));
  byId('parameters').replaceChildren(...found.slice(0, kMostListed).map(parameterRow), ...rest(found.length));
}

function signalRow(signal) {
  const box = make('input', { type: 'checkbox', checked: chosen.signals.has(signal.name) });
  box.addEventListener('change', () => {
    if (box.checked) chosen.signals.add(signal.name);
    else chosen.signals.delete(signal.name);
  });
  return make('label', {}, box, `${signal.name} `, make('span', { className: 'soft' }, signal.unit));
}

function listSignals() {
  const found = matching(chosen.model.outputs, byId('signal-search').value);
  found.sort((a, b) => chosen.signals.has(b.name) - chosen.signals.has(a.name));
  byId('signals').replaceChildren(...found.slice(0, kMostListed).map(signalRow), ...rest(found.length));
}

function tableOf(title, head, rows) {
  return [make('h3', {}, `${title}: ${rows.length}`),
    make('table', {}, make('tr', {}, ...head.map((text) => make('th', {}, text))),
      ...rows.map((cells) => make('tr', {}, ...cells.map((text) => make('td', {}, text)))))];
}

/** The temperatures and powers that are usually of interest first. */
function usualSignals(model) {
  const some = (pattern) => model.outputs.filter((o) => pattern.test(o.name)).slice(0, 4);
  const usual = [...some(/(indoor|room|zone)Temperature$/i), ...some(/\.Power$/)];
  return (usual.length ? usual : model.outputs.slice(0, 4)).map((o) => o.name);
}

async function chooseModel(id) {
  const model = await ask('GET', `/models/${id}`);
  Object.assign(chosen, { model, signals: new Set(usualSignals(model)), changes: new Map() });
  byId('delete-model').hidden = !model.uploaded;
  byId('facts').textContent = `${model.name || model.id}: ${model.components.length} components, `
    + `${model.engine} engine`;
  byId('start').value = model.simulation.start ?? '';
  byId('end').value = model.simulation.end ?? '';
  byId('step').value = model.simulation.step ?? '';
  byId('model-tables').replaceChildren(
    ...tableOf('Components', ['id', 'type'], model.components.map((c) => [c.id, c.type])),
    ...tableOf('Inputs', ['name', 'unit', 'from'], model.inputs.map((i) => [i.name, i.unit, i.from ?? `open: ${i.open}`])),
    ...tableOf('Outputs', ['name', 'unit'], model.outputs.map((o) => [o.name, o.unit])));
  listSignals();
  listParameters();
}

async function listModels(wanted) {
  const { models } = await ask('GET', '/models');
  const select = byId('model');
  const before = wanted ?? select.value;
  select.replaceChildren(...models.map((m) => make('option', { value: m.id }, m.uploaded ? `${m.id} (uploaded)` : m.id)));
  if (models.some((m) => m.id === before)) select.value = before;
  if (models.length) await chooseModel(select.value);
}

async function uploadModel(file) {
  const name = file.name.split('.')[0].replace(/[^A-Za-z0-9_]/g, '_').slice(0, 64) || 'model';
  await ask('PUT', `/models/${name}`, await file.text());
  await listModels(name);
}
