// SPDX-License-Identifier: MIT
// run.mjs PAGES SCREENSHOTS: tests of the report in a browser that has no network.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check, checkEqual, finish, open, settle, test, unfold, withBrowser } from './harness.mjs';
import { takeScreenshots } from './screenshots.mjs';

const [pages, screenshots] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(screenshots, { recursive: true });
const year = join(pages, 'year.html');
const kSections = ['results', 'scenarios', 'agreement', 'calibration', 'series', 'kpis', 'notes',
  'data', 'model', 'about'];

const estimation = join(pages, 'estimation.html');
const kEstimation = ['agreement', 'calibration', 'posterior', 'sensitivity', 'control'];

const plotReady = (page, n = 0) => page.locator(`figure.plot[data-plot="${n}"] .u-over`).first();
const range = (page) => page.locator('.range').textContent();

async function openSeries(context, faults) {
  const page = await open(context, year, faults);
  await page.locator('#series').scrollIntoViewIfNeeded();
  await plotReady(page).waitFor();
  await page.locator('figure.plot[data-plot="0"]').scrollIntoViewIfNeeded();
  return page;
}

/** Drags over a plot between two shares of its width. */
async function drag(page, from, to, plot = 0) {
  const box = await plotReady(page, plot).boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + (from + to) / 2 * box.width, y, { steps: 4 });
  await page.mouse.move(box.x + to * box.width, y, { steps: 4 });
  await page.mouse.up();
  await settle(page);
}

/** A number that changes with the content of a plot's canvas. */
const drawing = (page, plot, chart = 0) => page.evaluate(([n, c]) => {
  const canvas = document.querySelectorAll(`figure.plot[data-plot="${n}"] canvas`)[c];
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let sum = 0;
  for (let i = 0; i < data.length; ++i) sum = (sum * 31 + data[i]) % 1000003;
  return sum;
}, [plot, chart]);

/** Runs in the page: finds texts whose contrast to their background is below 4.5 (WCAG 2). */
function weakTexts() {
  const parse = (color) => {
    const numbers = color.match(/[\d.]+/g).map(Number);
    return color.startsWith('color(srgb') ? numbers.map((c, i) => (i < 3 ? 255 * c : c)) : numbers;
  };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] > 0.99) return color;
    }
    return [255, 255, 255];
  };
  const weak = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.getClientRects().length || element.closest('script')) continue;
    const style = getComputedStyle(element);
    const color = parse(element.namespaceURI.endsWith('svg') ? style.fill : style.color);
    const [a, b] = [light(color), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) weak.add(`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)}`);
  }
  return [...weak];
}

/** Runs in the page: finds names and numbers in tables that are folded to several lines. */
function brokenWords() {
  const broken = new Set();
  const lines = (range) => new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4))).size;
  for (const cell of document.querySelectorAll('.table :is(th, td)')) {
    if (!cell.getClientRects().length) continue;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.data.matchAll(/[\w.]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (lines(range) > 1) broken.add(word);
      }
    }
    if (cell.matches('.whole, .n, .time')) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      if (cell.tagName === 'TD' && lines(range) > 1) broken.add(cell.textContent);
    }
  }
  return [...broken];
}

/** Rows of the CSV as maps from column to text, by time. */
function readCsv() {
  const [head, ...lines] = readFileSync(join(pages, 'year.csv'), 'utf8').trimEnd().split('\n');
  const columns = head.split(',');
  return { columns, rows: lines.map((line) => line.split(',')) };
}

await test('the page of a year is below 5 MB', () => {
  const { size } = statSync(year);
  console.log(`       year.html: ${size} bytes`);
  check(size < 5e6, `${size} bytes`);
});

await withBrowser({}, async (context) => {
  await test('a page opens without network, with all sections and no console error', async (faults) => {
    const begin = Date.now();
    const page = await open(context, year, faults);
    await page.locator('.range').waitFor();
    console.log(`       opened in ${Date.now() - begin} ms`);
    const sections = await page.locator('main > section').evaluateAll((all) => all.map((s) => s.id));
    checkEqual(sections.join(), kSections.join(), 'sections');
    const links = await page.locator('nav a').evaluateAll((all) => all.map((a) => a.hash.slice(1)));
    checkEqual(links.join(), kSections.join(), 'navigation');
    for (const section of kSections) {
      await page.locator(`#${section}`).scrollIntoViewIfNeeded();
      await settle(page);
    }
    checkEqual(await page.title(), 'One room <020B> & corridor', 'title');
    await page.close();
  });

  await test('a page refuses to load or run anything else', async (faults) => {
    const page = await open(context, year, []);
    const result = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      const answer = await fetch('https://example.org/').catch(() => 'refused');
      return { ran: window.ran === true, answer: String(answer) };
    });
    checkEqual(result.ran, false, 'a script without its hash runs');
    checkEqual(result.answer, 'refused', 'fetch');
    await page.close();
    check(faults.length === 0, 'faults');
  });

  await test('dragging zooms all plots, double-click shows everything', async (faults) => {
    const page = await openSeries(context, faults);
    const whole = await range(page);
    check(whole.startsWith('2023-01-01 00:00 – 2023-12-31 23:45'), whole);
    check(whole.includes('Europe/Copenhagen'), whole);
    const before = await drawing(page, 0);
    const rest = await drawing(page, 0, 1);
    await drag(page, 0.4, 0.5);
    const zoomed = await range(page);
    check(zoomed !== whole, `still ${zoomed}`);
    const days = await page.evaluate((text) => {
      const [a, b] = text.match(/\d{4}-\d\d-\d\d/g).map((day) => Date.parse(day));
      return (b - a) / 86400000;
    }, zoomed);
    check(Math.abs(days - 36.5) < 2, `a tenth of a year is ${days} days`);
    check(await drawing(page, 0) !== before, 'the curve stayed');
    check(await drawing(page, 0, 1) !== rest, 'the residual stayed');
    await plotReady(page).dblclick();
    await settle(page);
    checkEqual(await range(page), whole, 'after a double-click');
    await page.close();
  });

  await test('keys zoom, pan and move the cursor', async (faults) => {
    const page = await openSeries(context, faults);
    const whole = await range(page);
    await page.locator('figure.plot[data-plot="0"] .chart').focus();
    await page.keyboard.press('+');
    await settle(page);
    const zoomed = await range(page);
    check(zoomed !== whole, 'zoom by key');
    await page.keyboard.press('Shift+ArrowRight');
    await settle(page);
    check(await range(page) !== zoomed, 'pan by key');
    await page.keyboard.press('ArrowRight');
    const time = page.locator('figure.plot[data-plot="0"] .legend .time');
    check(/2023-/.test(await time.textContent()), 'cursor by key');
    await page.keyboard.press('0');
    await settle(page);
    checkEqual(await range(page), whole, 'all by key');
    await page.close();
  });

  await test('values at the cursor are those of the CSV, in the same unit and zone', async (faults) => {
    const page = await openSeries(context, faults);
    await drag(page, 0.45, 0.46);
    await drag(page, 0.2, 0.8);
    const { columns, rows } = readCsv();
    const box = await plotReady(page).boundingBox();
    for (const share of [0.1, 0.37, 0.9]) {
      await page.mouse.move(box.x + share * box.width, box.y + 30);
      await settle(page);
      const legend = page.locator('figure.plot[data-plot="0"] .legend');
      const time = await legend.locator('.time').textContent();
      const cells = await legend.locator('tbody td').allTextContents();
      const unix = Date.parse(`${time.replace(' ', 'T')}Z`) / 1000 - (/-0[4-9]-|-10-(?!29|3)/.test(time) ? 7200 : 3600);
      const row = rows.find((cellsOfRow) => Number(cellsOfRow[0]) === unix);
      check(row, `no row at ${time}`);
      const expected = Number(Number(row[1]).toPrecision(6));
      checkEqual(cells[0], `${expected} °C`, `${columns[1]} at ${time}`);
      const [simulated, measured, residual] = cells.map(Number.parseFloat);
      check(Number.isNaN(measured) || Math.abs(simulated - measured - residual) < 2e-4, `residual ${cells}`);
    }
    await page.close();
  });

  await test('a cursor in one plot is in the others', async (faults) => {
    const page = await openSeries(context, faults);
    await page.setViewportSize({ width: 1280, height: 1800 });
    await plotReady(page, 1).waitFor();
    await settle(page);
    const box = await plotReady(page).boundingBox();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 30);
    await settle(page);
    const times = await page.locator('.legend .time').allTextContents();
    check(times.length > 1 && times[0].startsWith('2023'), String(times));
    checkEqual(times[1], times[0], 'time of the second plot');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.close();
  });

  await test('a click in the legend hides a signal and shows it again', async (faults) => {
    const page = await openSeries(context, faults);
    await page.mouse.move(2, 2);
    await settle(page);
    const first = await drawing(page, 0);
    const toggle = page.locator('figure.plot[data-plot="0"] .legend button').first();
    await toggle.click();
    checkEqual(await toggle.getAttribute('aria-pressed'), 'false', 'pressed');
    await settle(page);
    check(await drawing(page, 0) !== first, 'the curve is still there');
    await toggle.click();
    await settle(page);
    checkEqual(await drawing(page, 0), first, 'the drawing after showing it again');
    await page.close();
  });

  await test('panning a year is smooth (measured)', async (faults) => {
    const page = await openSeries(context, faults);
    await page.locator('figure.plot[data-plot="3"]').scrollIntoViewIfNeeded();
    await plotReady(page, 3).waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).last().click();
    const times = await page.evaluate(() => new Promise((done) => {
      const chart = document.querySelector('figure.plot[data-plot="3"] .u-over');
      const { left, top, width } = chart.getBoundingClientRect();
      const event = (type, x) => new PointerEvent(type, { bubbles: true, clientX: left + x, clientY: top + 20, shiftKey: true });
      chart.dispatchEvent(event('pointerdown', width / 2));
      const frames = [];
      let last = performance.now();
      const step = (now) => {
        frames.push(now - last);
        last = now;
        if (frames.length > 90) {
          dispatchEvent(event('pointerup', 0));
          done(frames.slice(1));
          return;
        }
        dispatchEvent(event('pointermove', width / 2 + 3 * (frames.length - 45)));
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }));
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
    console.log(`       8 signals with measurements: frame ${at(0.5)} ms (median), ${at(0.95)} ms (95 %)`);
    check((await range(page)) !== '', 'range');
    await page.close();
  });

  await test('Enter on a component opens its panel, links lead on, Escape closes it', async (faults) => {
    const page = await open(context, year, faults);
    await unfold(page, 'model');
    await page.locator('.node[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const panel = page.locator('.panel');
    await panel.waitFor();
    const text = await panel.textContent();
    for (const part of ['Inputs', 'Outputs', 'Parameters', 'C_air', 'J/K', 'default', '1e6 … 1e7',
      'Initial values', 'Configuration', 'http://example.org/']) check(text.includes(part), part);
    const name = await panel.locator('h4').textContent();
    await panel.locator('a', { hasText: 'weather.outdoorTemperature' }).click();
    check((await panel.locator('h4').textContent()).startsWith('weather'), `still ${name}`);
    await page.keyboard.press('Escape');
    checkEqual(await panel.isVisible(), false, 'panel after Escape');
    const removed = await page.locator('path.line.removed').count();
    checkEqual(removed, 3, 'removed connections and their sign in the legend');
    await page.close();
  });

  await test('a click on a component opens its panel, search finds one', async (faults) => {
    const page = await open(context, year, faults);
    await unfold(page, 'model');
    await page.locator('.node').nth(3).click();
    check((await page.locator('.panel h4').textContent()).startsWith('020B'), 'panel of 020B');
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await page.locator('#model input[type=search]').fill('</script>');
    checkEqual(await page.locator('.node.is-found').count(), 1, 'found');
    await page.keyboard.press('Enter');
    check((await page.locator('.panel h4').textContent()).startsWith('</script><b>bold</b>'), 'escaped name');
    await page.close();
  });

  await test('the theme is switched and remembered', async (faults) => {
    const page = await open(context, year, faults);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    checkEqual(await paper(), 'rgb(255, 255, 255)', 'light');
    await page.locator('#theme').click();
    checkEqual(await paper(), 'rgb(20, 24, 29)', 'dark');
    await page.reload();
    checkEqual(await paper(), 'rgb(20, 24, 29)', 'dark again');
    await page.locator('#theme').click();
    await page.close();
  });

  await test('a table of scenarios is sorted and filtered, charts follow', async (faults) => {
    const page = await open(context, year, faults);
    const table = page.locator('.table.scenarios');
    await table.scrollIntoViewIfNeeded();
    const column = (n) => table.locator(`tbody tr td:nth-child(${n})`).allTextContents();
    await table.getByRole('button', { name: /^ener_tot/ }).click();
    const rising = (await column(5)).map(Number.parseFloat).filter(Number.isFinite);
    check(rising.every((value, i) => i === 0 || rising[i - 1] <= value), 'rising');
    await table.getByRole('button', { name: /^ener_tot/ }).click();
    const falling = (await column(5)).map(Number.parseFloat).filter(Number.isFinite);
    check(falling.every((value, i) => i === 0 || falling[i - 1] >= value), 'falling');
    checkEqual((await column(5)).at(-1), '', 'missing numbers are last');
    await table.locator('input[type=search]').fill('r_out<0.05');
    const few = (await column(3)).map(Number);
    check(few.length > 5 && few.length < 55 && few.every((value) => value <= 0.05), String(few.length));
    const numbers = (await column(5)).filter((text) => text !== '').length;
    checkEqual(await table.locator('circle').count(), numbers, 'points');
    await table.locator('circle').first().click();
    checkEqual(await table.locator('tr.is-marked').count(), 1, 'marked rows');
    await page.close();
  });

  await test('a filter compares negative numbers and powers of ten, and the column that is meant', async (faults) => {
    const page = await open(context, join(pages, 'hostile.html'), faults);
    const table = page.locator('.table.scenarios');
    await table.scrollIntoViewIfNeeded();
    const filtered = async (words) => {
      await table.locator('input[type=search]').fill(words);
      return (await table.locator('tbody tr th').allTextContents()).map((id) => id.slice(0, 2)).join();
    };
    checkEqual(await filtered('cost<-1.5e-3'), '00,01', 'below a negative power of ten');
    checkEqual(await filtered('cost<=-1.5e-3'), '00,01,02', 'at most');
    checkEqual(await filtered('cost>=1E+2'), '18,19', 'at least');
    checkEqual(await filtered('cost>100'), '19', 'above');
    checkEqual(await filtered('cost>100 done'), '', 'words beside a comparison');
    checkEqual(await filtered('cost>100 failed'), '19', 'words beside a comparison');
    await table.locator('input[type=search]').fill('');
    await table.getByRole('button', { name: /^cost €/ }).click();
    const order = await table.locator('tbody tr td:nth-child(4)').allTextContents();
    checkEqual(order.slice(0, 3).join(), '-2,-0.002,-0.0015', 'rising');
    checkEqual(order.at(-1), '', 'no number');
    await page.close();
  });

  await test('hours that clocks show twice are told apart', async (faults) => {
    const page = await open(context, join(pages, 'hostile.html'), faults);
    await page.locator('figure.plot').scrollIntoViewIfNeeded();
    const over = page.locator('figure.plot .u-over').first();
    await over.waitFor();
    const seen = [];
    for (const share of [2, 3, 4, 5, 6, 7]) {
      const box = await over.boundingBox();
      await page.mouse.move(box.x + share / 8 * box.width, box.y + 40);
      await settle(page);
      seen.push((await page.locator('.legend .time').textContent()).slice(11));
    }
    checkEqual(seen.join(), '02:00 +02:00,02:30 +02:00,02:00 +01:00,02:30 +01:00,03:00,03:30', 'times');
    await page.close();
  });

  await test('ids of scenarios are not folded to a word a line', async (faults) => {
    const page = await open(context, join(pages, 'hostile.html'), faults);
    const id = page.locator('.table.scenarios tbody th').first();
    await id.scrollIntoViewIfNeeded();
    const { width, height } = await id.boundingBox();
    check(width >= 130 && height < 260, `${width} x ${height}`);
    await page.close();
  });

  await test('names and numbers of tables are not folded, neither on a narrow window nor on paper', async (faults) => {
    for (const file of ['year.html', 'hostile.html']) {
      const page = await open(context, join(pages, file), faults);
      for (const section of file === 'year.html' ? ['data', 'about'] : []) await unfold(page, section);
      for (const [width, media] of [[1280, 'screen'], [360, 'screen'], [688, 'print']]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ media });
        checkEqual((await page.evaluate(brokenWords)).join('; '), '', `${file}, ${media}, ${width} px`);
      }
      await page.close();
    }
  });

  await test('texts have a contrast of 4.5 or more in both themes', async (faults) => {
    const page = await open(context, year, faults);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
      const weak = await page.evaluate(weakTexts);
      checkEqual(weak.join('; '), '', theme);
    }
    await page.close();
  });

  await test('figures of estimation have all marks, and texts that can be read in both themes', async (faults) => {
    const page = await open(context, estimation, faults);
    const sections = await page.locator('main > section').evaluateAll((all) => all.map((s) => s.id));
    checkEqual(sections.join(), kEstimation.join(), 'sections');
    checkEqual(await page.locator('.chart-drawing').count(), 6, 'charts');
    checkEqual(await page.locator('.estimates li').count(), 12, 'estimates');
    checkEqual(await page.locator('.heat tbody td').count(), 144, 'cells');
    checkEqual(await page.locator('.bars-list .whisker').count(), 24, 'bars');
    const place = await page.locator('.estimates li').first().evaluate((row) => {
      const track = row.querySelector('.track').getBoundingClientRect();
      const value = row.querySelector('.value').getBoundingClientRect();
      return (value.left + 1 - track.left) / track.width;
    });
    check(Math.abs(place - 1 / 3) < 0.02, `1e6 between 1e5 and 1e8 at ${place}`);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
      checkEqual((await page.evaluate(weakTexts)).join('; '), '', theme);
      for (const section of kEstimation) {
        await page.locator(`#${section}`).evaluate((element) => element.scrollIntoView());
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(screenshots, `${theme}-estimation-${section}.png`) });
      }
    }
    await page.close();
  });

  await test('plots of two parts zoom by themselves, with bands and steps', async (faults) => {
    const page = await open(context, estimation, faults);
    for (const n of [0, 1]) {
      await page.locator(`figure.plot[data-plot="${n}"]`).scrollIntoViewIfNeeded();
      await plotReady(page, n).waitFor();
    }
    const ranges = () => page.locator('.range').allTextContents();
    const [whole, other] = await ranges();
    await page.locator('figure.plot[data-plot="0"]').scrollIntoViewIfNeeded();
    const bins = await drawing(page, 0);
    await page.locator('.legend button').first().click();
    await settle(page);
    check(await drawing(page, 0) !== bins, 'a hidden signal is still drawn');
    await page.locator('.legend button').first().click();
    await settle(page);
    checkEqual(await drawing(page, 0), bins, 'the drawing after showing it again');
    await drag(page, 0.5, 0.51);
    const [zoomed, same] = await ranges();
    check(zoomed !== whole, 'zoomed');
    checkEqual(same, other, 'the other part');
    const box = await plotReady(page, 0).boundingBox();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 30);
    await settle(page);
    const cells = await page.locator('figure.plot[data-plot="0"] .legend td').allTextContents();
    check(/^[\d.]+ – [\d.]+ °C$/.test(cells[3]), `a band at the cursor: ${cells}`);
    await page.locator('#posterior').evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: join(screenshots, 'light-estimation-zoomed.png') });
    // A value holds until the next row, even if that is very near.
    await page.locator('figure.plot[data-plot="1"]').evaluate((element) => element.scrollIntoView());
    await settle(page);
    const steps = await plotReady(page, 1).boundingBox();
    await page.mouse.move(steps.x + 7.9 / 24 * steps.width, steps.y + 30);
    await settle(page);
    const held = await page.locator('figure.plot[data-plot="1"] .legend td').allTextContents();
    checkEqual(held[0], '0.75', 'at 07:54');
    await page.close();
  });

  await test('results come first and the program last, folded until a link or a click opens it', async (faults) => {
    const page = await open(context, year, faults);
    checkEqual(await page.locator('#results .facts dt').first().textContent(), 'Energy', 'the first fact');
    checkEqual(await page.locator('#results .chart-drawing:visible').count(), 4, 'figures');
    checkEqual(await page.locator('details.folded[open]').count(), 0, 'open folded sections');
    await page.locator('nav a[href="#about"]').click();
    await settle(page);
    check(await page.locator('#about dt', { hasText: 'Components' }).isVisible(), 'the run after its link');
    checkEqual(await page.locator('.node').count(), 0, 'the graph is drawn when it is open');
    await page.locator('#model > details > summary').click();
    await page.locator('.node').first().waitFor();
    await page.close();
  });

  await test('a link to a folded section opens it, shows it at the top and marks it', async (faults) => {
    for (const file of ['year.html', 'large.html']) {
      for (const section of ['data', 'model', 'about']) {
        const page = await open(context, join(pages, file), faults);
        await page.locator(`nav a[href="#${section}"]`).click();
        await page.waitForTimeout(800);  // plots above it change their heights
        const seen = await page.evaluate((id) => ({
          top: document.getElementById(id).getBoundingClientRect().top,
          end: scrollY + innerHeight >= document.documentElement.scrollHeight - 2,
          marked: document.querySelector('nav a[aria-current]')?.hash,
        }), section);
        check(Math.abs(seen.top - 51) < 4 || (seen.end && seen.top > 0 && seen.top < 800),
          `${file}, ${section}: ${JSON.stringify(seen)}`);
        checkEqual(seen.marked, `#${section}`, 'marked in the navigation');
        await page.close();
      }
    }
  });

  await test('the values of a plot are saved as a CSV file with all rows', async (faults) => {
    const page = await openSeries(context, faults);
    await drag(page, 0.4, 0.5);
    const plot = page.locator('figure.plot[data-plot="1"]');
    await plot.scrollIntoViewIfNeeded();
    await plotReady(page, 1).waitFor();
    const names = await plot.locator('.legend button').evaluateAll((all) => all.map((b) => b.title.split(': ')[0]));
    await plot.locator('.legend button').first().click();
    const waiting = page.waitForEvent('download');
    await plot.locator('.save-values').click();
    const download = await waiting;
    check(download.suggestedFilename().endsWith('.csv'), download.suggestedFilename());
    const [head, ...lines] = readFileSync(await download.path(), 'utf8').trimEnd().split('\n');
    const { columns, rows } = readCsv();
    checkEqual(lines.length, rows.length, 'rows');
    check(names.length > 1 && !head.includes(`${names[0]} [`), `the hidden signal is in ${head}`);
    const shown = head.split(',');
    const at = shown.findIndex((name, i) => i > 0 && columns.includes(name.replace(/ \[.*/, '')));
    const from = columns.indexOf(shown[at].replace(/ \[.*/, ''));
    for (const row of [0, 1, 12345, rows.length - 1]) {
      const cells = lines[row].split(',');
      checkEqual(Date.parse(cells[0]) / 1000, Number(rows[row][0]), `time of row ${row}`);
      check(/T\d\d:\d\d:\d\d\+0[12]:00$/.test(cells[0]), cells[0]);
      const [got, expected] = [Number(cells[at]), Number(rows[row][from])];
      check(Math.abs(got - expected) <= 1e-4 * Math.abs(expected), `row ${row}: ${got}, expected ${expected}`);
    }
    await page.close();
  });

  await test('buttons of figures do not cover their titles', async (faults) => {
    const page = await open(context, year, faults);
    check(await page.locator('figure .files').count() > 10, 'buttons');
    for (const width of [1280, 400]) {
      await page.setViewportSize({ width, height: 900 });
      const covered = await page.evaluate(() => [...document.querySelectorAll('figure .files')].filter((files) => {
        const title = files.parentElement.querySelector('h3, h4');
        if (!title) return false;
        const range = document.createRange();
        range.selectNodeContents(title);
        const a = files.getBoundingClientRect();
        return [...range.getClientRects()].some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
      }).length);
      checkEqual(covered, 0, `covered titles at ${width} px`);
    }
    await page.close();
  });

  await test('every figure is saved as an SVG file with its colours and key', async (faults) => {
    const page = await open(context, year, faults);
    await page.locator('#series').scrollIntoViewIfNeeded();
    await plotReady(page).waitFor();
    const buttons = await page.locator('figure .save').count();
    const drawn = await page.evaluate(() => [...document.querySelectorAll('figure')]
      .filter((figure) => !figure.querySelector('img')).length);
    checkEqual(buttons, drawn, 'buttons');
    check(buttons >= 11, `${buttons} figures`);
    const bars = page.locator('#results figure', { hasText: 'Energy by month' });
    await bars.hover();
    const waiting = page.waitForEvent('download');
    await bars.locator('.save').click();
    const download = await waiting;
    checkEqual(download.suggestedFilename(), 'energy-by-month.svg', 'name');
    const svg = readFileSync(await download.path(), 'utf8');
    check(svg.startsWith('<svg') && svg.includes('photovoltaic') && !svg.includes('var(--'), svg.slice(0, 400));
    check(/<rect[^>]*fill: rgb/.test(svg), 'colours are written into the file');
    await page.close();
  });

  await test('a figure of HTML is saved as boxes and words', async (faults) => {
    const page = await open(context, estimation, faults);
    const matrix = page.locator('#calibration figure:has(.heat)').first();
    await matrix.hover();
    const waiting = page.waitForEvent('download');
    await matrix.locator('.save').click();
    const svg = readFileSync(await (await waiting).path(), 'utf8');
    const cells = await matrix.locator('.heat tbody td').count();
    check((svg.match(/<rect/g) || []).length > cells, 'a box for each cell');
    check(svg.includes('>1.00</text>'), 'the numbers of the cells');
    await page.close();
  });

  await test('runs with other times share a plot', async (faults) => {
    const page = await openSeries(context, faults);
    await page.locator('figure.plot[data-plot="4"]').scrollIntoViewIfNeeded();
    await plotReady(page, 4).waitFor();
    const box = await plotReady(page, 4).boundingBox();
    await page.mouse.move(box.x + 193 / 365 * box.width, box.y + 30);
    await settle(page);
    const cells = await page.locator('figure.plot[data-plot="4"] .legend tbody td').allTextContents();
    check(/°C/.test(cells[0]) && /°C/.test(cells[3]), `within the week: ${cells}`);
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 30);
    await settle(page);
    checkEqual(await page.locator('figure.plot[data-plot="4"] .legend tbody td').nth(3).textContent(), '', 'outside');
    await page.close();
  });

  await test('a page with one fact has one section', async (faults) => {
    const page = await open(context, join(pages, 'small.html'), faults);
    checkEqual(await page.locator('main > section').count(), 1, 'sections');
    checkEqual(await page.locator('nav a').count(), 1, 'links');
    await page.close();
  });

  await test('500 components are folded into systems, and 3000 scenarios stay usable (measured)', async (faults) => {
    const begin = Date.now();
    const page = await open(context, join(pages, 'large.html'), faults);
    await unfold(page, 'model');
    await page.locator('.node').first().waitFor({ state: 'attached' });
    const opened = Date.now() - begin;
    checkEqual(await page.locator('.node').count(), 61, 'components and folded systems');
    checkEqual(await page.locator('.folded-system').count(), 41, 'folded systems');
    await page.getByRole('button', { name: 'Fold or unfold' }).click();
    checkEqual(await page.locator('.node').count(), 500, 'components');
    await page.getByRole('button', { name: 'Fold or unfold' }).click();
    await page.locator('#model input[type=search]').fill('zone_36/part_432');
    await page.locator('.panel h4', { hasText: 'zone_36/part_432' }).waitFor();
    checkEqual(await page.locator('.folded-system').count(), 40, 'the system of the component is unfolded');
    const inView = await page.evaluate(() => {
      const node = document.querySelector('.node.is-chosen').getBoundingClientRect();
      const frame = document.querySelector('.canvas').getBoundingClientRect();
      return node.left >= frame.left && node.right <= frame.right && node.top >= frame.top && node.bottom <= frame.bottom;
    });
    check(inView, 'the found component is in view');
    const sorting = await page.evaluate(() => {
      const head = [...document.querySelectorAll('.scenarios thead button')].at(-1);
      const start = performance.now();
      head.click();
      document.body.getBoundingClientRect();
      return performance.now() - start;
    });
    console.log(`       opened in ${opened} ms, 3000 rows sorted in ${sorting.toFixed(0)} ms`);
    await page.close();
  });

  await test('screenshots of all sections, light and dark', async (faults) => {
    await takeScreenshots(context, { year, large: join(pages, 'large.html') }, screenshots, kSections, faults);
  });

  await test('print shows drawings, all rows and open tables on paper', async (faults) => {
    const page = await openSeries(context, faults);
    await page.locator('#theme').click();
    const pdf = await page.pdf({ path: join(screenshots, 'print.pdf'), format: 'A4' });
    check(pdf.length > 20000, `${pdf.length} bytes`);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const seen = await page.evaluate(() => ({
      drawings: [...document.querySelectorAll('.drawing')].filter((svg) => svg.getBoundingClientRect().height > 50).length,
      charts: [...document.querySelectorAll('.chart')].filter((chart) => chart.offsetParent).length,
      rows: document.querySelectorAll('.scenarios tbody tr').length,
      closed: document.querySelectorAll('details:not([open])').length,
      paper: getComputedStyle(document.body).backgroundColor,
    }));
    checkEqual(JSON.stringify(seen), JSON.stringify({ drawings: 5, charts: 0, rows: 60, closed: 0, paper: 'rgb(255, 255, 255)' }), 'print');
    await page.setViewportSize({ width: 688, height: 900 });  // A4 without its margins
    const cut = await page.evaluate(() => [...document.querySelectorAll('.table:not(.wide) table, .component table, svg')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1).length);
    checkEqual(cut, 0, 'tables and drawings that are wider than the paper');
    await page.close();
  });
});

await withBrowser({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }, async (context) => {
  await test('names without a space do not make a phone scroll sideways', async (faults) => {
    const page = await open(context, join(pages, 'hostile.html'), faults);
    await page.locator('#series').scrollIntoViewIfNeeded();
    await settle(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    check(width <= 360, `${width} px`);
    await page.close();
  });

  await test('figures of estimation fit a phone', async (faults) => {
    const page = await open(context, estimation, faults);
    for (const section of kEstimation) {
      await page.locator(`#${section}`).evaluate((element) => element.scrollIntoView());
      await page.waitForTimeout(300);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      check(width <= 360, `${section}: ${width} px`);
      await page.screenshot({ path: join(screenshots, `phone-estimation-${section}.png`) });
    }
    await page.close();
  });

  await test('a phone of 360 px shows everything without scrolling sideways', async (faults) => {
    const page = await open(context, year, faults);
    for (const section of kSections) {
      await page.locator(`#${section}`).scrollIntoViewIfNeeded();
      await settle(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      check(width <= 360, `${section}: ${width} px`);
      await page.locator(`#${section}`).evaluate((element) => element.scrollIntoView());
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(screenshots, `phone-${section}.png`) });
    }
    await unfold(page, 'model');
    await page.locator('#model').evaluate((element) => element.scrollIntoView());
    await page.locator('.node').nth(3).tap({ force: true });
    await page.locator('.panel h4').waitFor();
    check(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, 'with the panel open');
    await page.locator('.panel').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(screenshots, 'phone-panel.png') });
    await page.close();
  });
});

await withBrowser({ javaScriptEnabled: false }, async (context) => {
  await test('without scripts figures and plots of estimation are there', async (faults) => {
    const page = await open(context, estimation, faults);
    checkEqual(await page.locator('.drawing:visible').count(), 2, 'plots');
    checkEqual(await page.locator('.drawing .band').count(), 2, 'bands');
    checkEqual(await page.locator('.chart-drawing:visible').count(), 6, 'charts');
    checkEqual(await page.locator('.time-bar:visible').count(), 0, 'bars that do nothing');
    await page.close();
  });

  await test('without scripts paper shows all titles and folded parts', async (faults) => {
    const page = await open(context, year, faults);
    await page.emulateMedia({ media: 'print' });
    checkEqual(await page.locator('h2:visible').count(), kSections.length, 'titles');
    checkEqual(await page.locator('article.component:visible').count(), 20, 'components');
    checkEqual(await page.locator('.table.provenance:visible').count(), 2, 'tables of the run');
    await page.close();
  });

  await test('without scripts the page shows everything', async (faults) => {
    const page = await open(context, year, faults);
    checkEqual(await page.locator('.drawing:visible').count(), 5, 'drawings');
    await page.locator('#model > details > summary').click();
    checkEqual(await page.locator('article.component:visible').count(), 20, 'components');
    checkEqual(await page.locator('.scenarios tbody tr:visible').count(), 60, 'scenarios');
    checkEqual(await page.locator('#graph-static img:visible').count(), 1, 'graph');
    checkEqual(await page.locator('#theme:visible').count(), 0, 'buttons that do nothing');
    await page.locator('#series').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(screenshots, 'no-script-series.png') });
    await page.close();
  });
});

await finish();
