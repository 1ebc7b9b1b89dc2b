// SPDX-License-Identifier: MIT
// Positions of components and lines: columns are levels of the execution order.

const kNodeHeight = 40;
const kNodeGap = 14;
const kLevelGap = 74;
const kMostForDagre = 1500;  // components and places lines pass through; above it takes seconds

function nodeWidth(node) {
  return clamp(7.3 * Math.max(node.id.length, 0.88 * node.type.length) + 22, 74, 260);
}

/** Lines from lower to higher levels: removed connections are turned round for the layout. */
function layoutEdges(graph) {
  const level = (n) => graph.nodes[n].level;
  return graph.edges.map((edge, index) => {
    const turned = level(edge.from) > level(edge.to);
    const [from, to] = turned ? [edge.to, edge.from] : [edge.from, edge.to];
    return { index, from, to, turned, span: level(to) - level(from) };
  }).filter((edge) => edge.span > 0);
}

function layoutGraph(graph) {
  const edges = layoutEdges(graph);
  const places = edges.reduce((sum, edge) => sum + edge.span, graph.nodes.length);
  if (typeof dagre !== 'undefined' && places <= kMostForDagre) return dagreLayout(graph, edges);
  return simpleLayout(graph);
}

/** Layout by dagre with our levels as its ranks. */
function dagreLayout(graph, edges) {
  const g = new dagre.graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir: 'LR', nodesep: kNodeGap, edgesep: 8, ranksep: kLevelGap, ranker: setRanks });
  graph.nodes.forEach((node, n) => {
    g.setNode(String(n), { width: nodeWidth(node), height: kNodeHeight, level: node.level });
  });
  for (const edge of edges) {
    g.setEdge(String(edge.from), String(edge.to), { minlen: edge.span }, String(edge.index));
  }
  // dagre passes a copy of the graph to the ranker, which has the names but not `level`.
  function setRanks(copy) {
    for (const name of copy.nodes()) {
      const node = graph.nodes[Number(name)];
      copy.node(name).rank = node ? 2 * node.level : -1;
    }
  }
  dagre.layout(g);
  const boxes = graph.nodes.map((node, n) => {
    const { x, y, width, height } = g.node(String(n));
    return { x: x - width / 2, y: y - height / 2, width, height };
  });
  const lines = new Map();
  for (const edge of edges) {
    const { points } = g.edge(String(edge.from), String(edge.to), String(edge.index));
    if (edge.span > 1 || edge.turned) lines.set(edge.index, edge.turned ? points.reverse() : points);
  }
  return { boxes, lines };
}

/** Layout without dagre: rows follow the mean row of the neighbours. */
function simpleLayout(graph) {
  const columns = [];
  graph.nodes.forEach((node, n) => (columns[node.level] ||= []).push(n));
  const rows = new Float64Array(graph.nodes.length);
  const near = graph.nodes.map(() => []);
  for (const { from, to } of graph.edges) {
    near[from].push(to);
    near[to].push(from);
  }
  const spread = (column) => column.forEach((n, row) => { rows[n] = row - column.length / 2; });
  columns.forEach(spread);
  for (let sweep = 0; sweep < 12; ++sweep) {
    for (const column of sweep % 2 ? [...columns].reverse() : columns) {
      if (!column) continue;
      const wanted = new Map(column.map((n) => [n, meanRow(n, near, rows)]));
      column.sort((a, b) => wanted.get(a) - wanted.get(b) || a - b);
      spread(column);
    }
  }
  return { boxes: placeColumns(graph, columns, rows), lines: new Map() };
}

function meanRow(n, near, rows) {
  return near[n].reduce((sum, other) => sum + rows[other], rows[n]) / (near[n].length + 1);
}

function placeColumns(graph, columns, rows) {
  const boxes = [];
  const gap = graph.nodes.length > 150 ? 2.4 * kLevelGap : kLevelGap;
  let x = 0;
  for (const column of columns) {
    if (!column) continue;
    const width = Math.max(...column.map((n) => nodeWidth(graph.nodes[n])));
    for (const n of column) {
      boxes[n] = { x, y: rows[n] * (kNodeHeight + kNodeGap), width, height: kNodeHeight };
    }
    x += width + gap;
  }
  const top = Math.min(...boxes.map((box) => box.y));
  return boxes.map((box) => ({ ...box, y: box.y - top }));
}

/** The path of a line: through dagre's points, otherwise one curve. */
function linePath(from, to, points) {
  const x1 = from.x + from.width;
  const y1 = from.y + from.height / 2;
  const x2 = to.x;
  const y2 = to.y + to.height / 2;
  if (x2 <= x1 && points) {
    const start = { x: from.x, y: y1 };
    return smoothPath([start, ...points.slice(1, -1), { x: to.x + to.width, y: y2 }]);
  }
  if (x2 <= x1) return backPath(from, to);
  if (!points) {
    const bend = Math.min(60, (x2 - x1) / 2);
    return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  return smoothPath([{ x: x1, y: y1 }, ...points.slice(1, -1), { x: x2, y: y2 }]);
}

/** From the lower edge of a box back to an earlier one. */
function backPath(from, to) {
  const below = Math.max(from.y + from.height, to.y + to.height) + 26;
  const x1 = from.x + from.width * 0.7;
  const x2 = to.x + to.width * 0.3;
  return `M${x1} ${from.y + from.height}C${x1} ${below} ${x2} ${below} ${x2} ${to.y + to.height}`;
}

function smoothPath(points) {
  let path = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i < points.length; ++i) {
    const a = points[i - 1];
    const b = points[i];
    const middle = (a.x + b.x) / 2;
    path += `C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`;
  }
  return path;
}
