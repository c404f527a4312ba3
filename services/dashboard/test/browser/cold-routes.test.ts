import type { Page } from 'playwright-core';
import { openPage, signIn, withBrowser } from '../support/browser.js';
import { routePatterns } from '../support/route-table.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson, newPerson, type Person, stack } from '../support/stack.js';

withBrowser();

/** An address of a route, who opens it, and what the tab's title must name. */
interface Example {
  readonly address: string;
  readonly by: Person | undefined;
  readonly names: string;
}

/** One example for each address that the page has. A route that is added without one fails the first test. */
const examples = new Map<string, Example>();
const routes = await routePatterns();

beforeAll(async () => {
  const { account, person } = await scanned();
  const own = await asPerson(person);
  const [{ id: scan }] = (await own('GET', `/accounts/${account}/scans`)).scans;
  const [detection] = (await own('GET', `/accounts/${account}/detections?page_size=1`)).detections;
  const [{ id: snapshot }] = (await own('GET', `/accounts/${account}/coverage/history`)).snapshots;
  const member = await newPerson('team');
  const team = await asPerson(member);
  await team('POST', '/v1/team', { name: 'Night shift' });
  const { id: serviceAccount } = await team('POST', '/v1/team/service-accounts', { name: 'deploy' });
  const generation = await team('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1059.001' });
  const [rule] = generation.rules;
  const { id: pipeline } = await team('POST', '/v1/pipelines', {
    name: 'Our names',
    text: 'name: Rename\ntransformations:\n  - id: t\n    type: field_name_mapping\n    mapping:\n      CommandLine: cmd_line\n',
  });
  const put = (by: Person | undefined, pattern: string, address: string, names: string) =>
    void examples.set(pattern, { address, by, names });
  for (const [pattern, names] of Object.entries({
    '/sign-in': 'Sign in',
    '/sign-in-link': 'Sign in by link',
    '/sign-up': 'Make an account',
    '/verify-email': 'Verify your address',
    '/forgot-password': 'Forgot your password',
    '/reset-password': 'Set a new password',
    '/invitation': 'Invitation',
  }))
    put(undefined, pattern, pattern, names);
  for (const [pattern, names] of Object.entries({
    '/': 'Home',
    '/generate': 'Generate rules',
    '/reports': 'Reports',
    '/convert': 'Converter',
    '/rules': 'Library',
    '/rules/bin': 'Bin',
    '/pipelines': 'Pipelines',
    '/team': 'Night shift',
    '/team/rules': 'Team rules',
    '/team/audit': 'Audit log',
    '/team/analytics': 'Analytics',
    '/team/service-accounts': 'Service accounts',
    '/settings/keys': 'API keys',
    '/settings/webhooks': 'Webhooks',
    '/settings/security': 'Security',
    '/settings/profile': 'Profile',
    '/settings/plan': 'Plan and limits',
    '/coverage': 'Cloud accounts',
    '/coverage/new': 'Add a cloud account',
    '/coverage/changes': 'What changed',
    '/siems': 'SIEMs',
    '/siems/new': 'Add a SIEM',
  }))
    put(member, pattern, pattern, names);
  put(member, '/reports/:id', `/reports/${generation.id}`, generation.source.title);
  const [ownRule] = (await own('POST', '/v1/generate', { inputType: 'technique', techniqueId: 'T1547.001' })).rules;
  for (const [by, start, { key, title }] of [
    [person, '/rules', ownRule],
    [member, '/team/rules', rule],
  ] as const) {
    put(by, `${start}/:key`, `${start}/${key}`, `Rule · ${title}`);
    put(by, `${start}/:key/edit`, `${start}/${key}/edit`, `Edit · ${title}`);
    put(by, `${start}/:key/versions`, `${start}/${key}/versions`, `Versions · ${title}`);
  }
  put(member, '/pipelines/:id', `/pipelines/${pipeline}`, 'Our names');
  put(member, '/team/service-accounts/:id', `/team/service-accounts/${serviceAccount}`, 'deploy');
  const inAccount = (path: string, names: string, address = path) =>
    put(
      person,
      `/coverage/:id${path && `/${path}`}`,
      `/coverage/${account}${address && `/${address}`}`,
      `${names} · Sample`,
    );
  for (const [path, names] of Object.entries({
    '': 'Overview',
    connect: 'Connect',
    scans: 'Scans',
    detections: 'Detections',
    changes: 'Changes',
    decisions: 'Decisions',
    settings: 'Settings',
    matrix: 'Matrix',
    gaps: 'Gaps',
    visibility: 'Visibility',
    regions: 'Regions',
    history: 'History',
    actors: 'Actors',
  }))
    inAccount(path, names);
  inAccount('diff', 'Comparison', `diff?from=${snapshot}&to=${snapshot}`);
  examples.set('/coverage/:id/scans/:scan', {
    address: `/coverage/${account}/scans/${scan}`,
    by: person,
    names: 'Scan of ',
  });
  const { id: siem } = await own('POST', '/siems', { name: 'Splunk of the SOC', kind: 'splunk' });
  put(person, '/siems/:id', `/siems/${siem}`, 'Splunk of the SOC');
  const { organization } = await own('POST', `/accounts/${account}/organization`, {});
  put(person, '/organizations/:id', `/organizations/${organization.id}`, 'Organization o-');
  inAccount('detections/:detection', detection.name, `detections/${detection.id}`);
  inAccount('techniques/:technique', 'T1556.006 Multi-Factor Authentication', 'techniques/T1556.006');
});

test('every address of the page has an example here, and every example an address', () => {
  expect([...examples.keys()].sort()).toEqual([...routes.open, ...routes.signedIn].sort());
});

test('every address is the page for a browser, also where what it names has a dot', async () => {
  for (const pattern of [...routes.open, ...routes.signedIn]) {
    const address = pattern.replaceAll(/:\w+/g, 'T1556.006');
    const answer = await fetch(`${stack.dashboardUrl}${address}`, { headers: { accept: 'text/html' } });
    expect([address, answer.status, answer.headers.get('content-type')]).toEqual([
      address,
      200,
      'text/html;charset=utf-8',
    ]);
  }
});

test('every page opens cold, under a title of its own that names it', async () => {
  const titles = new Map<string, string>();
  const pages = new Map<Person | undefined, Page>();
  for (const [pattern, { address, by, names }] of examples) {
    const page = pages.get(by) ?? (await openPage());
    if (!pages.has(by) && by !== undefined) await signIn(page, by, '/settings/profile');
    pages.set(by, page);
    const answer = await page.goto(address);
    expect([pattern, answer?.status(), answer?.headers()['content-type']]).toEqual([
      pattern,
      200,
      'text/html;charset=utf-8',
    ]);
    await page.waitForFunction((part: string) => {
      const { document } = globalThis as unknown as { document: { title: string } };
      return document.title.includes(part);
    }, names);
    const heading = await page.getByRole('heading', { level: 1 }).first().textContent();
    expect([pattern, heading]).not.toEqual([pattern, expect.stringMatching(/^(Not found|This page has failed)/)]);
    titles.set(pattern, await page.title());
  }
  const seen = [...titles].filter(([pattern, title]) =>
    [...titles].some(([other, same]) => other !== pattern && same === title),
  );
  expect(seen).toEqual([]);
});
