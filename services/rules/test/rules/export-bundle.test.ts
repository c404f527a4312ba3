import { execFileSync } from 'node:child_process';
import { strFromU8, unzipSync } from 'fflate';
import type request from 'supertest';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { savePipeline } from '../support/pipelines.js';

const ids = Array.from({ length: 3 }, (_, at) => `7a1de2ad-000${at}-4000-8000-00000000000${at}`);
const [SHELL, CLOUD, TWIN] = ids as [string, string, string];
const SIGMA = `title: Encoded command
id: ${SHELL}
level: high
tags: [attack.execution, attack.t1059.001]
logsource: { product: windows, category: process_creation }
detection: { s: { Image|endswith: '\\powershell.exe', CommandLine|contains: ' -enc ' }, condition: s }
---
title: User created
id: ${CLOUD}
logsource: { product: aws, service: cloudtrail }
detection: { s: { eventSource: iam.amazonaws.com, eventName: CreateUser }, condition: s }
---
title: User created
id: ${TWIN}
logsource: { product: aws, service: cloudtrail }
detection: { s: { eventSource: iam.amazonaws.com, eventName: DeleteUser }, condition: s }
`;

let app: GenerationHarness;
let stranger: string;
beforeAll(async () => {
  app = await createGenerationHarness();
  stranger = (await createKey(app.instance, await signedInUser(app.instance, 'pro'))).key;
  await app.instance.http
    .post('/v1/generate')
    .set(bearer(app.key))
    .send({ inputType: 'sigma', yaml: SIGMA })
    .expect(200);
});
afterAll(() => app.close());

const exported = (body: object, credential = app.key) =>
  app.instance.http
    .post('/v1/rules/export')
    .set(bearer(credential))
    .send({ ruleKeys: ids, bundle: true, ...body })
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      const stream = res as unknown as NodeJS.ReadableStream;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(null, Buffer.concat(chunks)));
    });
const check = (body: object, credential = app.key) =>
  app.instance.http
    .post('/v1/rules/export/check')
    .set(bearer(credential))
    .send({ ruleKeys: ids, ...body });
const messageOf = (answer: request.Response): string => JSON.parse(answer.body.toString()).error.message;

describe('POST /v1/rules/export with bundle', () => {
  test('gives a Splunk app with all rules, named by id and version, and the same bytes again', async () => {
    const answer = await exported({ format: 'savedsearches' }).expect(200).expect('content-type', 'application/gzip');
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename=tripline_rules.tgz',
      'x-exported': '3',
      'x-not-exported': '0',
    });
    const conf = execFileSync('tar', ['-xzOf', '-', 'tripline_rules/default/savedsearches.conf'], {
      input: answer.body,
      encoding: 'utf8',
    });
    expect(conf.match(/^\[.*\]$/gm)).toEqual([
      '[Encoded command]',
      `[User created (${CLOUD.slice(0, 13)})]`,
      `[User created (${TWIN.slice(0, 13)})]`,
    ]);
    for (const id of ids) expect(conf).toContain(`"detection_id":"${id}","detection_version":"`);
    expect(conf).toContain('"library_version":"1"');
    const again = await exported({ format: 'savedsearches', ruleKeys: [...ids].reverse() }).expect(200);
    expect(again.body).toEqual(answer.body);
  });

  test('says how many could not be in an artefact, and lists them in a zip', async () => {
    const template = await exported({ format: 'eventbridge' })
      .expect(200)
      .expect('content-type', /application\/json/);
    expect(template.headers).toMatchObject({ 'x-exported': '2', 'x-not-exported': '1' });
    const types = Object.values<{ Type: string }>(JSON.parse(template.body.toString()).Resources).map(
      ({ Type }) => Type,
    );
    expect(types.filter((type) => type === 'AWS::Events::Rule')).toHaveLength(2);
    const long = `${SIGMA.split('---')[0]}`
      .replace(SHELL, '7a1de2ad-1111-4000-8000-000000000001')
      .replace(
        /CommandLine.*' -enc '/,
        `CommandLine|contains: [${Array.from({ length: 900 }, (_, n) => `some longer value of number ${n}`)}]`,
      );
    await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .send({ inputType: 'sigma', yaml: long })
      .expect(200);
    const keys = [...ids, '7a1de2ad-1111-4000-8000-000000000001'];
    const zip = await exported({ format: 'sentinel-yaml', ruleKeys: keys }).expect(200);
    const files = unzipSync(new Uint8Array(zip.body));
    expect(Object.keys(files)).toHaveLength(4);
    expect(strFromU8(files['NOT-EXPORTED.txt'] as Uint8Array)).toMatch(
      /^sentinel-yaml\t7a1de2ad-1111-4000-8000-000000000001\tEncoded command\t.*10000/,
    );
  });

  test.each([
    ['sentinel-arm', 'tripline-sentinel.json', 'application/json'],
    ['kibana-ndjson', 'tripline-kibana.ndjson', 'application/x-ndjson'],
    ['opensearch-monitor', 'tripline-opensearch-monitor.zip', 'application/zip'],
    ['yaral', 'tripline-yaral.zip', 'application/zip'],
    ['sigma', 'tripline-sigma.zip', 'application/zip'],
  ])('gives %s as %s', async (format, name, mediaType) => {
    const answer = await exported({ format })
      .expect(200)
      .expect('content-type', new RegExp(`^${mediaType}`));
    expect(answer.headers['content-disposition']).toBe(`attachment; filename=${name}`);
    expect(answer.body.length).toBeGreaterThan(100);
  });

  test('uses the pipeline and the index of the call', async () => {
    const pipeline = await savePipeline(app.instance, app.key, 'my_command');
    const answer = await exported({
      format: 'kibana-ndjson',
      ruleKeys: [SHELL],
      options: { pipelines: [pipeline], index: 'mine-*' },
    }).expect(200);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      query: expect.stringContaining('my_command'),
      index: ['mine-*'],
      version: 1,
    });
  });

  test('keeps the level of a rule whose query finds more, where that is asked for, in one file and in many', async () => {
    const id = '7a1de2ad-2222-4000-8000-000000000002';
    const yaml = `title: Heron
id: ${id}
level: critical
logsource: { product: m365, service: threat_detection }
detection: { s: { Operation: Heron }, condition: s }
`;
    await app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'sigma', yaml }).expect(200);
    const severityOf = async (options: object) => {
      const answer = await exported({ format: 'kibana-ndjson', ruleKeys: [id], options }).expect(200);
      return JSON.parse(answer.body.toString()).severity;
    };
    expect([await severityOf({}), await severityOf({ keepLevel: true })]).toEqual(['high', 'critical']);
    const one = (query: string) =>
      app.instance.http.get(`/v1/rules/${id}/export?format=savedsearches${query}`).set(bearer(app.key)).expect(200);
    expect((await one('')).text).toContain('alert.severity = 4');
    expect((await one('&keepLevel=true')).text).toContain('alert.severity = 5');
  });

  test('makes findings of Enterprise Security, and monitors that tell a channel, in one file and in many', async () => {
    const options = { enterpriseSecurity: true, channel: 'soc-mail' };
    const one = (query: string) =>
      app.instance.http.get(`/v1/rules/${SHELL}/export?format=${query}`).set(bearer(app.key)).expect(200);
    expect((await one('savedsearches')).text).not.toContain('action.notable');
    expect((await one('savedsearches&enterpriseSecurity=true')).text).toContain('action.notable = 1');
    expect((await one('opensearch-monitor&channel=soc-mail')).text).toContain('"destination_id": "soc-mail"');
    const zip = await exported({ format: 'opensearch-monitor', ruleKeys: [SHELL], options }).expect(200);
    const texts = Object.values(unzipSync(new Uint8Array(zip.body))).map((bytes) => strFromU8(bytes));
    expect(texts.join('')).toContain('soc-mail');
  });

  test('answers 409 with the reason where no rule can have the form', async () => {
    const answer = await exported({ format: 'eventbridge', ruleKeys: [SHELL] }).expect(409);
    expect(messageOf(answer)).toMatch(/cannot be|can be exported as eventbridge: only rules of product aws/);
  });

  test.each([
    [{ format: undefined }, /format and bundle go together/],
    [{ format: 'yaral', bundle: undefined }, /format and bundle go together/],
    [{ format: 'yaral', formats: ['yaral'] }, /format \(with bundle\) or formats/],
    [{ format: 'docx' }, /format/],
    [{ format: 'yaral', bundle: 'yes' }, /bundle/],
    [{ format: 'yaral', ruleKeys: [] }, /ruleKeys/],
  ])('refuses %j with 400', async (body, message) => {
    expect(messageOf(await exported(body).expect(400))).toMatch(message);
  });

  test('gives nobody the rules of another', async () => {
    await exported({ format: 'yaral' }, stranger).expect(404);
    await check({}, stranger).expect(404);
  });
});

describe('POST /v1/rules/export/check', () => {
  test('says of every form how many can have it, and why the others cannot', async () => {
    const { body } = await check({}).expect(200);
    const forms: readonly { format: string; can: number; of: number; cannot: readonly object[] }[] = body.data.formats;
    expect(forms.map(({ format, can, of }) => [format, can, of])).toEqual([
      ...[
        'sigma',
        'savedsearches',
        'splunk-terraform',
        'sentinel-yaml',
        'sentinel-arm',
        'sentinel-repository',
        'sentinel-terraform',
        'kibana-ndjson',
        'kibana-lucene',
        'kibana-terraform',
        'opensearch-monitor',
        'opensearch-sigma',
        'yaral',
        'kibana-esql',
        'logscale-search',
        'cortex-rule',
      ].map((format) => [format, 3, 3]),
      ['eventbridge', 2, 3],
      ['metric-filter', 2, 3],
    ]);
    expect(forms.at(-1)?.cannot).toEqual([
      { ruleKey: SHELL, title: 'Encoded command', message: expect.stringMatching(/^only rules of product aws/) },
    ]);
  });

  test('asks only for the forms that are named, and says the same as the export', async () => {
    const { body } = await check({ formats: ['eventbridge'], ruleKeys: [CLOUD, SHELL] }).expect(200);
    expect(body.data.formats).toMatchObject([{ format: 'eventbridge', can: 1, of: 2 }]);
    const answer = await exported({ format: 'eventbridge', ruleKeys: [CLOUD, SHELL] }).expect(200);
    expect(answer.headers).toMatchObject({ 'x-exported': '1', 'x-not-exported': '1' });
    await check({ formats: ['docx'] }).expect(400);
    await check({
      ruleKeys: Array.from({ length: 501 }, (_, n) => `7a1de2ad-0000-4000-8000-${String(n).padStart(12, '0')}`),
    }).expect(400);
  });
});

describe('GET /v1/rules/{key}/export', () => {
  test('has id, version and the number in the library in it', async () => {
    const { text } = await app.instance.http
      .get(`/v1/rules/${SHELL}/export?format=savedsearches`)
      .set(bearer(app.key))
      .expect(200);
    expect(text).toMatch(
      new RegExp(`\\{"detection_id":"${SHELL}","detection_version":"[0-9a-f]{12}","library_version":"1"\\}`),
    );
  });
});
