import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { fetchDocument } from '@tripline/fetch';
import { startTestProxy, type TestProxy, testTls } from '@tripline/stack';

const SCRIPT = fileURLToPath(new URL('support/fetch-document.mjs', import.meta.url));
const NAME = 'advisories.example.com';
/** Public addresses. The test's proxy connects tunnels for them to servers on this machine. */
const [ADDRESS, OTHER] = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];
const run = promisify(execFile);

/** What the servers received: TLS server name, path and Host header. */
const seen: string[] = [];
const answer: RequestListener = (req, res) => {
  seen.push(`${req.url} ${req.headers.host}`);
  if (req.url === '/inward') res.writeHead(302, { location: 'http://inner.example.com/' }).end();
  else res.setHeader('content-type', 'text/plain').end('the document');
};
const plain = createServer(answer);
const secure = createTlsServer({ cert: readFileSync(testTls.certificate), key: readFileSync(testTls.key) }, answer);
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const before = { ...process.env };
let proxy: TestProxy;
const leads = (target: string): number => portOf(target.endsWith(':443') ? secure : plain);

beforeAll(async () => {
  secure.on('secureConnection', (socket) => seen.push(`TLS ${(socket as { servername?: string }).servername}`));
  for (const server of [plain, secure]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
beforeEach(async () => {
  seen.length = 0;
  proxy = await startTestProxy(leads);
  process.env['HTTP_PROXY'] = process.env['https_proxy'] = proxy.url;
});
afterEach(async () => {
  process.env = { ...before };
  await proxy.close();
});
afterAll(() => {
  for (const server of [plain, secure]) server.close();
});

/** Fetches from a name that resolves to the given addresses. */
const fetched = async (path = '/a', addresses: readonly string[] = [ADDRESS], connectMs = 10_000) =>
  fetchDocument(`http://${NAME}${path}`, {
    allowHosts: [],
    resolve: async (host) => (host === NAME ? addresses : ['10.0.0.1']),
    limits: { connectMs },
  });
/** The same over https in a separate process. */
async function fetchedApart(
  env: NodeJS.ProcessEnv,
  name = NAME,
): Promise<{ text?: string; message?: string; all?: string }> {
  const settings = { PATH: process.env['PATH'], HTTPS_PROXY: proxy.url, ...env };
  return JSON.parse((await run(process.execPath, [SCRIPT, `https://${name}/a`, ADDRESS], { env: settings })).stdout);
}

test('the proxy is asked for a tunnel to the checked address, in which TLS is made for the name', async () => {
  expect(await fetchedApart({ NODE_EXTRA_CA_CERTS: testTls.authority })).toEqual({ text: 'the document' });
  expect(proxy.asked).toEqual([`${ADDRESS}:443`]);
  expect(seen).toEqual([`TLS ${NAME}`, `/a ${NAME}`]);
});

test('the certificate must be for the name and signed by a trusted authority', async () => {
  const trusting = { NODE_EXTRA_CA_CERTS: testTls.authority };
  const other = await fetchedApart(trusting, 'other.example.com');
  expect(other.message).toBe('other.example.com could not be reached: its TLS certificate is for another name.');
  expect((await fetchedApart({})).message).toBe(`${NAME} could not be reached: its TLS certificate is not trusted.`);
});

test('plain http goes through a tunnel to the checked address as well', async () => {
  expect(Buffer.from((await fetched()).bytes).toString()).toBe('the document');
  expect(proxy.asked).toEqual([`${ADDRESS}:80`]);
  expect(proxy.plain).toEqual([]);
  expect(seen).toEqual([`/a ${NAME}`]);
});

test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '168.63.129.16', '::ffff:10.0.0.1'])(
  'a name that resolves to %s is refused here, and the proxy is not asked',
  async (address) => {
    await expect(fetched('/a', [address])).rejects.toMatchObject({
      status: 502,
      message: `${NAME} does not resolve to a public address.`,
    });
    expect(proxy.asked).toEqual([]);
  },
);

test('a redirect to a private address is refused here, and the proxy is not asked', async () => {
  await expect(fetched('/inward')).rejects.toMatchObject({
    message: 'inner.example.com does not resolve to a public address.',
  });
  expect(proxy.asked).toEqual([`${ADDRESS}:80`]);
});

test('the next address is tried when the proxy does not reach the first', async () => {
  proxy.behave((target) => (target.startsWith('[') ? 502 : 'open'));
  await fetched('/a', [OTHER, ADDRESS]);
  expect(proxy.asked).toEqual([`[${OTHER}]:80`, `${ADDRESS}:80`]);
});

test.each([403, 407, 502, 'hang'] as const)('a proxy that answers with %s ends the fetch in time', async (conduct) => {
  proxy.behave(conduct);
  await expect(fetched('/a', [ADDRESS], conduct === 'hang' ? 300 : 10_000)).rejects.toMatchObject({
    status: 502,
    message: `${NAME} could not be reached: our outgoing proxy did not open the connection.`,
  });
  expect(seen).toEqual([]);
});

test('a proxy that cannot be reached ends the fetch', async () => {
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
  await expect(fetched()).rejects.toMatchObject({
    message: `${NAME} could not be reached: our outgoing proxy did not open the connection.`,
  });
});

test('the proxy gets the user and password of its address, and no error contains them', async () => {
  const closed = await startTestProxy(leads, 'someone:a-secret');
  process.env['HTTP_PROXY'] = closed.url;
  await fetched();
  closed.behave(403);
  const error: unknown = await fetched().catch((thrown: unknown) => thrown);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/a-secret|c29tZW9uZTph/);
  process.env['HTTP_PROXY'] = closed.url.replace('a-secret', 'wrong');
  await expect(fetched()).rejects.toMatchObject({ status: 502 });
  await closed.close();
});

test('a host that NO_PROXY names is fetched from without the proxy, at the checked address', async () => {
  process.env['NO_PROXY'] = `.internal.example,${NAME}`;
  const port = portOf(plain);
  await fetchDocument(`http://${NAME}:${port}/a`, { allowHosts: [NAME], resolve: async () => ['127.0.0.1'] });
  expect(seen).toEqual([`/a ${NAME}:${port}`]);
  expect(proxy.asked).toEqual([]);
});
