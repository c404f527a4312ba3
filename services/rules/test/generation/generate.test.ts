import { DEFAULT_TARGET_IDS, PLATFORM_IDS } from '@tripline/sigma';
import { serverSentEvents } from '@tripline/stack';
import { awsGaps, expectRulesFor, gapBodies } from '../support/gap-bodies.js';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer } from '../support/harness.js';
import { ADVISORY, NOTHING_TO_DETECT } from '../support/sample-advisory.js';

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
});
afterAll(() => app.close());

const generate = (body: object, credential = app.key) =>
  app.instance.http.post('/v1/generate').set(bearer(credential)).send(body);
const textBody = (options?: object) => ({
  inputType: 'text',
  text: ADVISORY,
  ...(options === undefined ? {} : { options }),
});

describe('POST /v1/generate with the body of a gap', () => {
  // The gaps of one set of platforms differ in their technique alone; gap-bodies.long.test.ts asks for every one.
  const bodies = [...new Map(gapBodies().map((body) => [body.options.targetProviders.join(), body])).values()];

  test.each(bodies)('gives rules of medium level or higher, tagged with its technique: $techniqueId', async (gap) => {
    expectRulesFor(gap, (await generate(gap).expect(200)).body.data.rules);
  });

  test('is given for every gap, or a reason that says what to do instead', () => {
    expect(gapBodies().length).toBeGreaterThanOrEqual(65);
    for (const { id, generation } of awsGaps()) {
      if (generation.platforms === null)
        expect([id, generation.reason]).toEqual([id, expect.stringMatching(/^[A-Z].{60,}\.$/)]);
    }
  });
});

describe('POST /v1/generate with a text', () => {
  test('gives rules on the platforms the advisory speaks of, each with all six conversions', async () => {
    const { body } = await generate(textBody()).expect(200);
    expect(body.success).toBe(true);
    const platforms = new Set(body.data.rules.map((rule: { platform: string }) => rule.platform));
    for (const platform of [
      'cloud-audit-1',
      'endpoint-sysmon',
      'endpoint-powershell',
      'endpoint-auditd',
      'container-audit',
    ]) {
      expect(platforms).toContain(platform);
    }
    for (const rule of body.data.rules) {
      expect(Object.keys(rule.conversions).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
      for (const query of Object.values(rule.conversions)) expect(query).not.toBe('');
      expect(rule.key).toMatch(/^[0-9a-f-]{36}$/);
      expect(rule.yaml).toContain(`id: ${rule.key}`);
      expect(rule.status).toBe('experimental');
      expect(Array.isArray(rule.similar)).toBe(true);
    }
  });

  test('lists every platform without a rule in skipped, with a reason', async () => {
    const { body } = await generate(textBody()).expect(200);
    const covered = new Set<string | null>(body.data.rules.map((rule: { platform: string | null }) => rule.platform));
    const skipped = body.data.skipped.map((entry: { platform: string }) => entry.platform);
    // A rule of a log that belongs to no platform has none.
    covered.delete(null);
    expect([...covered, ...skipped].sort()).toEqual([...PLATFORM_IDS].sort());
    for (const { reason } of body.data.skipped) expect(reason).not.toBe('');
  });

  test('answers an advisory with nothing to detect with no rules and reasons, never an invented rule', async () => {
    const { body } = await generate({ inputType: 'text', text: NOTHING_TO_DETECT }).expect(200);
    expect(body.data.rules).toEqual([]);
    expect(body.data.skipped).toHaveLength(PLATFORM_IDS.length);
  });

  test('restricts conversions to the requested backends', async () => {
    const { body } = await generate(textBody({ targetSiems: ['siem_kql', 'siem_spl'] })).expect(200);
    expect(body.data.rules.length).toBeGreaterThan(0);
    for (const rule of body.data.rules) {
      expect(Object.keys(rule.conversions).sort()).toEqual(['siem_kql', 'siem_spl']);
      expect(Object.keys(rule.notes).every((id) => ['siem_kql', 'siem_spl'].includes(id))).toBe(true);
    }
  });

  test('answers and keeps backends that come by name, beside the six that every rule is saved in', async () => {
    const { body } = await generate(textBody({ targetSiems: ['siem_esql', 'siem_spl'] })).expect(200);
    expect(body.data.rules.length).toBeGreaterThan(0);
    for (const rule of body.data.rules) {
      expect(Object.keys(rule.conversions).sort()).toEqual(['siem_esql', 'siem_spl']);
      expect(rule.conversions.siem_esql).toMatch(/^FROM /);
    }
    const again = await app.instance.http.get(`/v1/generations/${body.data.id}`).set(bearer(app.key)).expect(200);
    expect(again.body.data.rules.map((rule: { conversions: object }) => rule.conversions)).toEqual(
      body.data.rules.map((rule: { conversions: object }) => rule.conversions),
    );
    const [{ key }] = body.data.rules;
    const stored = await app.instance.http.get(`/v1/rules/${key}`).set(bearer(app.key)).expect(200);
    expect(Object.keys(stored.body.data.conversions).sort()).toEqual([...DEFAULT_TARGET_IDS, 'siem_esql'].sort());
  });

  test('restricts rules and skipped to the requested platforms', async () => {
    const { body } = await generate(textBody({ targetProviders: ['cloud-audit-1', 'waf-1'] })).expect(200);
    expect(new Set(body.data.rules.map((rule: { platform: string }) => rule.platform))).toEqual(
      new Set(['cloud-audit-1']),
    );
    expect(body.data.skipped.map((entry: { platform: string }) => entry.platform)).toEqual(['waf-1']);
  });

  test('gives at most maxRules rules, and says in skipped how many there were', async () => {
    const { body } = await generate(textBody({ maxRules: 2 })).expect(200);
    expect(body.data.rules).toHaveLength(2);
    const { skipped, stats } = body.data;
    expect(stats.drafts).toBeGreaterThan(2);
    expect(skipped).toContainEqual({ reason: `Only 2 of ${stats.drafts} drafted rules were taken.` });
    expect(Object.keys(stats)).not.toEqual(expect.arrayContaining(['caps']));
  });

  test('says the language of the document, null where it has too few sentences to tell', async () => {
    const { body } = await generate(textBody()).expect(200);
    expect(body.data.language).toBe('en');
    const { body: technique } = await generate({ inputType: 'technique', techniqueId: 'T1490' }).expect(200);
    expect(technique.data.language).toBeNull();
  });

  test('answers the same bytes for the same document and options', async () => {
    const [first, second] = [await generate(textBody()), await generate(textBody())];
    for (const part of ['rules', 'techniques', 'indicators', 'skipped']) {
      const of = (data: Record<string, unknown>) =>
        JSON.stringify(
          part === 'rules' ? (data['rules'] as object[]).map((rule) => ({ ...rule, similar: [] })) : data[part],
        );
      expect(of(second.body.data)).toBe(of(first.body.data));
    }
  });

  test('says since when a document is unchanged', async () => {
    const text = `${ADVISORY}\nA line of its own.`;
    const first = await generate({ inputType: 'text', text }).expect(200);
    expect(first.body.data.unchangedSince).toBeUndefined();
    const second = await generate({ inputType: 'text', text }).expect(200);
    expect(Date.parse(second.body.data.unchangedSince)).toBeLessThanOrEqual(Date.now());
    const third = await generate({ inputType: 'text', text }).expect(200);
    expect(third.body.data.unchangedSince).toBe(second.body.data.unchangedSince);
    const restricted = await generate({ inputType: 'text', text, options: { maxRules: 1 } }).expect(200);
    expect(restricted.body.data.unchangedSince).toBeUndefined();
  });

  test('takes a JWT as well as an API key', async () => {
    await generate(textBody({ maxRules: 1 }), app.user.jwt).expect(200);
  });

  test('streams progress and ends with the result when server-sent events are asked for', async () => {
    const answer = await generate(textBody({ maxRules: 1 }))
      .set('Accept', 'text/event-stream')
      .expect(200);
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    const events = serverSentEvents(answer.text);
    for (const step of ['read', 'evidence', 'draft', 'prove']) {
      expect(events).toContainEqual({ event: 'progress', data: expect.objectContaining({ step }) });
    }
    expect(events.at(-1)).toEqual({
      event: 'result',
      data: expect.objectContaining({
        success: true,
        data: expect.objectContaining({ rules: [expect.anything()] }),
      }),
    });
  });
});

describe('POST /v1/generate refuses', () => {
  test.each([
    [
      'an unknown backend, naming the known ones',
      textBody({ targetSiems: ['siem_sql'] }),
      /siem_sql.*siem_spl.*siem_yaral/,
    ],
    [
      'an unknown platform, naming the known ones',
      textBody({ targetProviders: ['cloud-9'] }),
      /cloud-9.*cloud-audit-1.*waf-2/,
    ],
    ['an empty list of backends', textBody({ targetSiems: [] }), /empty.*siem_spl/],
    ['an empty list of platforms', textBody({ targetProviders: [] }), /empty.*cloud-audit-1/],
    ['a confidence over 1', textBody({ minConfidence: 1.1 }), /minConfidence/],
    ['zero rules', textBody({ maxRules: 0 }), /maxRules/],
    ['url beside text', { ...textBody(), url: 'https://example.org/' }, /url belongs to inputType "url"/],
    ['neither url nor text', { inputType: 'url' }, /url is required/],
    ['a missing inputType', { text: ADVISORY }, /inputType is required/],
    ['an unknown inputType', { inputType: 'fax', text: ADVISORY }, /inputType must be one of/],
    ['an unknown field', { ...textBody(), colour: 'red' }, /colour is not a known field/],
    ['an unknown option', textBody({ speed: 'high' }), /speed is not a known field/],
    ['an empty text', { inputType: 'text', text: '' }, /text/],
  ])('%s with 400', async (_what, body, message) => {
    const answer = await generate(body).expect(400);
    expect(answer.body.success).toBe(false);
    expect(answer.body.error.code).toBe('BadRequest');
    expect(answer.body.error.details[0].message).toMatch(message);
    expect(answer.body.error.requestId).toBe(answer.headers['x-request-id']);
  });

  test('malformed JSON with 400', async () => {
    const answer = await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .set('Content-Type', 'application/json')
      .send('{"inputType":')
      .expect(400);
    expect(answer.body.error.code).toBe('BadRequest');
  });

  test('another content type with 415', async () => {
    const answer = await app.instance.http
      .post('/v1/generate')
      .set(bearer(app.key))
      .type('text/plain')
      .send(ADVISORY)
      .expect(415);
    expect(answer.body.error.code).toBe('UnsupportedMediaType');
  });

  test('a body over the limit with 413', async () => {
    const answer = await generate({ inputType: 'text', text: 'a'.repeat(11 * 1024 * 1024) }).expect(413);
    expect(answer.body.error.code).toBe('PayloadTooLarge');
  });

  test('a wrong method with 405 and Allow', async () => {
    const answer = await app.instance.http.get('/v1/generate').set(bearer(app.key)).expect(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.body.error.code).toBe('MethodNotAllowed');
  });

  test('a missing credential with 401 before it looks at the body', async () => {
    const answer = await app.instance.http.post('/v1/generate').send({ nonsense: true }).expect(401);
    expect(answer.body.error.code).toBe('Unauthorized');
  });
});
