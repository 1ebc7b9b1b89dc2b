// SPDX-License-Identifier: MIT
// The switch between dark and light, whose state is stored; drawings read their colours from
// `palette`.

const kSystemDark = matchMedia('(prefers-color-scheme: dark)');
const paletteListeners = [];
let palette = readPalette();

function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  return {
    paper: color('--paper'),
    soft: color('--soft'),
    grid: color('--grid'),
    measured: color('--measured'),
    series: Array.from({ length: 8 }, (_, i) => color(`--s${i}`)),
  };
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : kSystemDark.matches;
}

function applyTheme(switcher) {
  switcher.textContent = isDark() ? 'Light' : 'Dark';
  switcher.setAttribute('aria-label', isDark() ? 'Use the light theme' : 'Use the dark theme');
  palette = readPalette();
  for (const listener of paletteListeners) listener();
}

function startTheme() {
  const switcher = document.getElementById('theme');
  switcher.hidden = false;
  switcher.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('hearth-theme', theme);
    } catch { /* storage is off: until the page is closed */ }
    applyTheme(switcher);
  });
  kSystemDark.addEventListener('change', () => applyTheme(switcher));
  applyTheme(switcher);
}
