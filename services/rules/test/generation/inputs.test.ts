import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { deflateRawSync } from 'node:zlib';
import { eventually, serverSentEvents } from '@tripline/stack';
import { strToU8, zipSync } from 'fflate';
import {
  createGenerationHarness,
  type GenerationHarness,
  type PageServer,
  servePages,
} from '../support/generation-harness.js';
import { bearer, createKey } from '../support/harness.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

const PAGE = `<!doctype html><html><head><title>Brass Lantern</title></head><body><nav><a href="/">Home</a></nav>
<article><h1>Brass Lantern</h1><p>The operators deleted the shadow copies:</p>
<pre><code>vssadmin.exe delete shadows /all /quiet</code></pre>
<p>With stolen keys they called <code>CreateUser</code> and <code>AttachUserPolicy</code>, then <code>StopLogging</code>.</p></article></body></html>`;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const waiting: ServerResponse[] = [];
let app: GenerationHarness;
let pages: PageServer;
beforeAll(async () => {
  pages = await servePages((req, res) => {
    const path = req.url ?? '';
    if (path === '/advisory') res.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    else if (path.startsWith('/advisory?')) res.setHeader('content-type', 'text/html').end(PAGE);
    else if (path === '/image') res.setHeader('content-type', 'image/png').end(PNG);
    else if (path === '/never') waiting.push(res);
    else if (path === '/moved') res.writeHead(302, { location: '/advisory' }).end();
    else if (path === '/inward') res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else res.writeHead(500).end();
  });
  app = await createGenerationHarness({ FETCH_ALLOW_HOSTS: pages.host });
});
afterAll(async () => {
  await app.close();
  await pages.close();
});

/** The day's generations of the caller. Engine seconds are left out: every kind of work may use some. */
async function generationsUsed() {
  const { body } = await app.instance.http.get('/v1/me').set(bearer(app.user.jwt)).expect(200);
  const { generationsToday, generationsTodayAllCredentials } = body.data.usage;
  return { generationsToday, generationsTodayAllCredentials };
}

const post = (body: object) => app.instance.http.post('/v1/generate').set(bearer(app.key)).send(body);
const upload = () => app.instance.http.post('/v1/generate').set(bearer(app.key));

describe('inputType url', () => {
  test('fetches the page and says where it was', async () => {
    const { body } = await post({ inputType: 'url', url: `${pages.url}/moved` }).expect(200);
    expect(body.data.source).toMatchObject({
      inputType: 'url',
      url: `${pages.url}/moved`,
      finalUrl: `${pages.url}/advisory`,
      title: 'Brass Lantern',
      contentType: 'text/html; charset=utf-8',
    });
    expect(body.data.rules.length).toBeGreaterThan(0);
  });

  test.each([
    ['an error status', '/missing', 502, 'AdvisoryUnreachable'],
    ['an image', '/image', 422, 'UnprocessableAdvisory'],
    ['a redirect that turns inward', '/inward', 502, 'AdvisoryUnreachable'],
  ])('answers %s with its own status', async (_what, path, status, code) => {
    const { body } = await post({ inputType: 'url', url: `${pages.url}${path}` }).expect(status);
    expect(body.error.code).toBe(code);
  });

  test.each([
    'ftp://example.org/a',
    'file:///etc/passwd',
    'http://user:secret@example.org/',
    'http://127.0.0.1/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fe80::1]/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://example.org:22/',
    'not a url',
  ])('refuses %s with 400', async (url) => {
    const { body } = await post({ inputType: 'url', url }).expect(400);
    expect(body.error.code).toBe('BadRequest');
  });

  test('does not count a generation whose advisory cannot be fetched', async () => {
    const before = await generationsUsed();
    await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.user.jwt))
      .send({ inputType: 'url', url: `${pages.url}/missing` })
      .expect(502);
    expect(await generationsUsed()).toEqual(before);
    await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.user.jwt))
      .send({ inputType: 'text', text: ADVISORY })
      .expect(200);
    expect((await generationsUsed()).generationsToday).toBe(before.generationsToday + 1);
  });

  test('says in the stream what went wrong, in the shape of errors', async () => {
    const answer = await post({ inputType: 'url', url: `${pages.url}/missing` })
      .set('Accept', 'text/event-stream')
      .expect(200);
    const last = serverSentEvents(answer.text).at(-1);
    expect(last?.event).toBe('error');
    expect(last?.data).toMatchObject({ success: false, error: { code: 'AdvisoryUnreachable' } });
  });

  test('ends a stream whose credential was revoked within 30 s, and stops the work', async () => {
    const { key, prefix } = await createKey(app.instance, app.user);
    const checks: (() => void)[] = [];
    const { setInterval: real } = globalThis;
    globalThis.setInterval = ((work: () => void, ms?: number) => {
      if (ms === 30_000) checks.push(work);
      return real(work, ms);
    }) as typeof setInterval;
    try {
      const answer = app.instance.http
        .post('/v1/generate')
        .set(bearer(key))
        .set('Accept', 'text/event-stream')
        .send({ inputType: 'url', url: `${pages.url}/never` })
        .then(({ text }) => serverSentEvents(text).at(-1));
      await eventually(async () => waiting.length === 1 && checks.length === 1);
      const cut = once(waiting[0] as ServerResponse, 'close');
      checks[0]?.();
      await app.instance.http.delete(`/v1/api-keys/${prefix}`).set(bearer(app.user.jwt)).expect(200);
      checks[0]?.();
      expect(await answer).toMatchObject({ event: 'error', data: { error: { code: 'Unauthorized' } } });
      await cut;
    } finally {
      globalThis.setInterval = real;
    }
  });
});

describe('characters that Postgres cannot store', () => {
  test('in titles and addresses are replaced, alike in the answer and in what is stored', async () => {
    const inputs = [
      { inputType: 'text', title: 'a\0b\ud800', text: ADVISORY },
      { inputType: 'url', url: `${pages.url}/advisory?a\0b\udfff` },
      { inputType: 'sigma', yaml: BROUGHT_RULE.replace(/^title: .*$/m, 'title: "a\\0b"') },
    ];
    for (const input of inputs) {
      const { body } = await post(input).expect(200);
      expect(JSON.stringify(body.data.source)).toContain('a\uFFFDb');
      const stored = await app.instance.http.get(`/v1/generations/${body.data.id}`).set(bearer(app.key)).expect(200);
      expect(stored.body.data.source).toEqual(body.data.source);
      expect(stored.body.data.rules).toEqual(body.data.rules);
    }
  });
});

describe('a file', () => {
  test.each([
    [
      'a.docx',
      zipSync({
        'word/document.xml': strToU8(
          '<w:document><w:body><w:p><w:r><w:t>They ran this:</w:t></w:r></w:p><w:p><w:r><w:t>vssadmin.exe delete shadows /all /quiet</w:t></w:r></w:p></w:body></w:document>',
        ),
      }),
    ],
    ['a.rtf', '{\\rtf1 They ran this:\\par vssadmin.exe delete shadows /all /quiet\\par}'],
    [
      'a.eml',
      'From: a@b.example\nSubject: Crane\nMIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\nThey ran this:\n\nvssadmin.exe delete sha=\ndows /all /quiet\n',
    ],
    ['a.csv', 'type,value\ncommand-line,vssadmin.exe delete shadows /all /quiet\n'],
    ['a.yml', BROUGHT_RULE],
    [
      'a.ioc',
      '<ioc xmlns="x"><definition><IndicatorItem condition="is"><Context search="ProcessItem/arguments"/><Content>vssadmin.exe delete shadows /all /quiet</Content></IndicatorItem></definition></ioc>',
    ],
  ])('reads %s by its content', async (filename, content) => {
    const { body } = await upload()
      .attach('file', Buffer.from(content), { filename, contentType: 'application/octet-stream' })
      .expect(200);
    expect(body.data.rules.length).toBeGreaterThan(0);
    expect(body.data.reason).toBeNull();
  });

  test('is read by its content, with options beside it', async () => {
    const { body } = await upload()
      .attach('file', Buffer.from(PAGE), { filename: 'advisory.bin', contentType: 'application/octet-stream' })
      .field('options', JSON.stringify({ targetSiems: ['siem_spl'] }))
      .expect(200);
    expect(body.data.source).toMatchObject({ inputType: 'file', title: 'Brass Lantern' });
    expect(body.data.rules.length).toBeGreaterThan(0);
    for (const rule of body.data.rules) expect(Object.keys(rule.conversions)).toEqual(['siem_spl']);
  });

  test.each([
    ['an image', PNG, 'a.png'],
    ['an archive', Buffer.from('504b0304140000000800', 'hex'), 'a.zip'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'a.exe'],
    ['compressed noise', deflateRawSync(Buffer.alloc(100_000)), 'a.html'],
  ])('that is %s is refused with 422', async (_what, bytes, filename) => {
    const { body } = await upload().attach('file', bytes, { filename }).expect(422);
    expect(body.error.code).toBe('UnprocessableAdvisory');
  });

  test('over 10 MB is refused with 413', async () => {
    const { body } = await upload()
      .attach('file', Buffer.alloc(10 * 1024 * 1024 + 1, 97), { filename: 'a.txt' })
      .expect(413);
    expect(body.error.code).toBe('PayloadTooLarge');
  });

  test('that is missing is refused with 400', async () => {
    const { body } = await upload().field('options', '{}').expect(400);
    expect(body.error.details[0].path).toBe('file');
  });

  test('that breaks off, and parts without a name, are refused with 400 without affecting other requests', async () => {
    const form = (body: string) =>
      upload().set('Content-Type', 'multipart/form-data; boundary=edge').send(`--edge\r\n${body}`).expect(400);
    await form('Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nvssadmin delete sh');
    await form('Content-Disposition: form-data\r\n\r\nx\r\n--edge--\r\n');
    await form('Content-Disposition: form-data; filename="a.txt"\r\n\r\nx\r\n--edge--\r\n');
    await app.instance.http.get('/healthz').expect(200);
  });

  test('under another name, or with options that are not JSON, is refused with 400', async () => {
    await upload().attach('document', Buffer.from(PAGE), { filename: 'a.html' }).expect(400);
    await upload().attach('file', Buffer.from(PAGE), { filename: 'a.html' }).field('options', '{').expect(400);
    await upload()
      .attach('file', Buffer.from(PAGE), { filename: 'a.html' })
      .field('options', '{"speed":1}')
      .expect(400);
  });
});

describe('inputType sigma', () => {
  test('checks and converts what the caller brings, under its own id, and does not count for the day', async () => {
    const before = await generationsUsed();
    const { body } = await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.user.jwt))
      .send({ inputType: 'sigma', yaml: BROUGHT_RULE })
      .expect(200);
    expect(body.data.rules).toHaveLength(1);
    expect(body.data.rules[0]).toMatchObject({
      key: '5b7a3c0e-5d7b-4c56-9a57-0c9c6f1f7a11',
      platform: 'endpoint-sysmon',
      level: 'high',
      techniques: ['T1105'],
    });
    expect(Object.keys(body.data.rules[0].conversions)).toHaveLength(6);
    expect(await generationsUsed()).toEqual(before);
  });

  test('gives a rule without an id one from its content, the same each time', async () => {
    const yaml = BROUGHT_RULE.replace(/^id: .*\n/m, '');
    const first = await post({ inputType: 'sigma', yaml }).expect(200);
    const second = await post({ inputType: 'sigma', yaml }).expect(200);
    expect(first.body.data.rules[0].key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    expect(second.body.data.rules[0].key).toBe(first.body.data.rules[0].key);
    expect(first.body.data.rules[0].yaml).toContain(`id: ${first.body.data.rules[0].key}`);
  });

  const aliasBomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(', ')}]`),
  ].join('\n');
  test.each([
    ['broken YAML', 'title: [unclosed'],
    ['a text that is no rule', 'just words'],
    ['a YAML bomb', aliasBomb],
    ['a condition that names nothing', BROUGHT_RULE.replace('condition: selection', 'condition: selektion')],
    ['very deep nesting', `title: x\ndetection: ${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('refuses %s with 400 that says where', async (_what, yaml) => {
    const { body } = await post({ inputType: 'sigma', yaml }).expect(400);
    expect(body.error.code).toBe('BadRequest');
    expect(body.error.details.length).toBeGreaterThan(0);
    expect(body.error.details[0].path).toMatch(/^yaml/);
  });
});

describe('inputType query', () => {
  const QUERY =
    'SecurityEvent\n| where EventID == 4688 and CommandLine has "whoami"\n| where ParentProcessName !endswith @"\\agent.exe"';

  test('reads a query into a proven rule with its filter, says what differs, and does not count for the day', async () => {
    const before = await generationsUsed();
    const { body } = await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.user.jwt))
      .send({ inputType: 'query', language: 'kql', query: QUERY, title: 'Who am I' })
      .expect(200);
    expect(body.data.source).toMatchObject({ inputType: 'query', title: 'Who am I' });
    expect(body.data.rules).toHaveLength(1);
    const [rule] = body.data.rules;
    expect(rule).toMatchObject({ title: 'Who am I', platform: 'endpoint-security', status: 'experimental' });
    expect(rule.yaml).toContain('condition: selection and not filter');
    expect(Object.keys(rule.conversions)).toHaveLength(6);
    expect(rule.tests.match.length).toBeGreaterThan(0);
    expect(body.data.stats.issues).toContainEqual({
      rule: rule.key,
      code: 'widened',
      severity: 'warning',
      message: 'The query looks for whole words; the rule finds the text inside longer words too.',
      line: 2,
      column: 29,
    });
    expect(await generationsUsed()).toEqual(before);
  });

  test('the same query gives the same key, and another log source another rule', async () => {
    const ask = (body: object) => post({ inputType: 'query', language: 'lucene', query: 'some.field:value', ...body });
    const first = await ask({ logsource: { product: 'acme' } }).expect(200);
    const second = await ask({ logsource: { product: 'acme' } }).expect(200);
    const other = await ask({ logsource: { product: 'other' } }).expect(200);
    expect(second.body.data.rules[0].key).toBe(first.body.data.rules[0].key);
    expect(other.body.data.rules[0].key).not.toBe(first.body.data.rules[0].key);
  });

  test('a query that no rule can express is refused with line and column', async () => {
    const query = 'DeviceProcessEvents\n| join kind=leftanti (DeviceNetworkEvents) on DeviceId';
    const { body } = await post({ inputType: 'query', language: 'kql', query }).expect(400);
    expect(body.error.details).toEqual([
      {
        path: 'query',
        message:
          'line 2, column 3: join of kind leftanti asks for what other events do not have; a rule over single events cannot express that',
      },
    ]);
  });

  test('a language that is not read, a missing one and fields of other inputs are refused', async () => {
    await post({ inputType: 'query', query: QUERY, language: 'udm' }).expect(400);
    await post({ inputType: 'query', query: QUERY }).expect(400);
    const { body } = await post({ inputType: 'query', query: QUERY, language: 'kql', yaml: 'x' }).expect(400);
    expect(body.error.details[0].message).toContain('belongs to inputType "sigma"');
  });
});

test('a document over a budget of reading is 422 with the budget, the value and what to do', async () => {
  const bytes = Buffer.from('f'.repeat(99).concat('\n').repeat(20_100));
  const { body } = await upload().attach('file', bytes, { filename: 'long.txt' }).expect(422);
  expect(body.error.message).toMatch(
    /^The document holds 20\d{5} characters of text; at most 2000000 are read\. Send a shorter part of it/,
  );
});
