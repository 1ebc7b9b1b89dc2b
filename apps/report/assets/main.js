// SPDX-License-Identifier: MIT
// Improves the static page part by part.

const content = JSON.parse(document.getElementById('content').textContent);

function startGraph() {
  const place = document.getElementById('graph-live');
  if (!place || !content.graph || !content.graph.nodes.length) return;
  const view = new GraphView(content.graph, place);
  document.getElementById('graph-static')?.classList.add('replaced');
  document.getElementById('components').open = false;
  const follow = () => {
    const [, n] = /^#c(\d+)$/.exec(location.hash) || [];
    if (n !== undefined && view.nodes[n]) document.getElementById('components').open = true;
  };
  addEventListener('hashchange', follow);
  follow();
}

function startPlots() {
  const place = document.getElementById('time-bar');
  if (!place || typeof uPlot === 'undefined' || typeof DecompressionStream === 'undefined') return;
  const store = new Signals(content.series);
  const step = Math.min(...content.series.times.map((times) => times.step));
  const view = new View(store.extent(), step);
  const zone = store.zone();
  timeBar(place, view, zone);
  for (const figure of document.querySelectorAll('figure.plot')) {
    new Plot(figure, content.series.plots[Number(figure.dataset.plot)], store, view, zone);
  }
  noteRounding();
}

function noteRounding() {
  const bits = Number(document.getElementById('signal-bits').textContent);
  if (bits >= 32) return;
  const note = document.getElementById('signal-note');
  note.hidden = false;
  note.textContent = 'Plotted values are rounded to 5 significant digits to keep this file small.';
}

function startTables() {
  for (const element of document.querySelectorAll('.table')) {
    if (element.querySelectorAll('tbody tr').length < 2) continue;
    const table = new DataTable(element);
    if (element.classList.contains('scenarios')) new ScenarioCharts(table);
  }
}

startTheme();
startNavigation();
startPrinting();
startTables();
startGraph();
startPlots();
