// SPDX-License-Identifier: MIT
// Marks the section in view in the navigation; opens all sections before printing.

const kSettling = 3000;  // time after which a page has got its heights, ms

/** The element to which a link leads. */
function targetOf(hash) {
  return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
}

/** Opens the folded section of the target of a link. */
function openTarget(hash) {
  const target = targetOf(hash);
  target?.querySelector(':scope > details.folded')?.setAttribute('open', '');
  for (let at = target?.parentElement; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
}

/**
 * Keeps the target of a link at the top while plots that come into view change their heights, until
 * the reader does something else.
 */
function holdTarget(hash) {
  const target = targetOf(hash);
  if (!target) return;
  const stop = new AbortController();
  const { signal } = stop;
  const scroll = () => {
    if (!signal.aborted && location.hash === hash) target.scrollIntoView({ behavior: 'instant' });
  };
  const main = document.querySelector('main');
  let height = 0;  // since the scrolling began
  const sizes = new ResizeObserver(() => {
    if (main.offsetHeight !== height) scroll();
    height = main.offsetHeight;
  });
  addEventListener('scroll', () => {
    height ||= main.offsetHeight;
    sizes.observe(main);
  }, { signal });
  addEventListener('scrollend', scroll, { signal });
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(type, () => stop.abort(), { signal, passive: true });
  }
  signal.addEventListener('abort', () => sizes.disconnect());
  setTimeout(() => stop.abort(), kSettling);
}

function startNavigation() {
  // Before the browser scrolls: a folded section is too short to come to the top.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.defaultPrevented) return;
    openTarget(link.hash);
    holdTarget(link.hash);
  });
  addEventListener('hashchange', () => openTarget(location.hash));
  openTarget(location.hash);
  holdTarget(location.hash);
  startMarking();
}

/** Marks the section in view in the navigation, at most once per frame. */
function startMarking() {
  const links = new Map();
  for (const link of document.querySelectorAll('nav a')) links.set(link.hash.slice(1), link);
  const sections = [...document.querySelectorAll('main > section')];
  let waiting = false;
  const mark = () => {
    waiting = false;
    const current = sectionInView(sections);
    for (const [id, link] of links) markCurrent(link, id === current?.id);
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  };
  addEventListener('scroll', later, { passive: true });
  addEventListener('hashchange', later);
  new ResizeObserver(later).observe(document.querySelector('main'));
}

/**
 * The section at a third of the window's height. The last sections do not come that far: at the end of
 * the page it is the one to which a link has led, otherwise the last one.
 */
function sectionInView(sections) {
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const target = targetOf(location.hash);
  const place = target?.getBoundingClientRect().top;
  const led = target?.closest('main > section');
  if (led && (Math.abs(place) < 80 || (end && place > 0 && place < innerHeight))) return led;
  if (end && scrollY > 0) return sections.at(-1);
  return sections.findLast((section) => section.getBoundingClientRect().top <= innerHeight / 3);
}

function markCurrent(link, current) {
  if (current === (link.getAttribute('aria-current') === 'true')) return;
  if (!current) {
    link.removeAttribute('aria-current');
    return;
  }
  link.setAttribute('aria-current', 'true');
  const list = link.closest('ul');
  const left = link.offsetLeft - list.offsetLeft;
  if (left < list.scrollLeft || left + link.offsetWidth > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = left - 24;
  }
}

function startPrinting() {
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')];
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
  });
}
