import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expectComplaint, look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, type Person } from '../support/stack.js';

withBrowser();

const APT29 = 'G0016';
const MATRIX = '**/coverage/matrix*';

interface Cell {
  readonly technique_id: string;
  readonly status: string;
  readonly unverified: boolean;
  readonly excluded: boolean;
  readonly visible: boolean | null;
  readonly used_by: readonly unknown[];
}
interface Row extends Cell {
  readonly sub_techniques: readonly Cell[];
}

let person: Person;
let account: string;
beforeAll(async () => {
  ({ account, person } = await scanned());
});

const rowsOf = async (query = ''): Promise<readonly Row[]> =>
  (await (await asPerson(person))('GET', `/accounts/${account}/coverage/matrix${query}`)).techniques;

/** How many different techniques the page draws in a state; one of several tactics is drawn in each. */
const drawn = (page: Page, state: string): Promise<number> =>
  page
    .locator(`[class*="_matrix_"] [data-cell][data-state="${state}"]`)
    .evaluateAll((cells) => new Set(cells.map((cell) => cell.getAttribute('data-cell')?.split(' ').at(-1))).size);

const isGap = (cell: Cell): boolean =>
  cell.status === 'uncovered' && !cell.excluded && !cell.unverified && cell.visible === false;

describe('until the answer about techniques is there', () => {
  test('every cell of the matrix is unknown and none is a gap, and then those are drawn that it names', async () => {
    const page = await openPage();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(MATRIX, async (route) => {
      await held;
      await route.continue();
    });
    await signIn(page, person, `/coverage/${account}/matrix?sub=all`);
    await page.locator('[class*="_matrix_"] [data-state="unknown"]').first().waitFor();
    expect(await page.locator('[class*="_matrix_"] [data-state="gap"]').count()).toBe(0);
    expect(await page.locator('[class*="_matrix_"] [class*="_matrix-cell_"]:not([data-state="unknown"])').count()).toBe(
      0,
    );
    await look(page, 'matrix-unknown');
    release();
    await page.locator('[class*="_matrix_"] [data-cell]').first().waitFor();
    const gaps = (await rowsOf()).flatMap((row) => [row, ...row.sub_techniques]).filter(isGap);
    expect(gaps.length).toBeGreaterThan(0);
    expect(await drawn(page, 'gap')).toBe(gaps.length);
  });

  test('and where it fails, the page says so and calls nothing a gap', async () => {
    const page = await openPage();
    expectComplaint(/500/);
    await page.route(MATRIX, (route) => route.fulfill({ status: 500, json: { detail: 'It broke.' } }));
    await signIn(page, person, `/coverage/${account}/matrix`);
    await page.getByRole('alert').getByText('It broke.').waitFor();
    await page.locator('[class*="_matrix_"] [data-state="unknown"]').first().waitFor();
    expect(await page.locator('[class*="_matrix_"] [data-state="gap"], [class*="_matrix_"] [data-cell]').count()).toBe(
      0,
    );
    const [technique] = (await rowsOf()).filter(isGap);
    await page.route('**/coverage/visibility?**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'It broke.' } }),
    );
    await page.goto(`/coverage/${account}/techniques/${technique?.technique_id}`);
    await page.getByRole('alert').getByText('It broke.').first().waitFor();
    await page.locator('[class*="_state-mark_"]').getByText('unknown').waitFor();
    expect(await page.locator('[class*="_state-mark_"]').getByText('gap').count()).toBe(0);
  });

  test.each([
    ['is slow', 'never answers'],
    ['fails', 'answers 500'],
  ])('the matrix does without the answer about logs, which %s', async (_what, how) => {
    const page = await openPage();
    expectComplaint(/500/);
    await page.route('**/coverage/visibility*', (route) =>
      how === 'answers 500' ? route.fulfill({ status: 500, json: { detail: 'It broke.' } }) : undefined,
    );
    await signIn(page, person, `/coverage/${account}/matrix?sub=all`);
    await page.locator('[class*="_matrix_"] [data-cell]').first().waitFor();
    const cells = (await rowsOf()).flatMap((row) => [row, ...row.sub_techniques]);
    expect(await drawn(page, 'gap')).toBe(cells.filter(isGap).length);
    expect(await drawn(page, 'visible')).toBe(
      cells.filter((one) => one.status === 'uncovered' && !one.excluded && !one.unverified && one.visible).length,
    );
  });
});

test('“used by” fades what the actor does not use, and keeps what it uses, covered or not, and parents of that', async () => {
  const rows = await rowsOf(`?actor=${APT29}`);
  const isUsed = (cell: Cell): boolean => cell.used_by.length > 0;
  const used = rows.flatMap((row) => [row, ...row.sub_techniques]).filter(isUsed);
  const covered = used.filter(({ status }) => status === 'covered');
  const throughChild = rows.filter((row) => !isUsed(row) && row.sub_techniques.some(isUsed));
  expect([covered.length, used.length - covered.length, throughChild.length].every((count) => count > 0)).toBe(true);
  const bright = new Set([...used, ...throughChild].map(({ technique_id }) => technique_id));

  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/matrix?sub=all&actor=${APT29}`);
  await page.locator('[class*="_matrix_"] [data-faded="true"]').first().waitFor();
  const found = await page
    .locator('[class*="_matrix_"] [data-cell]')
    .evaluateAll((cells) =>
      cells.map((cell) => [
        cell.getAttribute('data-cell')?.split(' ').at(-1) ?? '',
        cell.getAttribute('data-faded') === 'false',
      ]),
    );
  expect(found).toEqual(found.map(([technique]) => [technique, bright.has(String(technique))]));
});

test.each([1280, 1440])('no column of the matrix reaches into the next at a width of %s', async (width) => {
  const page = await openPage();
  await page.setViewportSize({ width, height: 900 });
  await signIn(page, person, `/coverage/${account}/matrix?sub=all`);
  await page.locator('[class*="_matrix_"] [data-cell]').first().waitFor();
  const columns = await page.locator('[class*="_matrix-column_"]').evaluateAll((found) =>
    found.map((column) => {
      const own = column.getBoundingClientRect();
      // A place where a name may be broken has no box.
      const parts = [...column.querySelectorAll(':not(wbr)')].map((part) => part.getBoundingClientRect());
      return {
        left: Math.min(own.left, ...parts.map(({ left }) => left)),
        right: Math.max(own.right, ...parts.map(({ right }) => right)),
        width: own.width,
      };
    }),
  );
  expect(columns.length).toBeGreaterThan(5);
  expect(new Set(columns.map((column) => Math.round(column.width))).size).toBe(1);
  const overlaps = columns.flatMap(({ right }, at) => {
    const next = columns[at + 1];
    return next !== undefined && next.left < right ? [[at, right, next.left]] : [];
  });
  expect(overlaps).toEqual([]);
});

test('the legend counts the techniques of each state as the overview does, and shows only those of the one that is pressed', async () => {
  const summary = await (await asPerson(person))('GET', `/accounts/${account}/coverage`);
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/matrix?sub=all`);
  const legend = page.getByRole('list', { name: 'Legend' });
  await legend.getByRole('button', { name: `covered ${summary.covered_techniques}`, exact: true }).waitFor();
  await legend.getByRole('button', { name: /^gap \d+$/ }).click();
  await page.getByText('Shown: gap').waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe('gap');
  const bright = '[class*="_matrix_"] [data-cell][data-faded="false"]';
  const bySelf = await page
    .locator(`${bright}:not([data-parent])`)
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-state')));
  expect(new Set(bySelf)).toEqual(new Set(['gap']));
  await legend.getByRole('button', { name: /^gap \d+$/ }).click();
  await page.getByText('Shown: gap').waitFor({ state: 'detached' });
  expect(await page.locator('[class*="_matrix_"] [data-faded="true"]').count()).toBe(0);
});

test.each([1280, 1440])(
  'as tiles all techniques fit into a window %s wide, each with a card that names it',
  async (width) => {
    const page = await openPage();
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, person, `/coverage/${account}/matrix?sub=all&size=tiles`);
    const cells = page.locator('[class*="_matrix_"] [data-cell]');
    await cells.first().waitFor();
    const boxes = await cells.evaluateAll((found) => found.map((cell) => cell.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBeGreaterThan(100);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(900);
    await cells.nth(3).hover();
    const [, technique] = /(T[\d.]+)$/.exec((await cells.nth(3).getAttribute('data-cell')) ?? '') ?? [];
    await page.locator('[class*="_card_"]').getByText(`${technique} `).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[class*="_card_"]').waitFor({ state: 'detached' });
  },
);

test('a cell opens a panel beside the matrix, which says how the technique stands, what looks for it and what closes it', async () => {
  const { gaps } = await (await asPerson(person))('GET', `/accounts/${account}/coverage/gaps?limit=200&unknown=false`);
  const isShort = ({ technique_id }: { technique_id: string }): boolean => !technique_id.includes('.');
  const gap = gaps.find((one: { technique_id: string; closes: object[] }) => isShort(one) && one.closes.length > 0);
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/matrix?state=gap`);
  const cell = page.locator(`[data-cell$=" ${gap.technique_id}"]`).first();
  await cell.click();
  const panel = page.getByRole('dialog', { name: `${gap.technique_id} ${gap.name}` });
  await panel.getByRole('list', { name: 'What closes this gap' }).getByText(gap.closes[0].title).first().waitFor();
  await panel.getByRole('heading', { name: 'What looks for it' }).waitFor();
  await look(page, 'matrix-panel');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.waitForFunction(
    (technique) => globalThis.document.activeElement?.getAttribute('data-cell')?.endsWith(` ${technique}`),
    gap.technique_id,
  );
  expect(new URL(page.url()).search).toBe('?state=gap');
  await page.goto(`/coverage/${account}/matrix?technique=${gap.technique_id}`);
  await panel.waitFor();
});

test('compared with an earlier scan, each cell that differs says what it was, and the others fade', async () => {
  const own = await scanned();
  const api = await asPerson(own.person);
  const { id } = await api('POST', '/siems', { name: 'Splunk', kind: 'splunk', account_ids: [own.account] });
  const page = await openPage();
  await signIn(page, own.person, `/siems/${id}`);
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'savedsearches.conf', mimeType: 'text/plain' },
    buffer: Buffer.from(
      '[Trail stopped]\nenableSched = 1\nalert.track = 1\ncron_schedule = */5 * * * *\nsearch = sourcetype=aws:cloudtrail eventName=StopLogging\n',
    ),
  });
  await page.getByRole('button', { name: 'Make these changes' }).click();
  await page.getByRole('region', { name: 'What the import closed' }).waitFor();
  const { snapshots } = await api('GET', `/accounts/${own.account}/coverage/history`);
  const [now, before] = snapshots;
  const diff = await api('GET', `/accounts/${own.account}/coverage/diff?from=${before.id}&to=${now.id}`);
  expect(diff.gained.length).toBeGreaterThan(0);

  await page.goto(`/coverage/${own.account}/matrix?sub=all`);
  await page.locator('[class*="_matrix_"] [data-cell]').first().waitFor();
  await page.getByRole('button', { name: /Compare with/ }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByText(`${diff.gained.length} better, ${diff.lost.length} worse`).waitFor();
  expect(new URL(page.url()).searchParams.get('compare')).toBe(before.id);
  const found = await page
    .locator('[class*="_matrix_"] [data-was]')
    .evaluateAll((cells) =>
      cells.map((cell) => [cell.getAttribute('data-cell')?.split(' ').at(-1), cell.getAttribute('data-was')]),
    );
  const differ: { technique_id: string; from: string | null }[] = [...diff.gained, ...diff.lost, ...diff.added];
  expect(new Map(found as [string, string][])).toEqual(
    new Map(differ.map(({ from, technique_id }) => [technique_id, from ?? 'not counted'])),
  );
  const bright = await page
    .locator('[class*="_matrix_"] [data-cell][data-faded="false"]:not([data-parent])')
    .evaluateAll((cells) => cells.map((cell) => cell.hasAttribute('data-was')));
  expect(bright.length).toBeGreaterThan(0);
  expect(bright.every(Boolean)).toBe(true);
  await look(page, 'matrix-compared');
  await page.goto(`/coverage/${own.account}/matrix?sub=all&size=tiles&compare=${before.id}`);
  await page.locator('[class*="_matrix_"] [data-was]').first().waitFor();
  await look(page, 'matrix-compared-tiles');
});

test.each([
  ['SVG', '<svg xmlns'],
  ['PNG', '\u{fffd}PNG'],
])('the matrix is downloaded as a picture: %s', async (form, start) => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/matrix`);
  await page.locator('[class*="_matrix_"] [data-cell]').first().waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Picture: ${form}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`matrix-${account}.${form.toLowerCase()}`);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.startsWith(start)).toBe(true);
  if (form === 'SVG') expect(file).toContain('T1078 Valid Accounts: ');
});

test('a region’s percentage says what it counts', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/regions`);
  const row = page.getByRole('region', { name: 'Coverage by region' }).getByRole('row').nth(1);
  await row.waitFor();
  expect(await row.textContent()).toMatch(/[\d.]+ % of \d+/);
  expect(await row.getByTitle(/^\d+ of the \d+ techniques whose events arrive in \S+ are covered there$/).count()).toBe(
    1,
  );
  await page.getByText('counts the techniques whose events arrive in that region').waitFor();
});
