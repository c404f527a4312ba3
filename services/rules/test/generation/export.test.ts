import { strFromU8, unzipSync } from 'fflate';
import type request from 'supertest';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

let app: GenerationHarness;
let stranger: string;
let cloud: string;
let endpoint: string;
beforeAll(async () => {
  app = await createGenerationHarness();
  stranger = (await createKey(app.instance, await signedInUser(app.instance, 'pro'))).key;
  const { body } = await app.instance.http
    .post('/v1/generate')
    .set(bearer(app.key))
    .send({ inputType: 'text', text: ADVISORY });
  // A rule that correlates others has no form as an AWS detection.
  const keyOn = (platform: string) =>
    body.data.rules.find(
      (rule: { platform: string; level: string; yaml: string }) =>
        rule.platform === platform && rule.level !== 'low' && !rule.yaml.includes('\ncorrelation:'),
    ).key;
  cloud = keyOn('cloud-audit-1');
  endpoint = keyOn('endpoint-sysmon');
});
afterAll(() => app.close());

const exported = (key: string, format: string, credential = app.key) =>
  app.instance.http.get(`/v1/rules/${key}/export?format=${format}`).set(bearer(credential)).buffer(true).parse(asText);
const asText = (res: request.Response, done: (error: Error | null, body: string) => void) => {
  const stream = res as unknown as NodeJS.ReadableStream;
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  stream.on('end', () => done(null, text));
};

describe('GET /v1/rules/{key}/export', () => {
  test.each([
    ['sigma', /^title: /],
    ['savedsearches', /^\[.+\]\n(.*\n)*?search = /],
    ['sentinel-yaml', /kind: Scheduled/],
    ['kibana-ndjson', /^\{.*"rule_id"/],
    ['yaral', /^rule \w+ \{/],
  ])('gives %s as a file', async (format, form) => {
    const answer = await exported(endpoint, format).expect(200);
    expect(answer.body).toMatch(form);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?[\w.-]+"?$/);
  });

  test.each(['sentinel-arm', 'opensearch-monitor', 'eventbridge'])('gives %s as JSON', async (format) => {
    const answer = await exported(cloud, format).expect(200);
    expect(JSON.parse(answer.body)).toBeInstanceOf(Object);
  });

  test('gives a CloudWatch metric filter for a CloudTrail rule', async () => {
    const answer = await exported(cloud, 'metric-filter').expect(200);
    expect(answer.body).toMatch(/^\{ .*\$\.eventName/);
  });

  test('says with 409 why a rule about Windows cannot be an AWS detection', async () => {
    const answer = await app.instance.http
      .get(`/v1/rules/${endpoint}/export?format=eventbridge`)
      .set(bearer(app.key))
      .expect(409);
    expect(answer.body.error.code).toBe('Conflict');
    expect(answer.body.error.message).toMatch(/cloudtrail/i);
  });

  test('refuses an unknown form with 400 and a foreign rule with 404', async () => {
    await exported(endpoint, 'docx').expect(400);
    await exported(endpoint, 'sigma', stranger).expect(404);
  });
});

describe('POST /v1/rules/export', () => {
  const zip = (body: object, credential = app.key) =>
    app.instance.http
      .post('/v1/rules/export')
      .set(bearer(credential))
      .send(body)
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        const stream = res as unknown as NodeJS.ReadableStream;
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => done(null, Buffer.concat(chunks)));
      });

  test('zips many rules, a folder per form, and lists what could not be', async () => {
    const answer = await zip({ ruleKeys: [cloud, endpoint], formats: ['sigma', 'eventbridge'] }).expect(200);
    const files = unzipSync(new Uint8Array(answer.body));
    const names = Object.keys(files);
    expect(names.filter((name) => name.startsWith('sigma/'))).toHaveLength(2);
    expect(names.filter((name) => name.startsWith('eventbridge/'))).toHaveLength(1);
    expect(strFromU8(files['NOT-EXPORTED.txt']!)).toContain(endpoint);
  });

  test('holds every rule, however alike their titles and keys are', async () => {
    const start = '5f1de2ad-0000-4000-8000';
    const alike = Array.from({ length: 40 }, (_, n) => `${start}-${String(n).padStart(12, '0')}`);
    // Its title ends as the others' keys do, so that its name could be one of theirs.
    const disguised = { key: '000000aa-1111-4111-8111-111111111111', title: `Same ${start} 0000` };
    const other = { key: '5f1de2ad-2222-4222-8222-222222222222', title: 'Same' };
    const brought = [...alike.map((key) => ({ key, title: 'Same' })), disguised, other];
    const yaml = brought
      .map(({ key, title }) =>
        BROUGHT_RULE.replace(/^id: .*\n/m, '').replace(/^title: .*$/m, `title: ${title}\nid: ${key}`),
      )
      .join('---\n');
    await app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'sigma', yaml }).expect(200);
    const answer = await zip({ ruleKeys: brought.map(({ key }) => key), formats: ['sigma', 'kibana-ndjson'] }).expect(
      200,
    );
    const files = Object.entries(unzipSync(new Uint8Array(answer.body)));
    const exportedKeys = files.flatMap(([name, bytes]) =>
      name.startsWith('sigma/') ? /^id: (\S+)$/m.exec(strFromU8(bytes))![1]! : [],
    );
    expect(exportedKeys.sort()).toEqual(brought.map(({ key }) => key).sort());
    expect(files.filter(([name]) => name.startsWith('kibana-ndjson/'))).toHaveLength(brought.length);
    expect(files.map(([name]) => name)).toContain('sigma/same-5f1de2ad-2222.yml');
  });

  test('refuses a key of another owner with 404 and an empty list with 400', async () => {
    await zip({ ruleKeys: [cloud] }, stranger).expect(404);
    await zip({ ruleKeys: [] }).expect(400);
  });
});
