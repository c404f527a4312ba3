import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FetchConfig, fetchDocument, fetchSettings } from '@tripline/fetch';
import { loadConfig } from '@tripline/service';
import fc from 'fast-check';
import Joi from 'joi';

const NAME = 'advisories.example.com';
/** Fetches from a name that resolves to the given addresses. */
const leadingTo = (addresses: string | readonly string[], rules: { allow?: string[]; deny?: string[] } = {}) =>
  fetchDocument(`http://${NAME}/a`, {
    allowHosts: rules.allow ?? [],
    denyNetworks: rules.deny ?? [],
    resolve: async () => [addresses].flat(),
    limits: { connectMs: 50 },
  });
const REFUSED = { status: 502, message: `${NAME} does not resolve to a public address.` };

/** An IPv4 address in every form in which IPv6 can embed it. */
const formsOf = (ipv4: string): readonly string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  const hex = (...bytes: number[]): string => ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)).toString(16);
  return [
    `::ffff:${ipv4}`,
    `::ffff:${high}:${low}`,
    `::${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `2002:${high}:${low}::1`,
    `64:ff9b::${ipv4}`,
    `64:ff9b:1::${high}:${low}`,
    `64:ff9b:1:${high}:${hex(0, c)}:${hex(d, 0)}::`,
    `64:ff9b:1:${hex(0, a)}:${hex(0, b)}:${hex(c, d)}::`,
    `64:ff9b:1:0:${hex(0, a)}:${hex(b, c)}:${hex(d, 0)}:0`,
  ];
};

describe('metadata services of clouds', () => {
  const METADATA = [
    ...['168.63.129.16', '192.80.8.124', '100.100.100.200', '192.0.0.192', '169.254.169.254', '169.254.170.2'],
    ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fd00:a9fe:a9fe::1', 'fd00:c1::a9fe:a9fe'],
    ...['fe80::a9fe:a9fe', 'fe80::a9fe:a9fe%eth0'],
  ];

  test.each(['168.63.129.16', '192.80.8.124'])('the public address %s is refused as a private one is', async (host) => {
    await expect(fetchDocument(`http://${host}/`, { allowHosts: [] })).rejects.toMatchObject({
      status: 400,
      message: 'The url cannot be fetched: its host is not a public address.',
    });
    await expect(leadingTo(host)).rejects.toMatchObject(REFUSED);
  });

  test.each(METADATA)('a name on the allow-list does not lead to %s', async (address) => {
    await expect(leadingTo(address, { allow: [NAME] })).rejects.toMatchObject(REFUSED);
    await expect(leadingTo(['127.0.0.1', address], { allow: [NAME] })).rejects.toMatchObject(REFUSED);
  });

  test.each(formsOf('169.254.169.254'))('a name on the allow-list does not lead to %s', async (address) => {
    await expect(leadingTo(address, { allow: [NAME] })).rejects.toMatchObject(REFUSED);
  });
});

describe('FETCH_DENY_NETWORKS', () => {
  test.each([
    ['93.184.216.34', '93.184.216.0/24'],
    ['93.184.216.34', '93.184.216.34'],
    ['93.184.216.34', '0.0.0.0/0'],
    ['2606:2800:220::1', '2606:2800::/32'],
    ['2606:2800:220::1', '2606:2800:220:0:0:0:0:1'],
  ])('%s is refused where %s is denied, by itself and behind a name', async (address, network) => {
    const host = address.includes(':') ? `[${address}]` : address;
    const literal = fetchDocument(`http://${host}/`, { allowHosts: [], denyNetworks: ['198.18.0.0/15', network] });
    await expect(literal).rejects.toMatchObject({
      status: 400,
      message: 'The url cannot be fetched: its host is not a public address.',
    });
    await expect(leadingTo(address, { deny: [network] })).rejects.toMatchObject(REFUSED);
  });

  test('an address of a denied network is refused in every form that IPv6 has for it, also behind an allowed name', async () => {
    const ipv4 = fc.ipV4();
    await fc.assert(
      fc.asyncProperty(ipv4, fc.integer({ min: 1, max: 32 }), async (address, bits) => {
        for (const form of [address, ...formsOf(address)]) {
          await expect(leadingTo(form, { allow: [NAME], deny: [`${address}/${bits}`] })).rejects.toMatchObject(REFUSED);
        }
      }),
      { numRuns: 50 },
    );
  });

  describe('and FETCH_ALLOW_HOSTS', () => {
    let server: Server;
    let port: number;
    beforeAll(async () => {
      server = createServer((_req, res) => void res.setHeader('content-type', 'text/plain').end('the document'));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    });
    afterAll(() => server.close());

    test('an allowed name that leads to a denied network is refused, an allowed address is not', async () => {
      const denyNetworks = ['127.0.0.0/8'];
      const named = fetchDocument(`http://${NAME}:${port}/`, {
        allowHosts: [NAME],
        denyNetworks,
        resolve: async () => ['127.0.0.1'],
      });
      await expect(named).rejects.toMatchObject(REFUSED);
      const { bytes } = await fetchDocument(`http://127.0.0.1:${port}/`, { allowHosts: ['127.0.0.1'], denyNetworks });
      expect(Buffer.from(bytes).toString()).toBe('the document');
    });

    test('a redirect into a denied network is refused', async () => {
      const moved = createServer((_req, res) => void res.writeHead(302, { location: 'http://93.184.216.34/' }).end());
      moved.listen(0, '127.0.0.1');
      await once(moved, 'listening');
      const host = `127.0.0.1:${(moved.address() as AddressInfo).port}`;
      const attempt = fetchDocument(`http://${host}/`, { allowHosts: [host], denyNetworks: ['93.184.216.0/24'] });
      await expect(attempt).rejects.toMatchObject({
        status: 502,
        message: expect.stringContaining('redirects to one that cannot be fetched: its host is not a public address'),
      });
      moved.close();
    });
  });

  describe('as a setting', () => {
    const load = (FETCH_DENY_NETWORKS: string) =>
      loadConfig(Joi.object<FetchConfig>(fetchSettings), { FETCH_DENY_NETWORKS }).FETCH_DENY_NETWORKS;

    test('is a list of addresses and networks of both families; unset, it is empty', () => {
      expect(load(' 10.0.0.0/8,2001:db8::/32 , 192.0.2.7')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
      expect(loadConfig(Joi.object<FetchConfig>(fetchSettings), {}).FETCH_DENY_NETWORKS).toEqual([]);
    });

    test.each([
      '10.0.0.0/33',
      '2001:db8::/129',
      '10.0/8',
      '010.0.0.1',
      'fe80::1%eth0',
      'intranet.example',
      '::ffff:10.0.0.0/104',
    ])('holding %s is refused at start, with what is meant', (broken) => {
      expect(() => load(`192.0.2.0/24, ${broken}`)).toThrow(
        `FETCH_DENY_NETWORKS holds "${broken}", which is not an address or network; write them as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, with commas between`,
      );
    });
  });
});
