import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import type request from 'supertest';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer } from '../support/harness.js';

const RULE_BYTES_MAX = 128 * 1024;

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
});
afterAll(() => app.close());

/** A rule of exactly so many bytes of YAML, most of them a comment; letters outside ASCII count as their bytes. */
function ruleOfBytes(
  bytes: number,
  { key = randomUUID(), title = 'A large rule', values = ['certutil'] } = {},
): string {
  const listed = values.map((value) => `            - '${value}'\n`).join('');
  const yaml = [
    `title: ${title}\nid: ${key}\nlogsource:\n    product: windows\n    category: process_creation\n`,
    `detection:\n    selection:\n        CommandLine|contains:\n${listed}    condition: selection\nlevel: high\n`,
  ].join('');
  return `${yaml}# ${padding(bytes - Buffer.byteLength(yaml) - '# \n'.length)}\n`;
}

const padding = (bytes: number): string => `${'é'.repeat(bytes >> 1)}${'x'.repeat(bytes & 1)}`;

const bring = (yaml: string) =>
  app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'sigma', yaml });
const read = (path: string) => app.instance.http.get(`/v1/rules/${path}`).set(bearer(app.key));

describe("one rule's YAML", () => {
  test('may have 128 kB, and is refused above that, brought as Sigma', async () => {
    const yaml = ruleOfBytes(RULE_BYTES_MAX);
    expect(Buffer.byteLength(yaml)).toBe(RULE_BYTES_MAX);
    const { body } = await bring(yaml).expect(200);
    expect(Buffer.byteLength(body.data.rules[0].yaml)).toBe(RULE_BYTES_MAX);
    const refused = await bring(`${ruleOfBytes(2_000)}---\n${ruleOfBytes(RULE_BYTES_MAX + 1)}`).expect(400);
    expect(refused.body.error.details).toEqual([
      {
        path: 'yaml',
        message: expect.stringMatching(/"A large rule" has 131073 bytes of YAML, and a rule may have 131072/),
      },
    ]);
  });

  test('is measured with the id that a rule without one gets', async () => {
    const withoutId = ruleOfBytes(RULE_BYTES_MAX + 20).replace(/^id: .*\n/m, '');
    expect(Buffer.byteLength(withoutId)).toBeLessThan(RULE_BYTES_MAX);
    await bring(withoutId).expect(400);
  });

  test('is bounded alike in an edit and in the rule that a query becomes', async () => {
    const key = randomUUID();
    await bring(ruleOfBytes(2_000, { key })).expect(200);
    const edit = (yaml: string) => app.instance.http.patch(`/v1/rules/${key}`).set(bearer(app.key)).send({ yaml });
    await edit(ruleOfBytes(RULE_BYTES_MAX, { key })).expect(200);
    await edit(ruleOfBytes(RULE_BYTES_MAX + 1, { key })).expect(400);
    const withoutId = ruleOfBytes(RULE_BYTES_MAX + 20, { key }).replace(/^id: .*\n/m, '');
    expect((await edit(withoutId).expect(400)).body.error.message).toMatch(/bytes of YAML/);
    const hosts = Array.from({ length: 130 }, (_, n) => `"${'h'.repeat(1_000)}${n}"`);
    const query = `DeviceProcessEvents | where FileName in (${hosts.join(', ')})`;
    const answer = await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .send({ inputType: 'query', language: 'kql', query })
      .expect(400);
    expect(answer.body.error.message).toMatch(/bytes of YAML/);
  });

  test('is bounded in the rules that the engine takes out of a document: a larger one is left out, and the answer says so', async () => {
    const published = (length: number): string =>
      [
        '# Otter Reed\n\nThe actor ran vssadmin.exe delete shadows /all /quiet on every server.\n\n## Detection\n\n```yaml',
        'title: Otter Reed Loader\nlogsource:\n    product: windows\n    category: process_creation',
        "detection:\n    selection:\n        Image|endswith: '\\reedcfg.exe'\n    condition: selection",
        // A block of code has at most 100,000 characters; of these each has two bytes.
        `falsepositives:\n${`    - ${'é'.repeat(90)}\n`.repeat(length)}level: high\n\`\`\`\n`,
      ].join('\n');
    const generate = async (text: string) => {
      const call = app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'text', text });
      const { rules, skipped } = (await call.expect(200)).body.data;
      return { titles: rules.map(({ title }: { title: string }) => title).sort(), reasons: JSON.stringify(skipped) };
    };
    const small = await generate(published(1));
    expect(small.titles).toEqual(['Otter Reed Loader', 'Shadow Copy Deletion With Vssadmin']);
    expect(small.reasons).not.toContain('bytes of YAML');
    const large = await generate(published(900));
    expect(large.titles).toEqual(['Shadow Copy Deletion With Vssadmin']);
    expect(large.reasons).toMatch(
      /The rule \\"Otter Reed Loader\\" would have \d{6} bytes of YAML, and a rule may have 131072/,
    );
  });

  test('of all rules of a text together is bounded, however often correlations repeat a rule', async () => {
    const base = ruleOfBytes(60_000).replace(/^title: .*$/m, 'title: Base\nname: base');
    const correlations = Array.from(
      { length: 100 },
      (_, n) =>
        `title: Many ${n}\nid: ${randomUUID()}\ncorrelation:\n    type: event_count\n    rules: [base]\n    group-by: [Computer]\n    timespan: 10m\n    condition:\n        gte: ${n + 2}\nlevel: high\n---\n`,
    );
    const yaml = correlations.join('') + base;
    const { body } = await bring(yaml).expect(400);
    expect(body.error.message).toMatch(/more than 2097152 bytes of YAML together/);
    const converted = await app.instance.http.post('/v1/convert').set(bearer(app.key)).send({ yaml }).expect(200);
    expect(Buffer.byteLength(JSON.stringify(converted.body))).toBeLessThan(20_000_000);
    expect(converted.body.data.rules).toHaveLength(100);
    expect(converted.body.data.rules[99].error).toMatchObject({ code: 'text_too_large' });
  });
});

describe('a rule of forty large versions', () => {
  const key = randomUUID();
  const versions = 40;
  beforeAll(async () => {
    for (let n = 1; n <= versions; n += 1) {
      await bring(ruleOfBytes(RULE_BYTES_MAX, { key, title: `Version ${n}` })).expect(200);
    }
  });

  test('is answered with the text of its newest alone', async () => {
    const { text, body } = await read(key).expect(200);
    const newest = await read(`${key}/versions/${versions}`).expect(200);
    expect(Buffer.byteLength(text)).toBeLessThan(Buffer.byteLength(newest.text) + versions * 300);
    expect(body.data.versions).toHaveLength(versions);
    expect(body.data.versions[6]).toEqual({
      version: 7,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdBy: { userId: app.user.id, email: app.user.email },
      title: 'Version 7',
    });
  });

  test('gives each of them whole by its number', async () => {
    const { body } = await read(`${key}/versions/7`).expect(200);
    expect(body.data).toMatchObject({
      ruleKey: key,
      version: 7,
      title: 'Version 7',
      level: 'high',
      platform: 'endpoint-sysmon',
    });
    expect(body.data.yaml).toContain('title: Version 7\n');
    expect(Object.keys(body.data.conversions)).toHaveLength(6);
  });
});

test('a zip of rules that are megabytes together holds them all', async () => {
  const keys = Array.from({ length: 8 }, () => randomUUID());
  const values = Array.from({ length: 60 }, (_, n) => `${'v'.repeat(2_000)}${n}`);
  for (const key of keys) await bring(ruleOfBytes(RULE_BYTES_MAX, { key, values })).expect(200);
  const answer = await app.instance.http
    .post('/v1/rules/export')
    .set(bearer(app.key))
    .send({ ruleKeys: keys })
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      const stream = res as unknown as NodeJS.ReadableStream & request.Response;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  const ids = Object.values(unzipSync(new Uint8Array(answer.body))).map(
    (bytes) => /^id: (\S+)$/m.exec(strFromU8(bytes))![1],
  );
  expect(ids.sort()).toEqual([...keys].sort());
});
