// SPDX-License-Identifier: MIT
// Tables of the page: sorted by a click on a column, filtered by text, shown in pages.

const kPage = 100;    // rows
const kFiltered = 15;  // number of rows from which a filter is useful

const cellText = (cell) => cell.title || cell.textContent;

class DataTable {
  constructor(element) {
    this.element = element;
    this.table = element.querySelector('table');
    this.body = this.table.tBodies[0];
    this.rows = [...this.body.rows];
    this.heads = [...this.table.tHead.rows[0].cells];
    this.words = this.rows.map((row) => row.textContent.toLowerCase());
    this.order = this.rows.map((_, i) => i);
    this.first = 0;
    this.listeners = [];
    this.heads.forEach((head, column) => this.addSorting(head, column));
    this.addTools();
    this.show();
    const scroll = element.querySelector('.scroll');
    if (scroll.scrollWidth <= scroll.clientWidth && scroll.scrollHeight <= scroll.clientHeight) {
      scroll.removeAttribute('tabindex');  // no scrolling by keys is needed
    }
    addEventListener('beforeprint', () => this.body.replaceChildren(...this.shown().map((i) => this.rows[i])));
    addEventListener('afterprint', () => this.show());
  }

  isNumeric(column) {
    return this.heads[column].classList.contains('n');
  }

  name(column) {
    return this.heads[column].dataset.name;
  }

  /** The number in a cell, NaN if it has none. */
  number(row, column) {
    const text = cellText(this.rows[row].cells[column]);
    return text === '' ? NaN : Number(text);
  }

  label(row) {
    return cellText(this.rows[row].cells[0]);
  }

  addSorting(head, column) {
    head.dataset.name = head.textContent.trim();
    head.dataset.label = head.firstChild?.textContent.trim() ?? '';  // without its unit
    const sorter = make('button', { type: 'button', class: 'sort', click: () => this.sort(column) });
    sorter.append(...head.childNodes);
    head.append(sorter);
  }

  sort(column) {
    const head = this.heads[column];
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of this.heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const sign = down ? -1 : 1;
    const keys = this.rows.map((row, i) => (
      this.isNumeric(column) ? this.number(i, column) : cellText(row.cells[column])));
    const compare = this.isNumeric(column) ? (a, b) => a - b
      : new Intl.Collator('en', { numeric: true }).compare;
    const missing = (key) => key === '' || Number.isNaN(key);
    this.order.sort((a, b) => {
      if (missing(keys[a]) || missing(keys[b])) return missing(keys[a]) - missing(keys[b]) || a - b;
      return sign * compare(keys[a], keys[b]) || a - b;
    });
    this.first = 0;
    this.show();
  }

  addTools() {
    if (this.rows.length < kFiltered) return;
    this.filter = make('input', {
      type: 'search', placeholder: 'Filter rows', 'aria-label': 'Filter rows',
      input: () => {
        this.first = 0;
        this.show();
      },
    });
    this.count = make('span', { class: 'note', role: 'status' });
    this.pager = make('span', { class: 'buttons' },
      button('←', 'Rows before', () => this.turn(-kPage)),
      button('→', 'Rows after', () => this.turn(kPage)));
    this.element.querySelector('.scroll').before(
      make('div', { class: 'tools' }, this.filter, this.count, this.pager));
  }

  turn(rows) {
    const last = Math.floor((this.shown().length - 1) / kPage) * kPage;
    this.first = clamp(this.first + rows, 0, Math.max(0, last));
    this.show();
  }

  /** Rows that pass the filter: they contain all of its words or meet comparisons (`name>=-3e-4`). */
  shown() {
    const tests = (this.filter?.value || '').toLowerCase().split(/\s+/).filter(Boolean)
      .map((word) => this.test(word));
    return this.order.filter((i) => tests.every((test) => test(i)));
  }

  test(word) {
    const [, name, sign, text] = /^(.+?)(<=|>=|<|>)([-+]?[\d.]+(?:e[-+]?\d+)?)$/.exec(word) || [];
    const column = name === undefined ? -1 : this.compared(name);
    if (column < 0) return (i) => this.words[i].includes(word);
    const than = Number(text);
    const compare = {
      '<': (n) => n < than, '<=': (n) => n <= than, '>': (n) => n > than, '>=': (n) => n >= than,
    }[sign];
    return (i) => compare(this.number(i, column));
  }

  /** The column with, beginning with, or containing a name, in this order; numeric ones first. */
  compared(name) {
    const fits = [(head) => head === name, (head) => head.startsWith(name), (head) => head.includes(name)];
    const names = this.heads.map((head) => head.dataset.label.toLowerCase());
    for (const fit of fits) {
      const all = names.flatMap((head, column) => (fit(head) ? [column] : []));
      if (all.length) return all.find((column) => this.isNumeric(column)) ?? all[0];
    }
    return -1;
  }

  show() {
    const shown = this.shown();
    const page = shown.slice(this.first, this.first + kPage);
    this.body.replaceChildren(...page.map((i) => this.rows[i]));
    if (this.count) {
      const range = shown.length > kPage ? `${this.first + 1}–${this.first + page.length} of ` : '';
      const all = shown.length < this.rows.length ? ` (all: ${this.rows.length})` : '';
      this.count.textContent = `${range}${shown.length} rows${all}`;
      this.pager.hidden = shown.length <= kPage;
    }
    for (const listener of this.listeners) listener(shown);
  }

  /** Marks a row and brings it into view. */
  mark(row) {
    const at = this.shown().indexOf(row);
    if (at >= 0) this.first = Math.floor(at / kPage) * kPage;
    this.show();
    for (const other of this.rows) other.classList.toggle('is-marked', other === this.rows[row]);
    this.rows[row].scrollIntoView({ block: 'nearest' });
  }
}
