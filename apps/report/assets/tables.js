// SPDX-License-Identifier: MIT
// Tables of the page: sorted by a click on a column, filtered by text, shown in pages.

const kPage = 100;    // rows
const kFiltered = 8;  // rows from which a filter is worth its place

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
    addEventListener('beforeprint', () => this.body.replaceChildren(...this.shown().map((i) => this.rows[i])));
    addEventListener('afterprint', () => this.show());
  }

  isNumeric(column) {
    return this.heads[column].classList.contains('n');
  }

  name(column) {
    return this.heads[column].dataset.name;
  }

  /** The number in a cell, NaN where there is none. */
  number(row, column) {
    const text = cellText(this.rows[row].cells[column]);
    return text === '' ? NaN : Number(text);
  }

  label(row) {
    return cellText(this.rows[row].cells[0]);
  }

  addSorting(head, column) {
    head.dataset.name = head.textContent.trim();
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

  /** Rows that the filter lets through: all of its words, or comparisons like `name>3`. */
  shown() {
    const tests = (this.filter?.value || '').toLowerCase().split(/\s+/).filter(Boolean)
      .map((word) => this.test(word));
    return this.order.filter((i) => tests.every((test) => test(i)));
  }

  test(word) {
    const [, name, sign, number] = /^(.+?)(<|>)(-?[\d.e]+)$/.exec(word) || [];
    const column = name === undefined ? -1
      : this.heads.findIndex((head) => head.dataset.name.toLowerCase().includes(name));
    if (column < 0) return (i) => this.words[i].includes(word);
    return (i) => (sign === '<' ? this.number(i, column) < Number(number)
      : this.number(i, column) > Number(number));
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
