// SPDX-License-Identifier: MIT
// Writes a picture of every section in both themes, for visual inspection.
import { join } from 'node:path';
import { open, unfold } from './harness.mjs';

async function sectionPictures(page, theme, folder, sections) {
  for (const section of sections) {
    const place = page.locator(`#${section}`);
    if (await page.locator(`#${section} > details`).count()) await unfold(page, section);
    await place.evaluate((element) => element.scrollIntoView());
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${theme}-${section}.png`) });
  }
}

/** Chooses a component, shows a week and places the cursor in it. */
async function detailPictures(page, theme, folder) {
  await page.locator('#model').evaluate((element) => element.scrollIntoView());
  await page.locator('.node').nth(3).click();
  await page.screenshot({ path: join(folder, `${theme}-panel.png`) });
  await page.locator('#series').evaluate((element) => element.scrollIntoView());
  await page.getByRole('button', { name: 'Show a week' }).click();
  await page.waitForTimeout(300);
  const box = await page.locator('figure.plot[data-plot="0"] .u-over').first().boundingBox();
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 60);
  await page.waitForTimeout(200);
  await page.screenshot({ path: join(folder, `${theme}-week.png`) });
}

export async function takeScreenshots(context, files, folder, sections, faults) {
  for (const theme of ['light', 'dark']) {
    const page = await open(context, files.year, faults);
    await page.evaluate(() => localStorage.clear());
    await page.emulateMedia({ colorScheme: theme });
    await page.reload();
    await page.waitForTimeout(200);
    await sectionPictures(page, theme, folder, sections);
    await detailPictures(page, theme, folder);
    await page.close();
  }
  const page = await open(context, files.large, faults);
  await unfold(page, 'model');
  await page.locator('#model').evaluate((element) => element.scrollIntoView());
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, 'large-model.png') });
  await page.locator('#scenarios').evaluate((element) => element.scrollIntoView());
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, 'large-scenarios.png') });
  await page.close();
}
