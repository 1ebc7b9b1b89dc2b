// SPDX-License-Identifier: MIT
// Runs with their live plots, and the table of all jobs.
'use strict';

const kLook = 500;  // ms between requests for the state of a run
const kRowsAtOnce = 5000;
const kFinished = ['done', 'failed', 'cancelled', 'interrupted'];

const followed = { job: null, run: null, before: null };

const pause = (time) => new Promise((done) => setTimeout(done, time));

function share(job) {
  const { done, total } = job.progress ?? {};
  if (job.state === 'done') return 1;
  return total > 0 ? done / total : 0;
}

function stateText(job) {
  const errors = job.errors.map((error) => `${error.code}: ${error.message}`).join('; ');
  return `${job.kind} of ${job.model}: ${job.state}${errors ? `. ${errors}` : ''}`;
}

function runRequest() {
  const request = { model: chosen.model.id };
  for (const name of ['start', 'end']) {
    if (byId(name).value.trim()) request[name] = byId(name).value.trim();
  }
  const step = byId('step').value.trim();
  if (step) request.step = Number.isFinite(Number(step)) ? Number(step) : step;
  if (chosen.changes.size) request.parameters = Object.fromEntries(chosen.changes);
  if (chosen.signals.size) request.record = [...chosen.signals];
  return request;
}

async function startRun() {
  show('');
  const job = await ask('POST', '/runs', runRequest());
  await follow(job);
}

/** Adds the next available rows; returns whether there may be more. */
async function takeRows(job, run) {
  const part = `first=${run.times.length}&count=${kRowsAtOnce}`;
  const answer = await ask('GET', `/jobs/${job.id}/result?${part}`);
  run.add(answer);
  return answer.rows.length === kRowsAtOnce;
}

function showKpis(kpis) {
  const rows = Object.entries(kpis.kpis).filter(([, kpi]) => kpi.value !== null);
  byId('kpis').replaceChildren(make('h3', {}, 'KPIs'), make('table', {}, ...rows.map(([name, kpi]) =>
    make('tr', {}, make('td', {}, name), make('td', { className: 'number' }, numberText(kpi.value)),
      make('td', { className: 'soft' }, kpi.unit)))));
}

/** Draws a run while it is running, until it ends or another one is followed. */
async function follow(job) {
  if (followed.run?.times.length && followed.job?.model === job.model) followed.before = followed.run;
  else followed.before = null;
  const run = new RunData();
  Object.assign(followed, { job, run });
  byId('kpis').replaceChildren();
  byId('run-progress').hidden = false;
  for (;;) {
    const now = await ask('GET', `/jobs/${job.id}`);
    const more = now.available.includes('result') && await takeRows(job, run);
    if (followed.job.id !== job.id) return;
    byId('run-state').textContent = stateText(now);
    byId('run-state').classList.toggle('failed', now.state === 'failed');
    byId('run-progress').value = share(now);
    if (run.times.length) drawPlots(byId('plots'), run, followed.before);
    if (more) continue;
    if (kFinished.includes(now.state)) {
      byId('run-progress').hidden = true;
      if (now.available.includes('kpis')) showKpis(await ask('GET', `/jobs/${job.id}/kpis`));
      await listJobs();
      return;
    }
    await pause(kLook);
  }
}

async function showLog(job) {
  const { messages } = await ask('GET', `/jobs/${job.id}/log`);
  byId('log').textContent = messages
    .map((m) => m.text ?? `${m.severity}: ${m.code}  ${m.message}`).join('\n') || 'No messages.';
  byId('log').hidden = false;
}

async function download(job) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`/api/v1/jobs/${job.id}/result?format=csv`, { headers });
  const link = make('a', { href: URL.createObjectURL(await answer.blob()),
    download: job.kind === 'calibration' ? 'result.json' : 'results.csv' });
  link.click();
  URL.revokeObjectURL(link.href);
}

function jobRow(job) {
  const button = (text, work) => {
    const made = make('button', { type: 'button' }, text);
    made.addEventListener('click', () => attempt(work));
    return made;
  };
  const finished = kFinished.includes(job.state);
  const buttons = [button('Log', () => showLog(job))];
  if (job.kind === 'run' && job.available.includes('result')) buttons.push(button('Plot', () => follow(job)));
  if (finished && job.available.includes('result')) buttons.push(button('Save', () => download(job)));
  buttons.push(button(finished ? 'Remove' : 'Cancel', async () => {
    await ask('DELETE', `/jobs/${job.id}`);
    await listJobs();
  }));
  const state = make('td', { title: job.errors.map((e) => e.message).join('\n') }, job.state);
  state.classList.toggle('failed', job.state === 'failed');
  return make('tr', {}, make('td', {}, job.created.slice(0, 19).replace('T', ' ')), make('td', {}, job.kind),
    make('td', {}, job.model), state,
    make('td', {}, finished ? '' : make('progress', { max: 1, value: share(job) })), make('td', {}, ...buttons));
}

async function listJobs() {
  const { jobs } = await ask('GET', '/jobs');
  const head = make('tr', {}, ...['created, UTC', 'kind', 'model', 'state', 'progress', ''].map((t) => make('th', {}, t)));
  byId('jobs').replaceChildren(head, ...jobs.reverse().map(jobRow));
  return jobs;
}

async function startJob() {
  show('');
  const kind = byId('job-kind').value;
  let file;
  try {
    file = JSON.parse(byId('job-text').value);
  } catch (error) {
    show(`The text is not JSON: ${error.message}`);
    return;
  }
  const request = { model: chosen.model.id, [kind === 'scenarios' ? 'set' : 'problem']: file };
  await ask('POST', `/${kind}`, request);
  await listJobs();
}
