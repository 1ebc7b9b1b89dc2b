// SPDX-License-Identifier: MIT
// The drawing of the model: pan, zoom, search, and the chosen component.

const kSmallestZoom = 0.05;
const kLargestZoom = 2.5;

/** A drawing that can be moved and zoomed: `frame` is the element, `layer` its moving part. */
class Canvas {
  constructor(frame, layer, size) {
    Object.assign(this, { frame, layer, size, scale: 1, x: 0, y: 0 });
    this.pointers = new Map();
    frame.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    frame.addEventListener('pointerdown', (event) => this.down(event));
    frame.addEventListener('pointermove', (event) => this.move(event));
    for (const type of ['pointerup', 'pointercancel']) {
      frame.addEventListener(type, (event) => this.pointers.delete(event.pointerId));
    }
  }

  apply() {
    this.layer.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  /** Shows everything; text stays readable, so large graphs begin at their first level. */
  fit(smallest = 0) {
    const { clientWidth, clientHeight } = this.frame;
    const wanted = Math.min(clientWidth / this.size.width, clientHeight / this.size.height);
    this.scale = clamp(wanted, Math.max(smallest, kSmallestZoom), 1.15);
    this.x = Math.max(0, (clientWidth - this.size.width * this.scale) / 2);
    this.y = Math.max(0, (clientHeight - this.size.height * this.scale) / 2);
    this.apply();
  }

  zoom(factor, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2) {
    const scale = clamp(this.scale * factor, kSmallestZoom, kLargestZoom);
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.apply();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Moves a box to the middle of the view, unless it is in view. */
  show(box) {
    const left = this.x + box.x * this.scale;
    const top = this.y + box.y * this.scale;
    const { clientWidth, clientHeight } = this.frame;
    const inside = left > 8 && top > 8 && left + box.width * this.scale < clientWidth - 8
      && top + box.height * this.scale < clientHeight - 8;
    if (inside && this.scale > 0.45) return;
    if (this.scale < 0.7) this.scale = 0.8;
    this.x = clientWidth / 2 - (box.x + box.width / 2) * this.scale;
    this.y = clientHeight / 2 - (box.y + box.height / 2) * this.scale;
    this.apply();
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;  // the page scrolls
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.004), event.clientX - left, event.clientY - top);
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
  }

  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 1) {
      if (!this.dragged && Math.hypot(now.x - last.x, now.y - last.y) < 4) return;
      if (!this.dragged) this.frame.setPointerCapture(event.pointerId);
      this.pan(now.x - last.x, now.y - last.y);
    } else {
      this.pinch(event.pointerId, last, now);
    }
    this.dragged = true;
    this.pointers.set(event.pointerId, now);
  }

  pinch(id, last, now) {
    const [, other] = [...this.pointers].find(([key]) => key !== id);
    const { left, top } = this.frame.getBoundingClientRect();
    const length = (a) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
    this.zoom(length(now) / length(last), (now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top);
  }
}

/** The model's graph with its search box, buttons, legend and panel. */
class GraphView {
  constructor(graph, place) {
    this.fold = new GraphFold(graph);
    this.panel = new Panel(this);
    this.frame = make('div', { class: 'canvas' });
    place.append(this.tools(), make('div', { class: 'graph' }, this.frame, this.panel.element),
      legendOfGraph(graph));
    place.hidden = false;
    this.draw();
  }

  /** Draws everything that is not folded. */
  draw() {
    this.graph = this.fold.shown();
    const { boxes, lines } = layoutGraph(this.graph);
    this.boxes = boxes;
    this.layer = makeSvg('g');
    this.svg = makeSvg('svg', { role: 'group', 'aria-label': 'Components by level' },
      arrowHeads(), this.layer);
    this.drawLevels();
    this.lines = this.graph.edges.map((edge, index) => this.drawLine(edge, lines.get(index)));
    this.nodes = this.graph.nodes.map((node, n) => this.drawNode(node, n));
    this.chosen = -1;
    this.frame.replaceChildren(this.svg);
    if (this.canvas) Object.assign(this.canvas, { layer: this.layer, size: this.size() });
    else this.canvas = new Canvas(this.frame, this.layer, this.size());
    this.frame.style.height = `${this.frameHeight()}px`;
    this.canvas.fit(0.3);
    this.nodes[this.firstNode()].setAttribute('tabindex', '0');
    if (this.foldButton) this.foldButton.textContent = this.fold.allOpen ? 'Fold systems' : 'Unfold all';
  }

  /** Chooses a component of the model, unfolding its system. */
  open(index) {
    const name = systemOf(this.fold.full.nodes[index].id);
    if (this.fold.systems.has(name) && !this.fold.open.has(name)) {
      this.fold.open.add(name);
      this.draw();
    }
    this.choose(this.fold.place.get(index));
  }

  /** Unfolds a system, or folds the system of a component. */
  toggleSystem(name) {
    if (this.fold.open.has(name)) this.fold.open.delete(name);
    else this.fold.open.add(name);
    this.choose(-1);
    this.draw();
    const n = this.graph.nodes.findIndex((node) => node.id === name || systemOf(node.id) === name);
    if (n >= 0) this.focusNode(n);
  }

  size() {
    return {
      width: Math.max(...this.boxes.map((box) => box.x + box.width)) + 24,
      height: Math.max(...this.boxes.map((box) => box.y + box.height)) + 64,
    };
  }

  frameHeight() {
    const { width, height } = this.size();
    const scale = Math.min(1.15, this.frame.clientWidth / width);
    return clamp(height * Math.max(scale, 0.3), 260, Math.max(320, innerHeight * 0.72));
  }

  firstNode() {
    return this.graph.nodes.reduce((best, node, n) => (
      node.level < this.graph.nodes[best].level ? n : best), 0);
  }

  drawLevels() {
    const height = this.size().height;
    const columns = new Map();
    this.graph.nodes.forEach((node, n) => {
      const box = this.boxes[n];
      const column = columns.get(node.level) || { left: Infinity, right: -Infinity };
      column.left = Math.min(column.left, box.x);
      column.right = Math.max(column.right, box.x + box.width);
      columns.set(node.level, column);
    });
    const group = makeSvg('g', { class: 'levels', 'aria-hidden': 'true', transform: 'translate(12 0)' });
    for (const [level, { left, right }] of columns) {
      group.append(
        makeSvg('rect', { x: left - 8, y: 4, width: right - left + 16, height: height - 8, rx: 6 }),
        makeSvg('text', { x: (left + right) / 2, y: 22, text: `level ${level}` }));
    }
    this.layer.append(group);
    this.content = makeSvg('g', { transform: 'translate(12 36)' });
    this.layer.append(this.content);
  }

  drawLine(edge, points) {
    const words = `${this.graph.nodes[edge.from].id} → ${this.graph.nodes[edge.to].id}`;
    const removed = edge.removed ? ` (removed from the order; carries ${edge.carries})` : '';
    const line = makeSvg('path', {
      d: linePath(this.boxes[edge.from], this.boxes[edge.to], points),
      class: edge.removed ? 'line removed' : 'line',
      'marker-end': edge.removed ? 'url(#cut)' : 'url(#arrow)',
    }, makeSvg('title', { text: `${words}${removed}\n${edge.ports.join('\n')}` }));
    this.content.append(line);
    return line;
  }

  drawNode(node, n) {
    const { x, y, width, height } = this.boxes[n];
    const short = (text, size) => (text.length * size > width - 12
      ? `${text.slice(0, Math.floor((width - 12) / size) - 1)}…` : text);
    const group = makeSvg('g', {
      class: node.folded ? 'node folded-system' : 'node', role: 'button', tabindex: '-1', transform: `translate(${x} ${y})`,
      'aria-label': `${node.id}, ${node.type}, level ${node.level}`,
      click: () => { if (!this.canvas.dragged) this.choose(n); },
      keydown: (event) => this.key(event, n),
    },
    makeSvg('rect', { width, height, rx: 4 }),
    makeSvg('text', { x: width / 2, y: 17, text: short(node.id, 7.3) }),
    makeSvg('text', { x: width / 2, y: 31, class: 'type', text: short(node.type, 6.3) }),
    makeSvg('title', { text: `${node.id} (${node.type})` }));
    this.content.append(group);
    return group;
  }

  /** Shows a component's panel and marks its lines; -1: none. */
  choose(n) {
    this.chosen = n;
    this.frame.classList.toggle('chosen', n >= 0);
    this.nodes.forEach((node, i) => {
      node.classList.toggle('is-chosen', i === n);
      node.setAttribute('tabindex', i === (n >= 0 ? n : this.firstNode()) ? '0' : '-1');
    });
    this.graph.edges.forEach((edge, i) => {
      const near = edge.from === n || edge.to === n;
      this.lines[i].classList.toggle('is-near', near);
    });
    for (const i of this.nodes.keys()) this.nodes[i].classList.toggle('is-near', this.isNear(i, n));
    this.panel.show(n);
    if (n >= 0) this.canvas.show(this.shifted(n));
  }

  isNear(i, n) {
    return this.graph.edges.some((edge) => (edge.from === n && edge.to === i)
      || (edge.to === n && edge.from === i));
  }

  shifted(n) {
    return { ...this.boxes[n], x: this.boxes[n].x + 12, y: this.boxes[n].y + 36 };
  }

  key(event, n) {
    const moves = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key === 'Enter' || event.key === ' ') this.choose(n);
    else if (event.key === 'Escape') this.choose(-1);
    else if (moves[event.key]) this.focusNode(this.neighbour(n, moves[event.key]));
    else return;
    event.preventDefault();
  }

  /** The nearest component of the next column or row in a direction. */
  neighbour(n, [dx, dy]) {
    const level = this.graph.nodes[n].level;
    const here = this.boxes[n];
    let best = n;
    let least = Infinity;
    this.graph.nodes.forEach((node, i) => {
      const ahead = dx ? (node.level - level) * dx : (this.boxes[i].y - here.y) * dy;
      if (i === n || ahead <= 0 || (dy && node.level !== level)) return;
      const distance = ahead * (dx ? 1e4 : 1) + Math.abs(this.boxes[i].y - here.y);
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  }

  focusNode(n) {
    this.nodes.forEach((node, i) => node.setAttribute('tabindex', i === n ? '0' : '-1'));
    this.nodes[n].focus({ preventScroll: true });
    this.canvas.show(this.shifted(n));
  }

  tools() {
    const names = make('datalist', { id: 'component-names' },
      ...this.fold.full.nodes.map((node) => make('option', { value: node.id, label: node.type })));
    const search = make('input', {
      type: 'search', list: 'component-names', placeholder: 'Find a component',
      'aria-label': 'Find a component', input: () => this.find(search.value, false),
      keydown: (event) => { if (event.key === 'Enter') this.find(search.value, true); },
    });
    this.found = make('span', { class: 'note', role: 'status' });
    if (this.fold.folds) {
      this.foldButton = button('', 'Fold or unfold all systems and zones', () => {
        this.fold.setAll(!this.fold.allOpen);
        this.choose(-1);
        this.draw();
      });
    }
    return make('div', { class: 'tools' }, search, names, this.found,
      make('span', { class: 'buttons' }, ...(this.foldButton ? [this.foldButton] : []),
        button('−', 'Zoom out', () => this.canvas.zoom(1 / 1.3)),
        button('+', 'Zoom in', () => this.canvas.zoom(1.3)),
        button('Fit', 'Show the whole graph', () => this.canvas.fit())));
  }

  /** Marks components whose id or type contains the text; opens the first with Enter or a full id. */
  find(text, open) {
    const wanted = text.trim().toLowerCase();
    const hits = [];
    this.fold.full.nodes.forEach((node, n) => {
      const hit = wanted !== '' && `${node.id} ${node.type}`.toLowerCase().includes(wanted);
      if (hit) hits.push(n);
    });
    const shown = new Set(hits.map((n) => this.fold.place.get(n)));
    this.nodes.forEach((node, i) => node.classList.toggle('is-found', shown.has(i)));
    this.found.textContent = wanted ? `${hits.length} found` : '';
    const exact = hits.find((n) => this.fold.full.nodes[n].id.toLowerCase() === wanted);
    if (exact !== undefined) this.open(exact);
    else if (open && hits.length) this.open(hits[0]);
  }
}

function arrowHeads() {
  const head = (id, kind) => makeSvg('marker', {
    id, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto',
  }, makeSvg('path', { d: 'M0 0L8 4L0 8z', class: kind }));
  return makeSvg('defs', {}, head('arrow', 'head'), head('cut', 'head removed'));
}

function legendOfGraph(graph) {
  const removed = graph.edges.filter((edge) => edge.removed);
  const line = (kind) => makeSvg('svg', { width: 34, height: 10, 'aria-hidden': 'true' },
    makeSvg('path', { d: 'M1 5H32', class: kind }));
  const items = [make('li', {}, line('line'), 'connection, drawn from output to input')];
  if (removed.length) {
    const words = removed.length === 1 ? 'connection' : 'connections';
    items.push(make('li', {}, line('line removed'),
      `${removed.length} ${words} removed to break cycles: solved within the step, or (gauss-seidel) a step late`));
  }
  items.push(make('li', { text: 'Drag to move, Ctrl and wheel or pinch to zoom; arrow keys and Enter '
    + 'choose a component' }));
  return make('ul', { class: 'key' }, ...items);
}
