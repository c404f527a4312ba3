import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { createOutgoingAgents, outgoingFetch, readTextWithin } from '@tripline/service';
import { startTestProxy, type TestProxy } from '@tripline/stack';

const CREDENTIALS = 'someone:a-secret';
const server = createServer((req, res) => void res.end(`${req.headers.host}${req.url}`));
const before = { ...process.env };
let port: number;
let proxy: TestProxy;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(async () => {
  proxy = await startTestProxy(() => port, CREDENTIALS);
});
afterEach(async () => {
  process.env = { ...before };
  await proxy.close();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The two ways for outgoing calls: the one for our own, and the one passed to the AWS SDK. */
const WAYS: readonly (readonly [string, (address: string, signal?: AbortSignal) => Promise<string>])[] = [
  [
    'fetch',
    async (address, signal) => {
      const answer = await outgoingFetch(address, signal === undefined ? {} : { signal });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return answer.text();
    },
  ],
  [
    'the agent',
    async (address, signal) => {
      const { httpAgent: agent } = createOutgoingAgents();
      try {
        const call = request(address, { agent, ...(signal === undefined ? {} : { signal }) });
        call.end();
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
        return await text(answer);
      } finally {
        agent.destroy();
      }
    },
  ],
];

describe.each(WAYS)('a call by %s', (_way, call) => {
  test.each(['HTTP_PROXY', 'http_proxy'])('goes through a tunnel of the proxy that %s names', async (name) => {
    process.env[name] = proxy.url;
    expect(await call('http://api.example.com/a?b=c')).toBe('api.example.com/a?b=c');
    expect(proxy.asked).toEqual(['api.example.com:80']);
    expect(proxy.plain).toEqual([]);
  });

  test.each(['api.example.com', '.example.com', 'api.example.com:80', '*'])(
    'goes straight to what NO_PROXY=%s names',
    async (names) => {
      process.env['HTTP_PROXY'] = proxy.url;
      process.env['no_proxy'] = names;
      // This name does not resolve here, so a direct connection fails.
      await expect(call('http://api.example.com/')).rejects.toThrow();
      expect(proxy.asked).toEqual([]);
    },
  );

  test('goes straight to what is on this machine', async () => {
    process.env['HTTP_PROXY'] = proxy.url;
    expect(await call(`http://127.0.0.1:${port}/a`)).toBe(`127.0.0.1:${port}/a`);
    expect(await call(`http://localhost:${port}/a`)).toBe(`localhost:${port}/a`);
    expect(proxy.asked).toEqual([]);
  });

  test.each([403, 407, 502])(
    'fails when the proxy answers with %d, and no error names its password',
    async (status) => {
      process.env['HTTP_PROXY'] = proxy.url;
      proxy.behave(status);
      const error: unknown = await call('http://api.example.com/').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 9 })).not.toMatch(/a-secret|c29tZW9uZTph/);
    },
  );

  test('fails when the setting is no address, without repeating it', async () => {
    process.env['HTTP_PROXY'] = 'http://someone:a-secret@';
    const error: unknown = await call('http://api.example.com/').catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 9 })).toContain('the proxy set for http: is not a valid address');
    expect(inspect(error, { depth: 9 })).not.toContain('a-secret');
  });
});

test('a call by fetch ends with its signal while the proxy says nothing', async () => {
  process.env['HTTP_PROXY'] = proxy.url;
  proxy.behave('hang');
  const call = outgoingFetch('http://api.example.com/', { signal: AbortSignal.timeout(200) });
  await expect(call).rejects.toThrow(/timeout/);
});

test('a call by the agent ends after five seconds while the proxy says nothing', async () => {
  process.env['HTTP_PROXY'] = proxy.url;
  proxy.behave('hang');
  const call = request('http://api.example.com/', { agent: createOutgoingAgents().httpAgent }).end();
  const [error] = await once(call, 'error');
  expect(error).toMatchObject({ code: 'ERR_TUNNEL', message: 'the outgoing proxy did not answer' });
});

test('an answer is read up to a size and no further', async () => {
  const answer = () => outgoingFetch(`http://127.0.0.1:${port}/${'a'.repeat(1_000)}`);
  expect(await readTextWithin(await answer(), 2_000)).toHaveLength(1_001 + `127.0.0.1:${port}`.length);
  await expect(readTextWithin(await answer(), 500)).rejects.toThrow('the answer is larger than 500 bytes');
});
