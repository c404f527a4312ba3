import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { endOfScan, scanned } from '../support/scanned-account.js';
import { asPerson, type Person } from '../support/stack.js';

withBrowser();

let person: Person;
let account: string;
/** A scan that failed, since the account's role is gone. */
let scan: string;
beforeAll(async () => {
  ({ account, person } = await scanned());
  const api = await asPerson(person);
  await api('PATCH', `/accounts/${account}`, { role_arn: 'arn:aws:iam::111122223333:role/gone' });
  ({ id: scan } = await api('POST', `/accounts/${account}/scans`, {}));
  expect(await endOfScan(person, scan)).toBe('failed');
});

test('a failed scan says that it failed and why, and not that nothing changed', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/scans/${scan}`);
  await page.getByText(/^The scan failed\. The role \S+ could not be assumed/).waitFor();
  await page.getByText('Detections and coverage stay as they were known before.').waitFor();
  await page
    .getByRole('region', { name: 'Progress by service and region' })
    .or(page.getByText('Which regions'))
    .waitFor();
  expect(await page.getByText(/Nothing changed|Everything is as/).count()).toBe(0);
  await look(page, 'scan-failed');
});

test('a role that refuses us is repaired, and no action is advised', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/scans/${scan}`);
  const errors = page.getByRole('region', { name: 'Errors' });
  await errors.getByText('Repair the connection.').waitFor();
  expect(await page.getByText(/Add .*to the role’s policy/).count()).toBe(0);
});

test('the list of scans says why one failed', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}/scans`);
  const row = page.getByRole('region', { name: 'Scans' }).getByRole('row').filter({ hasText: 'failed' });
  await row.getByText(/could not be assumed/).waitFor();
});

test('after a failed check the account’s button repairs the connection', async () => {
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  await page.getByRole('link', { name: 'Repair the connection' }).click();
  await page.waitForURL(`**/coverage/${account}/connect`);
  expect(await page.getByRole('button', { name: 'Scan now' }).count()).toBe(0);
  await page.getByText(/^What each of the \d+ actions is for$/).click();
  const actions = page.getByRole('region', { name: 'Actions of the policy' });
  await actions.getByText('events:ListTargetsByRule').waitFor();
  await actions.getByText('To see whether a rule sends what it finds anywhere.').waitFor();
  await look(page, 'account-repair');
});
