// SPDX-License-Identifier: MIT
// A browser without network, pages that must not report any error, and checks with messages.
import { chromium } from 'playwright-core';

const kArguments = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

let browser = null;  // one for all tests: a start takes longer than most of them

/** Runs `use(context)` with a profile of its own; `options` as of a browser context. */
export async function withBrowser(options, use) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM, args: kArguments });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 }, timezoneId: 'America/New_York', reducedMotion: 'reduce',
    ...options,
  });
  try {
    await context.setOffline(true);
    await use(context);
  } finally {
    await context.close();
  }
}

/** Opens a file; any other request, any console error and any exception is a fault. */
export async function open(context, path, faults) {
  const page = await context.newPage();
  page.on('console', (message) => {
    const own = /willReadFrequently/.test(message.text());  // the tests read canvases
    if (['error', 'warning'].includes(message.type()) && !own) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack}`));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${path}`);
  return page;
}

/** Waits until the page has processed all inputs, however busy the machine is. */
export function settle(page) {
  return page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));
  }));
}

/** Opens a folded section. */
export async function unfold(page, section) {
  await page.locator(`#${section} > details`).evaluate((details) => { details.open = true; });
  await settle(page);
}

let failed = 0;

/** Runs a test; with ONLY=words only if its name contains the words. */
export async function test(name, run) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  const faults = [];
  try {
    await run(faults);
  } catch (error) {
    faults.push(error.stack);
  }
  console.log(`${faults.length ? 'FAILED' : 'ok    '} ${name}`);
  for (const fault of faults) console.log(`       ${fault}`);
  if (faults.length) ++failed;
}

export function check(condition, words) {
  if (!condition) throw new Error(words);
}

export function checkEqual(got, expected, words) {
  check(Object.is(got, expected), `${words}: got ${got}, expected ${expected}`);
}

export async function finish() {
  await browser?.close();
  process.exitCode = failed ? 1 : 0;
  if (failed) console.log(`${failed} failed`);
}
