// SPDX-License-Identifier: MIT
// Runs before anything is drawn: sets the last chosen theme, and marks that scripts run.
'use strict';
document.documentElement.classList.add('js');
try {
  const theme = localStorage.getItem('hearth-theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch { /* storage is off: the system's theme */ }
