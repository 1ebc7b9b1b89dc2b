// SPDX-License-Identifier: MIT
// page.mjs URL SCREENSHOTS MODEL: tests of the page of a service that runs.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, checkEqual, finish, settle, test, withBrowser } from './harness.mjs';

const [url, screenshots, model] = process.argv.slice(2);
const kPatience = 120000;  // ms

/** Opens the page; console errors, exceptions and requests to others are faults. */
async function openPage(context, faults) {
  await context.setOffline(false);
  const page = await context.newPage();
  page.setDefaultTimeout(kPatience);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url())) {
      faults.push(`request: ${request.url()}`);
    }
  });
  await page.goto(`${url}/`);
  await page.locator('#parameters input').first().waitFor();
  return page;
}

/** Waits until a run is in a state. */
const runIs = (page, state) => page.waitForFunction(
  (word) => document.getElementById('run-state').textContent.includes(`: ${word}`), state);

const picture = (page, name) => page.screenshot({ path: join(screenshots, name), fullPage: true });

/** Runs in the page: how much wider it is than the window. */
const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

await withBrowser({}, async (context) => {
  await test('the page lists models, signals and parameters', async (faults) => {
    const page = await openPage(context, faults);
    checkEqual(await page.locator('#model option').count(), 1, 'models');
    check((await page.locator('#facts').textContent()).includes('21 components'), 'components are counted');
    await page.locator('#parameter-search').fill('window.area');
    checkEqual(await page.locator('.parameter').count(), 1, 'parameters that are found');
    await page.close();
  });

  await test('a run is drawn, first while it goes on, and has KPIs', async (faults) => {
    const page = await openPage(context, faults);
    await page.locator('#step').fill('0.5');  // a run that lasts until it is cancelled
    await page.locator('#run').click();
    await page.waitForFunction(() => document.getElementById('run-state').textContent.includes(': running')
      && document.querySelector('svg.plot path'));
    await page.locator('#jobs tr', { hasText: 'running' }).getByRole('button', { name: 'Cancel' }).click();
    await runIs(page, 'cancelled');
    await page.locator('#step').fill('600');
    await page.locator('#run').click();
    await runIs(page, 'done');
    await page.locator('#kpis td').first().waitFor();
    check(await page.locator('svg.plot path.before').count() > 0, 'the run before is drawn');
    await picture(page, 'desktop.png');
    await page.close();
  });

  await test('a slider changes what the next run computes', async (faults) => {
    const page = await openPage(context, faults);
    await page.locator('#step').fill('600');
    await page.locator('#run').click();
    await runIs(page, 'done');
    const line = () => page.locator('svg.plot path:not(.before)').first().getAttribute('d');
    const first = await line();
    await page.locator('#parameter-search').fill('window.area');
    await page.locator('#auto').check();
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await page.locator('.parameter input').evaluate((slider) => {
      slider.value = 1000;
      slider.dispatchEvent(new Event('input'));
      slider.dispatchEvent(new Event('change'));
    });
    const request = (await posted).postDataJSON();
    checkEqual(request.parameters['window.area'], 12, 'the value of the slider');
    await page.locator('svg.plot path.before').first().waitFor();
    await runIs(page, 'done');
    await settle(page);
    check(await line() !== first, 'the line moves');
    await page.close();
  });

  await test('a model is uploaded, used and removed', async (faults) => {
    const page = await openPage(context, faults);
    const copy = join(screenshots, 'my room.json');
    copyFileSync(model, copy);
    await page.locator('#upload-file').setInputFiles(copy);
    await page.waitForFunction(() => document.querySelectorAll('#model option').length === 2);
    checkEqual(await page.locator('#model').inputValue(), 'my_room', 'the model that is chosen');
    await page.locator('#step').fill('600');
    await page.locator('#run').click();
    await runIs(page, 'done');
    await page.locator('#delete-model').click();
    await page.waitForFunction(() => document.querySelectorAll('#model option').length === 1);
    await page.close();
  });

  await test('jobs show their log, and are removed', async (faults) => {
    const page = await openPage(context, faults);
    const rows = page.locator('#jobs tr');
    await rows.nth(1).waitFor();
    const count = await rows.count();
    await rows.nth(1).getByRole('button', { name: 'Log' }).click();
    await page.locator('#log:not([hidden])').waitFor();
    await rows.nth(1).getByRole('button', { name: 'Remove' }).click();
    await page.waitForFunction((n) => document.querySelectorAll('#jobs tr').length === n - 1, count);
    await page.close();
  });

  await test('a script that is put into the page does not run', async () => {
    const page = await openPage(context, []);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true;';
      document.body.append(script);
      return window.injected === true;
    });
    check(!ran, 'the policy refuses it');
    await page.close();
  });

  await test('the page fits a phone, in light and dark', async (faults) => {
    for (const colorScheme of ['light', 'dark']) {
      const page = await openPage(context, faults);
      await page.emulateMedia({ colorScheme });
      await page.locator('#step').fill('600');
      await page.locator('#run').click();
      await runIs(page, 'done');
      await settle(page);
      await picture(page, `desktop-${colorScheme}.png`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('#run').click();
      await runIs(page, 'done');
      await settle(page);
      check(await page.evaluate(overflow) <= 0, `nothing lies beyond the window (${colorScheme})`);
      await picture(page, `phone-${colorScheme}.png`);
      await page.close();
    }
  });
});
await finish();
