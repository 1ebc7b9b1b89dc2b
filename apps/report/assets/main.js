// SPDX-License-Identifier: MIT
// Improves the static page part by part.

const content = JSON.parse(document.getElementById('content').textContent);

/** Calls `start` when a folded section is opened, because drawings need its size. */
function whenOpen(section, start) {
  const details = section?.querySelector(':scope > details');
  if (!details || details.open) {
    start();
    return;
  }
  details.addEventListener('toggle', () => details.open && start(), { once: true });
}

function startGraph() {
  const place = document.getElementById('graph-live');
  if (!place || !content.graph || !content.graph.nodes.length) return;
  const view = new GraphView(content.graph, place);
  document.getElementById('graph-static')?.classList.add('replaced');
  const all = document.getElementById('components');
  all.open = false;
  all.classList.add('ready');
  const opened = () => {
    if (!all.open) return;
    breakIdentifiers(all);
    all.removeEventListener('toggle', opened);
  };
  all.addEventListener('toggle', opened);
  const follow = () => {
    const [, n] = /^#c(\d+)$/.exec(location.hash) || [];
    if (n !== undefined && view.fold.full.nodes[n]) all.open = true;
  };
  addEventListener('hashchange', follow);
  follow();
}

/** The plots of each part of the page share a time bar. */
function startPlots() {
  if (typeof uPlot === 'undefined' || typeof DecompressionStream === 'undefined') return;
  const store = new Signals(content.series);
  for (const place of document.querySelectorAll('.time-bar')) {
    const figures = [...place.closest('section').querySelectorAll('figure.plot')];
    const plots = figures.map((figure) => content.series.plots[Number(figure.dataset.plot)]);
    const step = Math.min(...store.timesOf(plots).map((times) => times.step));
    const view = new View(store.extent(plots), step);
    const zone = store.zone(plots);
    timeBar(place, view, zone);
    figures.forEach((figure, i) => new Plot(figure, plots[i], store, view, zone));
  }
  noteRounding();
}

function noteRounding() {
  const bits = Number(document.getElementById('signal-bits').textContent);
  if (bits >= 32) return;
  for (const note of document.querySelectorAll('.signal-note')) {
    note.hidden = false;
    note.textContent = 'Plotted values are rounded to 5 significant digits to keep this file small.';
  }
}

function startTables() {
  for (const element of document.querySelectorAll('.table')) {
    if (element.querySelectorAll('tbody tr').length < 2) {
      element.classList.add('ready');
      continue;
    }
    const table = new DataTable(element);
    element.classList.add('ready');
    if (element.classList.contains('scenarios')) new ScenarioCharts(table);
  }
}

startTheme();
startNavigation();
startPrinting();
startTables();
whenOpen(document.getElementById('model'), startGraph);
startPlots();
startExport();
