import type { Page } from 'playwright-core';
import { expectComplaint, openPage, signIn, withBrowser } from '../support/browser.js';
import { EXCLUDED, layoutFaults } from '../support/layout.js';
import { declareMore, scanned } from '../support/scanned-account.js';
import {
  asPerson,
  makeDetections,
  makeReport,
  makeRules,
  newPerson,
  type Person,
  sendExport,
} from '../support/stack.js';

withBrowser();

/** `npm run test:layout` looks at everything; CI at the sample data in three widths. */
const IS_FULL = process.env['LAYOUT'] === 'full';
const WIDTHS = IS_FULL ? [390, 704, 1280, 1440, 1920] : [390, 704, 1280];
const THEMES = IS_FULL ? (['light', 'dark'] as const) : (['light'] as const);
const ADVISORY =
  'The actor ran vssadmin.exe delete shadows /all /quiet on every server. Then they ran wevtutil.exe cl Security on the domain controller.';
const LONG = `${'Unbreakablelongwordofatitle'.repeat(4)} ${'a title that goes on and on '.repeat(7)}`.slice(0, 300);
const HOSTILE = [
  LONG,
  'هجوم على خادم البريد من مجموعة معروفة',
  '🦊🔥 rule 👩‍👩‍👧‍👦 with emoji 🏴‍☠️',
  '<script>alert(1)</script>',
];

/** Pages that somebody without an account of a cloud sees too. */
const PAGES = [
  ...['/', '/generate', '/reports', '/rules', '/rules/bin', '/convert', '/pipelines', '/pipelines/new', '/coverage'],
  ...[
    '/coverage/new',
    '/coverage/changes',
    '/team',
    '/team/rules',
    '/team/audit',
    '/team/analytics',
    '/team/service-accounts',
  ],
  ...['/settings/keys', '/settings/webhooks', '/settings/security', '/settings/profile', '/settings/plan'],
  ...['/siems', '/siems/new', '/nothing/here'],
];
/** Pages before somebody signs in. */
const OPEN_PAGES = [
  ...['/sign-in', '/sign-in-link', '/sign-up', '/verify-email', '/forgot-password', '/reset-password', '/invitation'],
];
const PARTS = [
  ...[
    '',
    '/matrix',
    '/matrix?size=tiles&sub=all',
    '/matrix?technique=T1078',
    '/gaps',
    '/detections',
    '/visibility',
    '/regions',
    '/scans',
    '/history',
  ],
  ...['/changes', '/connect', '/actors', '/decisions', '/settings', '/techniques/T1078'],
];

test('what may lie over something else is a list of at most ten, each with a reason', () => {
  expect(EXCLUDED.length).toBeLessThanOrEqual(10);
  expect(EXCLUDED.filter(({ because }) => because.length < 10)).toEqual([]);
});

/** The faults of pages, by address, width and theme. */
async function faultsOf(page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    await page.goto(address);
    // What is loading has another layout than what comes.
    // Behind a panel the page is there, and hidden from whoever asks by roles.
    await page.locator('h1').first().waitFor();
    await page.waitForFunction(() => globalThis.document.querySelector('[class*="_loading_"]') === null);
    for (const colorScheme of THEMES)
      for (const width of WIDTHS) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        const faults = await layoutFaults(page);
        if (faults.length > 0) found[`${address} at ${width} in ${colorScheme}`] = faults;
      }
  }
  return found;
}

/** Gives a SIEM two rules: one by that title that can fire, and one that is switched off. */
async function importRules(person: Person, siem: string, title: string): Promise<void> {
  const name = title.replaceAll(/[[\]]/g, '');
  const search = `enableSched = 1\nalert.track = 1\ncron_schedule = */5 * * * *\nsearch = sourcetype=aws:cloudtrail eventName=`;
  const text = `[${name}]\n${search}StopLogging\n[Keys of a user]\ndisabled = 1\n${search}CreateAccessKey\n`;
  await sendExport(person, siem, 'savedsearches.conf', text);
}

/** A page of somebody who has the sample account, a team, a report and a rule by that title. */
async function withSample(title: string): Promise<{ person: Person; addresses: string[] }> {
  const { account, person, scan } = await scanned();
  const api = await asPerson(person);
  // The account feeds it, and is nobody's but theirs.
  const { id: siem } = await api('POST', '/siems', {
    name: title.slice(0, 100),
    kind: 'splunk',
    account_ids: [account],
  });
  await importRules(person, siem, title);
  await api('POST', '/v1/team', { name: title.slice(0, 60) });
  const { id, rules } = await api('POST', '/v1/generate', { inputType: 'text', text: ADVISORY });
  await api('PATCH', `/v1/generations/${id}`, { title });
  const { detections } = await api('GET', `/accounts/${account}/detections?page_size=1`);
  const [{ key }] = rules;
  const { organization } = await api('POST', `/accounts/${account}/organization`, {});
  const before = await declareMore(person, account);
  const { gaps } = await api('GET', `/accounts/${account}/coverage/gaps?limit=1`);
  const { snapshots } = await api('GET', `/accounts/${account}/coverage/history?limit=1`);
  const machine = await api('POST', '/v1/team/service-accounts', { name: 'deploy' });
  await api('POST', '/v1/team/invite', { email: 'somebody@people.test' });
  return {
    person,
    addresses: [
      ...PAGES,
      ...[`/organizations/${organization.id}`, `/rules?owner=team&preview=/team/rules/${key}`, `/siems/${siem}`],
      `/team/service-accounts/${machine.id}`,
      ...[`/reports/${id}`, ...['', '/edit', '/versions'].map((rest) => `/team/rules/${key}${rest}`)],
      ...[
        ...[...PARTS, `/scans/${scan}`, `/detections/${detections[0].id}`],
        ...[`/gaps?gap=${gaps[0].technique_id}`, `/matrix?sub=all&compare=${before}`],
        ...[`/matrix?sub=all&size=tiles&compare=${before}`, `/diff?from=${before}&to=${snapshots[0].id}`],
      ].map((part) => `/coverage/${account}${part}`),
    ],
  };
}

test('before somebody signs in, nothing lies over anything, nor sticks out of its box', async () => {
  // A link that is not whole is told so.
  expectComplaint(/40[0-9]/);
  expect(await faultsOf(await openPage(), OPEN_PAGES)).toEqual({});
});

test('with the sample data no two words or controls lie over each other, and nothing sticks out of its box', async () => {
  const { addresses, person } = await withSample('A sample advisory');
  const page = await openPage();
  await signIn(page, person);
  expect(await faultsOf(page, addresses)).toEqual({});
});

// A test that is only skipped counts as failed in CI.
if (IS_FULL) {
  test('the same holds for somebody who has nothing yet', async () => {
    // The tier has no cloud accounts and no team.
    expectComplaint(/40[34]/);
    const page = await openPage();
    await signIn(page, await newPerson('free'));
    expect(await faultsOf(page, PAGES)).toEqual({});
  });

  test.each(HOSTILE)('the same holds for titles such as %s', async (title) => {
    const { addresses, person } = await withSample(title);
    await makeRules(person, [title]);
    const page = await openPage();
    await signIn(page, person);
    expect(await faultsOf(page, addresses)).toEqual({});
  });

  test('the same holds for 10,000 rules, and a report of 200', async () => {
    const person = await newPerson('enterprise');
    await makeRules(
      person,
      Array.from({ length: 10_000 }, (_, index) => `Rule ${index}`),
    );
    const report = await makeReport(person, 200, 'A long report');
    const page = await openPage();
    await signIn(page, person);
    expect(await faultsOf(page, ['/', '/rules', '/reports', `/reports/${report}`])).toEqual({});
  });

  test('the same holds for 2,000 detections', async () => {
    const { account, person } = await scanned();
    await makeDetections(account, 2000);
    const page = await openPage();
    await signIn(page, person);
    expect(
      await faultsOf(
        page,
        ['', '/detections', '/visibility', '/regions'].map((part) => `/coverage/${account}${part}`),
      ),
    ).toEqual({});
  });
}
