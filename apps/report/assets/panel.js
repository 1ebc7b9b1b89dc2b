// SPDX-License-Identifier: MIT
// What is known about the chosen component: its article of the page, beside the graph.

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
    const article = document.getElementById(`c${n}`).cloneNode(true);
    article.removeAttribute('id');
    this.body.replaceChildren(article);
    this.element.scrollTop = 0;
  }

  leave() {
    const { chosen } = this.view;
    this.view.choose(-1);
    if (chosen >= 0) this.view.nodes[chosen].focus({ preventScroll: true });
  }

  /** A port's other end: to that component, in the panel. */
  follow(event) {
    const link = event.target.closest('a[href^="#c"]');
    if (!link) return;
    event.preventDefault();
    this.view.choose(Number(link.hash.slice(2)));
    this.close.focus({ preventScroll: true });
  }
}
