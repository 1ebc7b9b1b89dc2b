// SPDX-License-Identifier: MIT
// Marks the section in view in the navigation; opens all sections before printing.

/** Opens the section that contains the target of a link. */
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  target.querySelector(':scope > details.folded')?.setAttribute('open', '');
  for (let at = target.parentElement; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
}

function startNavigation() {
  addEventListener('hashchange', openTarget);
  document.querySelector('nav')?.addEventListener('click', () => setTimeout(openTarget));
  openTarget();
  const links = new Map();
  for (const link of document.querySelectorAll('nav a')) links.set(link.hash.slice(1), link);
  const seen = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    }
    const current = [...links.keys()].find((id) => seen.has(id));
    for (const [id, link] of links) markCurrent(link, id === current);
  }, { rootMargin: '-20% 0px -70% 0px' });
  for (const section of document.querySelectorAll('main > section')) watch.observe(section);
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
