import { randomUUID } from 'node:crypto';
import { eventually } from '@tripline/stack';
import type { Page } from 'playwright-core';
import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, makeRole, newPerson } from '../support/stack.js';

withBrowser();

interface Member {
  readonly external_account_id: string;
  readonly status: string;
}

interface Cell {
  readonly technique_id: string;
  readonly status: string;
}

/** What the cells of a matrix say beside their own state, by technique. */
const drawnBeside = async (page: Page): Promise<Map<string, string>> =>
  new Map(
    await page
      .locator('[class*="_matrix_"] [data-was]')
      .evaluateAll((cells) =>
        cells.map(
          (cell) =>
            [cell.getAttribute('data-cell')?.split(' ').at(-1) ?? '', cell.getAttribute('data-was') ?? ''] as const,
        ),
      ),
  );

/** The techniques in which an account is an exception, by what its organization says of them. */
function differencesFrom(
  {
    counted_accounts: counted,
    techniques,
  }: { counted_accounts: number; techniques: (Cell & { covered_in: number })[] },
  rows: readonly (Cell & { sub_techniques: readonly Cell[] })[],
): Map<string, string> {
  const own = new Map(
    rows.flatMap((row) => [row, ...row.sub_techniques]).map((cell) => [cell.technique_id, cell.status]),
  );
  const isOwn = ({ technique_id }: { technique_id: string }): boolean => own.get(technique_id) === 'covered';
  return new Map(
    techniques.flatMap((one): (readonly [string, string])[] => {
      if (!own.has(one.technique_id) || one.covered_in === 0) return [];
      if (one.covered_in < counted) return [[one.technique_id, 'somewhere']];
      return isOwn(one) ? [] : [[one.technique_id, 'everywhere']];
    }),
  );
}

test('an organization is read through its account, scanned and shown by account and technique; home sums it', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/connect`);
  const role = `member-${randomUUID()}`;
  await page.getByLabel('Role in each account').fill(role);
  await page.getByRole('button', { name: 'Read the organization' }).click();
  await page.waitForURL('**/organizations/*');
  const id = page.url().split('/').at(-1) ?? '';
  const rows = page.getByRole('region', { name: 'Accounts', exact: true }).locator('tbody tr');
  await rows.getByText('111122223333').waitFor();
  // Its other accounts wait for the role, which the page has.
  await page.getByText('Give every account the role').click();
  await page.getByRole('region', { name: 'the StackSet’s template' }).getByText(role).first().waitFor();
  const { accounts } = (await api('GET', `/organizations/${id}`)) as { accounts: Member[] };
  const { external_id } = await api('GET', `/organizations/${id}/role`);
  for (const { external_account_id: number, status } of accounts)
    if (status === 'active' && number !== '111122223333') await makeRole(role, external_id, number);
  await page.getByRole('button', { name: 'Scan all accounts' }).click();
  await page
    .getByText(/scans? (?:is|are) under way/)
    .first()
    .waitFor();
  await eventually(async () => {
    const { active_accounts, counted_accounts } = await api('GET', `/organizations/${id}/coverage`);
    return counted_accounts === active_accounts;
  });
  const covered = await api('GET', `/organizations/${id}/coverage`);
  await page.reload();
  await page.getByText(`of ${covered.total_techniques} techniques in each of ${covered.counted_accounts}`).waitFor();
  expect(await rows.count()).toBe(covered.total);
  const [least] = covered.techniques;
  const technique = page.getByRole('region', { name: 'Techniques', exact: true }).locator('tbody tr').first();
  expect(await technique.textContent()).toContain(least.technique_id);
  await look(page, 'organization');

  await page.goto(`/coverage/${account}/matrix?sub=all`);
  await page.getByRole('button', { name: /Compare with/ }).click();
  await page.getByRole('option', { name: /^organization o-/ }).click();
  await page.getByText('The left part of a cell is the organization').waitFor();
  expect(await drawnBeside(page)).toEqual(
    differencesFrom(covered, (await api('GET', `/accounts/${account}/coverage/matrix`)).techniques),
  );
  await look(page, 'matrix-organization');

  await page.goto('/');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Organization / }) });
  await card.last().getByText(`over ${covered.counted_accounts} accounts`).waitFor();
  await page.getByRole('heading', { name: 'What changed in all accounts' }).waitFor();
  await look(page, 'home-organization');
  await page.goto('/coverage');
  await page.getByRole('link', { name: /^Organization / }).click();
  await page.waitForURL(`**/organizations/${id}`);

  const other = await openPage();
  await signIn(other, await newPerson(), `/organizations/${id}`);
  await other.getByRole('heading', { name: 'Not found' }).waitFor();
});

test('what became worse in several accounts by one cause is one line, which leads to the changes', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const { techniques } = await api('GET', `/accounts/${account}/coverage/techniques?limit=500`);
  const lost = techniques.find(({ status }: { status: string }) => status === 'covered');
  for (const detection of lost.detection_ids)
    await api('POST', `/detections/${detection}/overrides`, {
      technique_id: lost.technique_id,
      covers: false,
      reason: 'It never fired.',
    });
  await eventually(async () => (await api('GET', '/changes')).total > 0);
  const { events } = await api('GET', '/changes');
  const page = await openPage();
  await signIn(page, person, '/coverage/changes');
  await look(page, 'change-events');
  await page.getByRole('link', { name: events[0].sentence }).first().click();
  await page.waitForURL(`**/coverage/${account}/changes`);
});
