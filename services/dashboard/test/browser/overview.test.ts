import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, type Person } from '../support/stack.js';

withBrowser();

let person: Person;
let account: string;
beforeAll(async () => {
  ({ account, person } = await scanned());
});

test('the trend of an account that was scanned once stands on the day of the scan', async () => {
  const [{ created_at }] = (await (await asPerson(person))('GET', `/accounts/${account}/coverage/history`)).snapshots;
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  const chart = page.getByRole('img', { name: /^Coverage over the last 90 days/ });
  await chart.waitFor();
  const day = await page.evaluate(
    (at) => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }).format(new Date(at)),
    created_at,
  );
  expect((await chart.locator(':scope > text').allTextContents()).map((text) => text.trim())).toEqual([day]);
  await look(page, 'overview-one-scan');
});

test('what is to be closed next is said by what it is, not by the name alone that somebody gave it', async () => {
  const { gaps } = await (await asPerson(person))('GET', `/accounts/${account}/coverage/gaps?limit=200&unknown=false`);
  const titles: string[] = gaps.flatMap(({ closes }: { closes: { kind: string; title: string }[] }) =>
    closes.filter(({ kind }) => kind === 'enable').map(({ title }) => title),
  );
  expect(titles).toContain('Switch on the EventBridge rule “mfa-device-removed”');
  const page = await openPage();
  await signIn(page, person, `/coverage/${account}`);
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Close next' }) });
  const lines = next.last().getByRole('listitem');
  await lines.first().waitFor();
  for (const line of await lines.allTextContents())
    expect(line).toMatch(/Switch (?:on the|GuardDuty)|Add an EventBridge rule|Set up GuardDuty|of GuardDuty|rule/);
});
