import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { expectComplaint, openPage, signIn, withBrowser } from '../support/browser.js';
import { scanned } from '../support/scanned-account.js';
import { asPerson } from '../support/stack.js';

withBrowser();

const MOST_REQUESTS = 15;
const MOST_BYTES = 250_000;

/** What a page asked for until it rested. */
interface View {
  /** Their addresses, without the host. */
  requests: string[];
  bytes: number;
  /** Controls that look as the browser draws them by itself. */
  unstyled: string[];
}

/** Opens an address as somebody who never was there, but for the session. Typefaces are not counted; the icon, which a browser may ask for twice, counts once. */
async function openCold(page: Page, devtools: CDPSession, path: string): Promise<View> {
  // The page before asks on until the next one's document has come.
  await page.goto('about:blank');
  await devtools.send('Network.clearBrowserCache');
  const asked = new Map<string, { url: string; type: string | undefined; bytes: number; json: boolean }>();
  const onRequest = ({ request, requestId, type }: { request: { url: string }; requestId: string; type?: string }) => {
    if (/^https?:/.test(request.url)) asked.set(requestId, { url: request.url, type, bytes: 0, json: false });
  };
  const onResponse = ({
    requestId,
    response: { headers, mimeType },
  }: {
    requestId: string;
    response: { headers: Record<string, string>; mimeType: string };
  }) => {
    const one = asked.get(requestId);
    const encoded = Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
    if (one !== undefined) one.json = mimeType === 'application/json' && !encoded;
  };
  const onFinished = ({ encodedDataLength, requestId }: { encodedDataLength: number; requestId: string }) => {
    const one = asked.get(requestId);
    if (one !== undefined) one.bytes = encodedDataLength;
  };
  devtools.on('Network.requestWillBeSent', onRequest);
  devtools.on('Network.responseReceived', onResponse);
  devtools.on('Network.loadingFinished', onFinished);
  await page.goto(path, { waitUntil: 'networkidle' });
  // On a busy machine the page may rest before it has begun to ask.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('status').filter({ hasText: /…$/ }).first().waitFor({ state: 'hidden' });
  devtools.off('Network.requestWillBeSent', onRequest);
  devtools.off('Network.responseReceived', onResponse);
  devtools.off('Network.loadingFinished', onFinished);
  let bytes = 0;
  const all = [...asked].filter(([, { type }]) => type !== 'Font');
  const icons = all.filter(([, { url }]) => url.endsWith('/icon.svg'));
  const counted = all.filter((one) => !icons.slice(1).includes(one));
  for (const [requestId, one] of counted) {
    bytes += one.json ? await packed(devtools, requestId, one.bytes) : one.bytes;
  }
  const requests = counted.map(([, { url }]) => url.slice(new URL(url).origin.length));
  return { requests, bytes, unstyled: await page.evaluate<string[]>(UNSTYLED) };
}

/** What an answer takes when it is compressed, where the service sends it as it is. */
async function packed(devtools: CDPSession, requestId: string, onTheWire: number): Promise<number> {
  const answer = await devtools.send('Network.getResponseBody', { requestId }).catch(() => undefined);
  return answer === undefined ? onTheWire : Math.min(onTheWire, gzipSync(answer.body).length);
}

/** Evaluated in the page. A control without a sheet has the border that browsers draw, in relief; a native select none of ours has. */
const UNSTYLED = `[...document.querySelectorAll('button, select, textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"], [type="range"])')]
  .filter((control) => !control.closest('[aria-hidden="true"]') && control.getClientRects().length > 0)
  .filter((control) => control.localName === 'select' || /inset|outset/.test(getComputedStyle(control).borderTopStyle))
  .map((control) => control.outerHTML.slice(0, 120))`;

test('every page that is opened cold asks for little, and has its styles whichever page was there before', async () => {
  const { account, person, scan } = await scanned();
  const api = await asPerson(person);
  await api('POST', '/v1/team', { name: 'Detection engineering' });
  const { id: generation, rules } = await api('POST', '/v1/generate', {
    inputType: 'text',
    text: 'The actor ran vssadmin.exe delete shadows /all /quiet on every server. Then they ran wevtutil.exe cl Security on the domain controller.',
  });
  const machine = await api('POST', '/v1/team/service-accounts', { name: 'deploy' });
  const { detections } = await api('GET', `/accounts/${account}/detections?page_size=1`);
  const { organization } = await api('POST', `/accounts/${account}/organization`, {});
  const [key] = rules.map((rule: { key: string }) => rule.key);
  const signedOut = [
    '/sign-in',
    '/sign-in-link',
    '/sign-up',
    '/verify-email',
    '/forgot-password',
    '/reset-password',
    '/invitation',
  ];
  const pages = [
    '/',
    '/generate',
    '/reports',
    `/reports/${generation}`,
    '/convert',
    ...['', `/${key}`, `/${key}/edit`, `/${key}/versions`].map((rest) => `/rules${rest}`),
    '/pipelines',
    '/pipelines/new',
    ...['', '/rules', '/audit', '/analytics', '/service-accounts', `/service-accounts/${machine.id}`].map(
      (rest) => `/team${rest}`,
    ),
    ...['keys', 'security', 'profile', 'plan'].map((rest) => `/settings/${rest}`),
    '/coverage',
    '/coverage/new',
    '/coverage/changes',
    `/organizations/${organization.id}`,
    ...[
      ...[
        '',
        '/connect',
        '/scans',
        `/scans/${scan}`,
        '/detections',
        `/detections/${detections[0].id}`,
        '/changes',
        '/decisions',
      ],
      ...[
        '/settings',
        '/matrix',
        '/techniques/T1078',
        '/gaps',
        '/visibility',
        '/regions',
        '/history',
        '/diff',
        '/actors',
      ],
    ].map((rest) => `/coverage/${account}${rest}`),
  ];
  const views: Record<string, View> = {};
  const open = async (page: Page, paths: readonly string[]): Promise<void> => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    for (const path of paths) views[path] = await openCold(page, devtools, path);
  };
  // A link that is not whole is told so.
  expectComplaint(/40[0-9]/);
  await open(await openPage(), signedOut);
  const page = await openPage();
  await signIn(page, person);
  await open(page, pages);
  const faults = Object.entries(views).filter(
    ([, { bytes, requests, unstyled }]) => requests.length > MOST_REQUESTS || bytes > MOST_BYTES || unstyled.length > 0,
  );
  expect(Object.fromEntries(faults)).toEqual({});
});
