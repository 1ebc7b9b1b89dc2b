// SPDX-License-Identifier: MIT
// The behaviour of the controls of the page.
'use strict';

async function begin() {
  const { version } = await ask('GET', '/version');
  byId('version').textContent = version;
  await listModels();
  await listJobs();
}

/** Requests the jobs repeatedly as long as the page is open. */
async function watchJobs() {
  for (;;) {
    await pause(2000);
    if (document.hidden || !chosen.model) continue;
    try {
      await listJobs();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

byId('token-form').addEventListener('submit', (event) => {
  event.preventDefault();
  token = byId('token').value;
  byId('token-form').hidden = true;
  show('');
  attempt(begin);
});
byId('model').addEventListener('change', () => attempt(() => chooseModel(byId('model').value)));
byId('upload').addEventListener('click', () => byId('upload-file').click());
byId('upload-file').addEventListener('change', () => attempt(async () => {
  show('');
  const [file] = byId('upload-file').files;
  if (file) await uploadModel(file);
  byId('upload-file').value = '';
}));
byId('delete-model').addEventListener('click', () => attempt(async () => {
  await ask('DELETE', `/models/${chosen.model.id}`);
  await listModels();
}));
byId('signal-search').addEventListener('input', listSignals);
byId('parameter-search').addEventListener('input', listParameters);
byId('run-form').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(startRun);
});
byId('reset').addEventListener('click', () => {
  chosen.changes.clear();
  listParameters();
});
byId('job-form').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(startJob);
});

attempt(begin);
watchJobs();
