// SPDX-License-Identifier: MIT
// Systems and zones as single boxes: components whose ids begin alike, `AHU1/fan` and `AHU1/coil`.

const kFewNodes = 40;  // graphs with at most this number need no folding

/** The system of a component; '' if it has none. */
function systemOf(id) {
  const end = id.indexOf('/');
  return end > 0 ? id.slice(0, end) : '';
}

/** The folded systems of a graph, and the graph in which they are single boxes. */
class GraphFold {
  constructor(graph) {
    this.full = graph;
    this.systems = new Map();
    graph.nodes.forEach((node, n) => {
      const name = systemOf(node.id);
      if (name) this.systems.set(name, [...(this.systems.get(name) || []), n]);
    });
    for (const [name, members] of this.systems) if (members.length < 2) this.systems.delete(name);
    this.open = new Set(graph.nodes.length > kFewNodes ? [] : this.systems.keys());
  }

  get folds() { return this.systems.size > 0; }

  get allOpen() { return this.open.size === this.systems.size; }

  setAll(open) { this.open = new Set(open ? this.systems.keys() : []); }

  /** The graph with a node for each folded system; nodes know their `members` in the full graph. */
  shown() {
    const nodes = [];
    const place = new Map();  // from the full graph to the shown one
    const ofSystem = new Map();
    this.full.nodes.forEach((node, n) => {
      const name = systemOf(node.id);
      const folded = this.systems.has(name) && !this.open.has(name);
      if (folded && ofSystem.has(name)) {
        nodes[ofSystem.get(name)].members.push(n);
      } else {
        if (folded) ofSystem.set(name, nodes.length);
        nodes.push({ ...node, id: folded ? name : node.id, folded, members: [n] });
      }
      place.set(n, folded ? ofSystem.get(name) : nodes.length - 1);
    });
    for (const node of nodes) this.describe(node);
    this.place = place;
    const levels = [...new Set(nodes.map((node) => node.level))].sort((a, b) => a - b);
    return { nodes, edges: this.edges(place), levels: levels.length };
  }

  /** The position of a folded system is that of most of its components. */
  describe(node) {
    if (!node.folded) return;
    const levels = node.members.map((n) => this.full.nodes[n].level).sort((a, b) => a - b);
    node.level = levels[Math.floor((levels.length - 1) / 2)];
    node.type = `${node.members.length} components`;
  }

  /** Connections between shown nodes; several between two nodes become one. */
  edges(place) {
    const edges = new Map();
    for (const edge of this.full.edges) {
      const [from, to] = [place.get(edge.from), place.get(edge.to)];
      if (from === to && edge.from !== edge.to) continue;
      const key = `${from} ${to}`;
      const known = edges.get(key);
      if (known) {
        known.ports.push(...edge.ports);
        known.removed = known.removed && edge.removed;
      } else {
        edges.set(key, { ...edge, from, to, ports: [...edge.ports] });
      }
    }
    return [...edges.values()];
  }
}
