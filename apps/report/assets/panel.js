// SPDX-License-Identifier: MIT
// The panel next to the graph, which shows the article of the chosen component.

const kUnbroken = 16;  // letters of a word that stays on one line

/** Lets long identifiers in the tables of components break, but only between their parts. */
function breakIdentifiers(root) {
  for (const element of root.querySelectorAll(':is(th, td, a):not(.n, :has(wbr))')) {
    for (const node of [...element.childNodes]) {
      if (node.nodeType !== Node.TEXT_NODE || node.length <= kUnbroken) continue;
      const parts = node.data.split(/(?<=[^\s\d][._/-])(?=[^\s._/-])/);
      node.replaceWith(...parts.flatMap((part, i) => (i ? [make('wbr'), part] : [part])));
    }
  }
}

class Panel {
  constructor(view) {
    this.view = view;
    this.body = make('div', { click: (event) => this.follow(event) });
    this.close = button('Close', 'Close the panel', () => this.leave());
    this.element = make('aside', {
      class: 'panel', 'aria-label': 'Component', hidden: true,
      keydown: (event) => { if (event.key === 'Escape') this.leave(); },
    }, this.close, this.body);
  }

  show(n) {
    this.element.hidden = n < 0;
    if (n < 0) return;
    const node = this.view.graph.nodes[n];
    this.body.replaceChildren(...(node.folded ? this.system(node) : this.component(node)));
    this.element.scrollTop = 0;
  }

  /** The components of a folded system. */
  system(node) {
    const { nodes } = this.view.fold.full;
    const items = node.members.map((n) => make('li', {},
      make('a', { href: `#c${n}`, text: nodes[n].id }), ` ${nodes[n].type}`));
    return [make('h4', { text: `${node.id} ` }), make('p', { text: node.type }),
      make('ul', { class: 'members' }, ...items),
      button('Unfold', 'Show the components in the graph', () => this.view.toggleSystem(node.id))];
  }

  component(node) {
    const [index] = node.members;
    const article = document.getElementById(`c${index}`).cloneNode(true);
    article.removeAttribute('id');
    breakIdentifiers(article);
    const name = systemOf(node.id);
    if (!this.view.fold.systems.has(name)) return [article];
    return [article, button(`Fold ${name}`, 'Show the system as one box', () => this.view.toggleSystem(name))];
  }

  leave() {
    const { chosen } = this.view;
    this.view.choose(-1);
    if (chosen >= 0) this.view.nodes[chosen]?.focus({ preventScroll: true });
  }

  /** A link to the component at the other end of a connection, which the panel then shows. */
  follow(event) {
    const link = event.target.closest('a[href^="#c"]');
    if (!link) return;
    event.preventDefault();
    this.view.open(Number(link.hash.slice(2)));
    this.close.focus({ preventScroll: true });
  }
}
