import { fetchDocument } from '@tripline/fetch';
import { BadRequestError } from '@tripline/service';

/** Fails the test when the fetcher asks the network for anything. */
const noResolve = (host: string): Promise<readonly string[]> => Promise.reject(new Error(`asked for ${host}`));

const REFUSED: readonly (readonly [string, string])[] = [
  ['ftp://advisories.example.com/a', 'scheme is ftp:'],
  ['file:///etc/passwd', 'scheme is file:'],
  ['gopher://advisories.example.com/', 'scheme is gopher:'],
  ['javascript:alert(1)', 'scheme is javascript:'],
  ['data:text/html,hello', 'scheme is data:'],
  ['//advisories.example.com/', 'not a valid URL'],
  ['not an address', 'not a valid URL'],
  ['', 'not a valid URL'],
  ['http://', 'not a valid URL'],
  ['http://999.1.1.1/', 'not a valid URL'],
  ['http://0x100000000/', 'not a valid URL'],
  [`https://advisories.example.com/${'a'.repeat(2048)}`, 'longer than 2048'],
  ['https://user@advisories.example.com/', 'credentials'],
  ['https://user:secret@advisories.example.com/', 'credentials'],
  ['https://advisories.example.com:secret@10.0.0.1/', 'credentials'],
  ['https://advisories.example.com:8443/', 'port 8443'],
  ['http://advisories.example.com:22/', 'port 22'],
  ['http://93.184.216.34:6379/', 'port 6379'],
  ['http://127.0.0.1/', 'not a public address'],
  ['http://127.0.0.1./', 'not a public address'],
  ['http://127.1/', 'not a public address'],
  ['http://2130706433/', 'not a public address'],
  ['http://0x7f000001/', 'not a public address'],
  ['http://0x7f.0.0.0x1/', 'not a public address'],
  ['http://0177.0.0.01/', 'not a public address'],
  ['http://017700000001/', 'not a public address'],
  ['http://%31%32%37.0.0.1/', 'not a public address'],
  ['http://①②⑦.⓪.⓪.①/', 'not a public address'],
  ['http://127。0。0。1/', 'not a public address'],
  ['http:\\\\127.0.0.1\\', 'not a public address'],
  ['http:127.0.0.1', 'not a public address'],
  [' http://127.0.0.1/ ', 'not a public address'],
  ['http://12\t7.0.0.1/', 'not a public address'],
  ['http://0/', 'not a public address'],
  ['http://0.0.0.0/', 'not a public address'],
  ['http://0.1.2.3/', 'not a public address'],
  ['http://10.1.2.3/', 'not a public address'],
  ['http://172.16.0.1/', 'not a public address'],
  ['http://172.31.255.255/', 'not a public address'],
  ['http://192.168.1.1/', 'not a public address'],
  ['http://100.64.0.1/', 'not a public address'],
  ['http://169.254.169.254/latest/meta-data/', 'not a public address'],
  ['http://169.254.170.2/v2/credentials', 'not a public address'],
  ['http://2852039166/', 'not a public address'],
  ['http://192.0.0.192/', 'not a public address'],
  ['http://192.0.2.1/', 'not a public address'],
  ['http://192.88.99.1/', 'not a public address'],
  ['http://198.18.0.1/', 'not a public address'],
  ['http://198.51.100.7/', 'not a public address'],
  ['http://203.0.113.7/', 'not a public address'],
  ['http://224.0.0.1/', 'not a public address'],
  ['http://240.0.0.1/', 'not a public address'],
  ['http://255.255.255.255/', 'not a public address'],
  ['http://[::]/', 'not a public address'],
  ['http://[::1]/', 'not a public address'],
  ['http://[0:0:0:0:0:0:0:1]/', 'not a public address'],
  ['http://[::ffff:127.0.0.1]/', 'not a public address'],
  ['http://[::ffff:7f00:1]/', 'not a public address'],
  ['http://[::ffff:93.184.216.34]/', 'not a public address'],
  ['http://[::ffff:0:127.0.0.1]/', 'not a public address'],
  ['http://[::127.0.0.1]/', 'not a public address'],
  ['http://[64:ff9b::7f00:1]/', 'not a public address'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'not a public address'],
  ['http://[64:ff9b:1::a9fe:a9fe]/', 'not a public address'],
  ['http://[2002:7f00:1::]/', 'not a public address'],
  ['http://[2002:a9fe:a9fe::1]/', 'not a public address'],
  ['http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'not a public address'],
  ['http://[2001:2::1]/', 'not a public address'],
  ['http://[2001:20::1]/', 'not a public address'],
  ['http://[2001:db8::1]/', 'not a public address'],
  ['http://[3fff::1]/', 'not a public address'],
  ['http://[100::1]/', 'not a public address'],
  ['http://[fc00::1]/', 'not a public address'],
  ['http://[fd00:ec2::254]/', 'not a public address'],
  ['http://[fe80::1]/', 'not a public address'],
  ['http://[fec0::1]/', 'not a public address'],
  ['http://[ff02::1]/', 'not a public address'],
  ['http://localhost/', 'not a public name'],
  ['http://LOCALHOST./', 'not a public name'],
  ['http://api.localhost/', 'not a public name'],
  ['http://redis/', 'not a public name'],
  ['http://metadata/', 'not a public name'],
  ['http://metadata.google.internal/', 'not a public name'],
  ['http://printer.local/', 'not a public name'],
  ['http://router.home.arpa/', 'not a public name'],
  ['http://ｌｏｃａｌｈｏｓｔ/', 'not a public name'],
  ['http://abcdefgh.onion/', 'not a public name'],
  ['http://a..b/', 'no host'],
];

describe('addresses refused before the network is asked', () => {
  test.each(REFUSED)('refuses %s with 400', async (address, reason) => {
    const attempt = fetchDocument(address, { allowHosts: [], resolve: noResolve });
    await expect(attempt).rejects.toBeInstanceOf(BadRequestError);
    await expect(attempt).rejects.toMatchObject({
      status: 400,
      code: 'BadRequest',
      message: expect.stringContaining(reason),
    });
  });

  test('an allow-list entry with a port does not open the other ports of its host', async () => {
    const attempt = fetchDocument('http://127.0.0.1:6379/', { allowHosts: ['127.0.0.1:8080'], resolve: noResolve });
    await expect(attempt).rejects.toMatchObject({ status: 400 });
  });

  test('an allow-list entry does not open hosts that merely end or begin with it', async () => {
    const allowHosts = ['localhost', '[::1]:8080', '127.0.0.1'];
    for (const address of ['http://notlocalhost/', 'http://[::2]:8080/', 'http://127.0.0.11/', 'http://[::1]:8081/']) {
      await expect(fetchDocument(address, { allowHosts, resolve: noResolve })).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('names that resolve to private addresses', () => {
  const INWARD = [
    '127.0.0.1',
    '10.0.0.8',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
    'junk',
  ];

  test.each(INWARD)('refuses a name that resolves to %s without naming it', async (address) => {
    const attempt = fetchDocument('http://advisories.example.com/a', {
      allowHosts: [],
      resolve: async () => [address],
    });
    await expect(attempt).rejects.toMatchObject({
      status: 502,
      code: 'AdvisoryUnreachable',
      message: 'advisories.example.com does not resolve to a public address.',
    });
  });

  test('refuses a name with one private address among public ones', async () => {
    const resolve = async (): Promise<readonly string[]> => ['93.184.216.34', '192.168.0.4'];
    const attempt = fetchDocument('http://advisories.example.com/a', { allowHosts: [], resolve });
    await expect(attempt).rejects.toMatchObject({ status: 502, code: 'AdvisoryUnreachable' });
  });

  test('gives a name without an address the same message, so that callers cannot probe the names of our network', async () => {
    const resolve = (): Promise<readonly string[]> =>
      Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const attempt = fetchDocument('http://advisories.example.com/a', { allowHosts: [], resolve });
    await expect(attempt).rejects.toMatchObject({
      status: 502,
      message: 'advisories.example.com does not resolve to a public address.',
    });
  });

  test('gives up on a resolver that never answers', async () => {
    const resolve = (): Promise<readonly string[]> => new Promise(() => undefined);
    const attempt = fetchDocument('http://advisories.example.com/a', {
      allowHosts: [],
      resolve,
      limits: { connectMs: 50 },
    });
    await expect(attempt).rejects.toMatchObject({ status: 502, code: 'AdvisoryUnreachable' });
  });
});
