import { look, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, newPerson } from '../support/stack.js';

withBrowser();

interface Covered {
  readonly detection_ids: readonly string[];
}

test('whoever is new comes to three steps, whose progress is what they have really done', async () => {
  const person = await newPerson();
  const api = await asPerson(person);
  const page = await openPage();
  await signIn(page, person);
  await page.getByRole('heading', { name: 'First steps: 0 of 3 done' }).waitFor();
  await look(page, 'home-new');
  await api('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const { id } = await api('POST', '/accounts', {
    name: 'production',
    provider: 'aws',
    external_account_id: '111122223333',
  });
  await page.reload();
  await page.getByRole('heading', { name: 'First steps: 1 of 3 done' }).waitFor();
  await page.getByRole('link', { name: 'Connect it' }).click();
  await page.waitForURL(`**/coverage/${id}/connect`);
});

test('by keyboard alone: home tells what became worse, which leads to why and to what closes it', async () => {
  const { account, person } = await scanned();
  const api = await asPerson(person);
  const { techniques } = await api('GET', `/accounts/${account}/coverage/techniques?limit=500`);
  const [lost] = techniques
    .filter(({ status }: { status: string }) => status === 'covered')
    .sort((a: Covered, b: Covered) => a.detection_ids.length - b.detection_ids.length);
  for (const detection of lost.detection_ids)
    await api('POST', `/detections/${detection}/overrides`, {
      technique_id: lost.technique_id,
      covers: false,
      reason: 'It never fired.',
    });
  const page = await openPage();
  await signIn(page, person);
  const changed = page.getByRole('listitem').filter({ hasText: `${lost.technique_id} ${lost.name}: covered → ` });
  expect(await changed.textContent()).toMatch(/covered → (?:partly|not) covered/);
  await changed.getByRole('link').focus();
  await look(page, 'home');
  await changed.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/techniques/${lost.technique_id}`);
  await page.getByRole('heading', { name: `${lost.technique_id} ${lost.name}` }).waitFor();
  await page.locator('[class*="_state-mark_"]', { hasText: /partly covered|visible only|gap/ }).waitFor();
  await page.goBack();
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Close next' }) })
    .last();
  const first = card.getByRole('listitem').first();
  const way = (await first.locator('div.dim').textContent()) ?? '';
  await first.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'What closes this gap' }).getByRole('heading', { name: way }).waitFor();
  // The button beside each gap is the next step on it.
  await page.goBack();
  const byRules = card.getByRole('link', { name: /^Write rules for T/ }).first();
  const technique = (await byRules.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  await byRules.click();
  await page.getByText(`The rules are written for the gap ${technique}`).waitFor();
  expect(await page.getByLabel('Generate from').inputValue()).toBe(technique);
});

test('a limit is told on the first page once it is near, and not before', async () => {
  const person = await newPerson();
  const page = await openPage();
  await page.route(
    ({ pathname }) => pathname === '/v1/me',
    async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.data.usage.generationsToday = body.data.limits.generationsPerDay - 1;
      await route.fulfill({ response, json: body });
    },
  );
  await signIn(page, person);
  await page.getByText(/^Used: [\d,]+ of [\d,]+ of the reports of today\. Plan and limits$/).waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByText('No rule waits for a decision.').waitFor();
  expect(await page.getByText(/^Used: /).count()).toBe(0);
});

test('rules that wait for a decision are listed with how many there are, and lead to those', async () => {
  const person = await newPerson();
  const api = await asPerson(person);
  const { rules } = await api('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const page = await openPage();
  await signIn(page, person);
  await page.getByRole('link', { name: `All ${rules.length} drafts` }).click();
  await page.waitForURL('**/rules?state=draft');
  await page.getByRole('table').getByRole('link', { name: rules[0].title }).first().waitFor();
  expect(await page.getByRole('table').getByRole('row').count()).toBe(rules.length + 1);
});

const process = (title: string, image: string): string => `title: ${title}
status: test
level: high
logsource: {product: windows, category: process_creation}
detection: {selection: {Image|endswith: '${image}'}, condition: selection}
`;

test('noisy rules that came since the last visit are told with how noisy they are, and neither quiet nor earlier ones', async () => {
  const person = await newPerson();
  const api = await asPerson(person);
  const make = (title: string, image: string) =>
    api('POST', '/v1/generate', { inputType: 'sigma', yaml: process(title, image) });
  await make('Noisy before', '\\svchost.exe');
  const page = await openPage();
  await signIn(page, person);
  await page.getByRole('heading', { name: 'Last reports' }).waitFor();
  // The visit before this one ends now, as far as this browser remembers.
  await page.evaluate(
    (visit) => {
      const { localStorage: stored } = globalThis as unknown as { localStorage: Record<string, string> };
      for (const key of Object.keys(stored)) if (key.startsWith('tripline.visit.')) stored[key] = JSON.stringify(visit);
    },
    { before: Date.now(), last: Date.now() },
  );
  await make('Noisy since', '\\svchost.exe');
  await make('Quiet since', '\\nobody-has-this.exe');
  await page.reload();
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Newly noisy rules' }) });
  const rows = card.getByRole('listitem');
  await rows
    .filter({ hasText: 'Noisy since' })
    .getByText(/^[1-9]\d* of \d+ recordings$/)
    .waitFor();
  expect(await rows.count()).toBe(1);
  await look(page, 'home-noisy');
});
