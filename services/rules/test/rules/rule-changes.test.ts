import { randomUUID } from 'node:crypto';
import { createDatabase } from '@tripline/service';
import { DEFAULT_TARGET_IDS, matchCorrelation, parseSigma } from '@tripline/sigma';
import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, type Instance, signedInUser } from '../support/harness.js';
import { ADVISORY, BROUGHT_RULE } from '../support/sample-advisory.js';

interface Rule {
  readonly key: string;
  readonly platform: string;
  readonly yaml: string;
  readonly evidence: readonly { readonly value: string }[];
  readonly attribution: { readonly who: string } | null;
}

let app: GenerationHarness;
let stranger: string;
let rules: readonly Rule[];
/** The rule about `rundll32 comsvcs.dll, MiniDump`. */
let dump: Rule;
beforeAll(async () => {
  app = await createGenerationHarness();
  stranger = (await createKey(app.instance, await signedInUser(app.instance, 'pro'))).key;
});
afterAll(() => app.close());
/** Generates rules from a text of its own each time, so that nothing else has changed them. */
async function generateRules(): Promise<void> {
  const text = `${ADVISORY}\n${randomUUID()}`;
  const { body } = await app.instance.http
    .post('/v1/generate')
    .set(bearer(app.key))
    .send({ inputType: 'text', text })
    .expect(200);
  rules = body.data.rules;
  dump = rules.find(({ yaml }) => yaml.includes('MiniDump'))!;
}

const patch = (key: string, body: object, credential = app.key, instance: Instance = app.instance) =>
  instance.http.patch(`/v1/rules/${key}`).set(bearer(credential)).send(body);
const read = async (key: string) =>
  (await app.instance.http.get(`/v1/rules/${key}`).set(bearer(app.key)).expect(200)).body.data;
const textsOf = async (key: string): Promise<string[]> => {
  const { versions } = await read(key);
  const texts = versions.map(async ({ version }: { version: number }) => {
    const { body } = await app.instance.http
      .get(`/v1/rules/${key}/versions/${version}`)
      .set(bearer(app.key))
      .expect(200);
    return body.data.yaml;
  });
  return Promise.all(texts);
};
const auditOf = (key: string) =>
  app.instance.db('auth.audit_log').where({ target_type: 'rule', target_id: key }).orderBy('id');

describe('PATCH /v1/rules/{key} with a state', () => {
  beforeEach(generateRules);

  test.each(['accepted', 'rejected', 'deployed'])(
    'makes the rule %s and nothing else of it different but when it was changed',
    async (state) => {
      const before = await read(dump.key);
      const { body } = await patch(dump.key, { state }).expect(200);
      expect(body.data).toEqual({
        ...before,
        state,
        decision: expect.objectContaining({ state, reason: null }),
        updatedAt: expect.any(String),
      });
      expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
      expect(await read(dump.key)).toEqual(body.data);
      const { body: listed } = await app.instance.http
        .get(`/v1/rules?state=${state}&limit=200`)
        .set(bearer(app.key))
        .expect(200);
      expect(listed.data.rules.map(({ ruleKey }: { ruleKey: string }) => ruleKey)).toContain(dump.key);
    },
  );

  test('records who changed it from what to what, and nothing when it was so already', async () => {
    await patch(dump.key, { state: 'accepted' }).expect(200);
    await patch(dump.key, { state: 'accepted' }).expect(200);
    await patch(dump.key, { state: 'draft' }).expect(200);
    const events = await auditOf(dump.key);
    expect(events.map(({ action, details }) => [action, details.from, details.to])).toEqual([
      ['rule.state_changed', 'draft', 'accepted'],
      ['rule.state_changed', 'accepted', 'draft'],
    ]);
    expect(events[0]).toMatchObject({ actor_id: app.user.id, actor_email: app.user.email, outcome: 'success' });
  });
});

describe('PATCH /v1/rules/{key} with an edited text', () => {
  beforeEach(generateRules);

  const edited = () => dump.yaml.replace('MiniDump', 'Mini').replace(/^title: .*$/m, 'title: An edited title');

  test('makes it the newest version, proven and converted, and keeps the old one readable', async () => {
    const { body } = await patch(dump.key, { yaml: edited() }).expect(200);
    expect(body.data).toMatchObject({ ruleKey: dump.key, title: 'An edited title', state: 'draft', yaml: edited() });
    expect(Object.keys(body.data.conversions).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
    for (const query of Object.values(body.data.conversions)) expect(query).not.toContain('MiniDump');
    expect(JSON.stringify(body.data.tests.match)).toMatch(/Mini\b/);
    expect(body.data.tests.noMatch).not.toEqual([]);
    expect(body.data.versions.map(({ version }: { version: number }) => version)).toEqual([1, 2]);
    expect(await textsOf(dump.key)).toEqual([dump.yaml, edited()]);
    expect(body.data.versions[1].createdBy).toEqual({ userId: app.user.id, email: app.user.email });
    expect(await read(dump.key)).toEqual(body.data);
  });

  test('drops the evidence of removed values and keeps the rest', async () => {
    const { body } = await patch(dump.key, { yaml: edited() }).expect(200);
    expect(dump.evidence.map(({ value }) => value)).toContain('MiniDump');
    expect(body.data.evidence).toEqual(dump.evidence.filter(({ value }) => value !== 'MiniDump'));
    expect(dump.attribution).toMatchObject({ who: 'intruder', whether: 'did' });
    expect(body.data.attribution).toEqual(dump.attribution);
  });

  test('of every generated rule keeps all its evidence when no value changes', async () => {
    for (const { key, yaml, evidence } of rules) {
      const { body } = await patch(key, { yaml: yaml.replace(/^title: .*$/m, 'title: Another title') }).expect(200);
      expect(body.data.evidence).toEqual(evidence);
    }
  });

  test('that changes nothing makes no new version and no audit event', async () => {
    const { body } = await patch(dump.key, { yaml: dump.yaml }).expect(200);
    expect(body.data.versions).toHaveLength(1);
    expect(await auditOf(dump.key)).toEqual([]);
  });

  test('may go back to an earlier version, as a new one', async () => {
    await patch(dump.key, { yaml: edited() }).expect(200);
    await patch(dump.key, { yaml: dump.yaml }).expect(200);
    expect(await textsOf(dump.key)).toEqual([dump.yaml, edited(), dump.yaml]);
  });

  test('together with a state changes both, and records both', async () => {
    const { body } = await patch(dump.key, { yaml: edited(), state: 'deployed' }).expect(200);
    expect(body.data).toMatchObject({ state: 'deployed', title: 'An edited title' });
    const events = await auditOf(dump.key);
    expect(events.map(({ action }) => action)).toEqual(['rule.edited', 'rule.state_changed']);
    expect(events[0].details).toEqual({ title: 'An edited title', owner: 'user', version: 2 });
    expect(events[1].details).toMatchObject({ owner: 'user', to: 'deployed' });
  });

  test('may leave the id out, and keeps the key', async () => {
    const { body } = await patch(dump.key, { yaml: edited().replace(/^id: .*\n/m, '') }).expect(200);
    expect(body.data.ruleKey).toBe(dump.key);
    expect(body.data.yaml).toContain(`id: ${dump.key}`);
  });

  test('may be a correlation with its rule', async () => {
    const base = dump.yaml.replace(dump.key, randomUUID()).replace(/^title: .*$/m, 'title: Base\nname: base');
    const yaml = `title: Many Dumps\nid: ${dump.key}\ncorrelation:\n    type: event_count\n    rules:\n        - base\n    group-by:\n        - Computer\n    timespan: 10m\n    condition:\n        gte: 3\nlevel: high\n---\n${base}`;
    const { body } = await patch(dump.key, { yaml }).expect(200);
    expect(body.data).toMatchObject({ title: 'Many Dumps', platform: 'endpoint-sysmon', level: 'high' });
    expect(body.data.evidence).toEqual(dump.evidence);
    const collection = parseSigma(body.data.yaml);
    const [document] = collection.documents;
    if (document?.kind !== 'correlation') throw new Error('the answer holds no correlation');
    expect(matchCorrelation(document, collection, body.data.tests.match).matched).toBe(true);
    expect(matchCorrelation(document, collection, body.data.tests.noMatch).matched).toBe(false);
  });

  test('stays the newest version when the same document is generated again', async () => {
    const text = `${ADVISORY}\n${randomUUID()}`;
    const generate = async () =>
      (await app.instance.http.post('/v1/generate').set(bearer(app.key)).send({ inputType: 'text', text }).expect(200))
        .body.data.rules;
    const [rule] = await generate();
    const yaml = rule.yaml.replace(/^title: .*$/m, 'title: My title');
    await patch(rule.key, { yaml }).expect(200);
    const { level, platform, techniques } = rule;
    const newest = { version: 2, title: 'My title', level, platform, techniques };
    expect(await generate()).toContainEqual({ ...rule, newest });
    expect(await textsOf(rule.key)).toEqual([rule.yaml, yaml]);
  });

  test('at the same time as another edit keeps both', async () => {
    const titles = ['First', 'Second', 'Third'];
    const replica = app.start({}, { threads: 2 });
    await Promise.all(
      titles.map((title) =>
        patch(dump.key, { yaml: dump.yaml.replace(/^title: .*$/m, `title: ${title}`) }, app.key, replica).expect(200),
      ),
    );
    const { versions } = await read(dump.key);
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3, 4]);
    expect(
      versions
        .slice(1)
        .map(({ title }: { title: string }) => title)
        .sort(),
    ).toEqual([...titles].sort());
  });

  test('is not kept when it cannot be recorded', async () => {
    const owner = createDatabase({
      url: app.harness.database.migrationDatabaseUrl,
      connections: 1,
      applicationName: 'test',
    });
    try {
      await owner.raw(
        "create function auth.refuse() returns trigger language plpgsql as $$ begin raise exception 'no record'; end $$",
      );
      await owner.raw(
        "create trigger refuse before insert on auth.audit_log for each row when (new.action = 'rule.state_changed') execute function auth.refuse()",
      );
      await patch(dump.key, { yaml: edited(), state: 'deployed' }).expect(500);
      await owner.raw('drop trigger refuse on auth.audit_log');
    } finally {
      await owner.destroy();
    }
    expect(await read(dump.key)).toMatchObject({ state: 'draft', versions: [{ version: 1 }] });
  });
});

describe('PATCH /v1/rules/{key} refuses', () => {
  // What is refused leaves the rules as they are for the next.
  beforeAll(generateRules);

  test.each<[string, (yaml: string) => string, RegExp]>([
    ['broken YAML', () => 'title: [unclosed', /line \d+, column \d+/],
    ['a text without a rule', () => ' ', /line 1, column 1: .*holds no rule/],
    ['an empty text', () => '', /line 1, column 1: .*empty/],
    [
      'a condition that names nothing',
      (yaml) => yaml.replace(/condition: .*/, 'condition: selektion'),
      /line \d+, column \d+: .*selektion/,
    ],
    ['an unknown modifier', (yaml) => yaml.replace('|contains', '|kontains'), /line \d+, column \d+: .*kontains/],
    ['two rules', (yaml) => `${yaml}---\n# ours\n${BROUGHT_RULE}`, /line \d+, column 1: .*exactly one rule/],
    [
      'a correlation without the rules it refers to',
      (yaml) =>
        `title: Many\nid: ${/^id: (.*)$/m.exec(yaml)?.[1]}\ncorrelation: {type: event_count, rules: [base], timespan: 5m, condition: {gte: 2}}\n`,
      /base/,
    ],
    ['another id', (yaml) => yaml.replace(/^id: .*$/m, `id: ${randomUUID()}`), /line \d+, column \d+: the id is/],
    [
      'a rule that nothing can match',
      (yaml) => yaml.replace(/condition: .*/, 'condition: selection and not selection'),
      /line \d+/,
    ],
  ])('%s with 400 that says where', async (_what, edit, message) => {
    const { body } = await patch(dump.key, { yaml: edit(dump.yaml), state: 'accepted' }).expect(400);
    expect(body.error.code).toBe('BadRequest');
    expect(body.error.details[0].path).toMatch(/^yaml/);
    expect(body.error.details[0].message).toMatch(message);
    expect(await read(dump.key)).toMatchObject({ state: 'draft', versions: [{ version: 1 }] });
  });

  test.each([
    [{}],
    [{ state: 'lost' }],
    [{ state: null }],
    [{ yaml: 7 }],
    [{ state: 'draft', title: 'no' }],
    [{ yaml: 'x'.repeat(128 * 1024 + 1) }],
    [{ yaml: 'é'.repeat(64 * 1024 + 1) }],
  ])('the body %.60j with 400', async (body) => {
    const answer = await patch(dump.key, body).expect(400);
    expect(answer.body.error.code).toBe('BadRequest');
    expect(answer.body.error.details.length).toBeGreaterThan(0);
  });

  test('a key that is not a UUID with 400', async () => {
    await patch('not-a-uuid', { state: 'draft' }).expect(400);
  });

  test('a stranger with the 404 of an unknown key, for a state and for a text', async () => {
    for (const body of [{ state: 'accepted' }, { yaml: dump.yaml }]) {
      const foreign = await patch(dump.key, body, stranger).expect(404);
      const unknown = randomUUID();
      const missing = await patch(unknown, body, stranger).expect(404);
      const plain = (text: string, key: string) => text.replaceAll(key, 'KEY');
      expect(plain(foreign.body.error.message, dump.key)).toBe(plain(missing.body.error.message, unknown));
      expect(foreign.body.error.code).toBe('NotFound');
    }
    expect((await read(dump.key)).versions).toHaveLength(1);
  });

  test('a caller without a credential with 401, a body over 1 MiB with 413, one that is no JSON with 415', async () => {
    const { http } = app.instance;
    await http.patch(`/v1/rules/${dump.key}`).send({ state: 'draft' }).expect(401);
    await patch(dump.key, { yaml: 'x'.repeat(2 * 1024 * 1024) }).expect(413);
    await http
      .patch(`/v1/rules/${dump.key}`)
      .set(bearer(app.key))
      .set('content-type', 'application/yaml')
      .send('title: x')
      .expect(415);
  });

  test('a text that takes longer than one request is given with 422', async () => {
    const replica = app.start({}, { timeoutSeconds: 0.001 });
    await patch(dump.key, { yaml: dump.yaml }, app.key, replica).expect(422);
  });

  test('a text that comes while all workers are busy with 503, and a state all the same', async () => {
    const replica = app.start({}, { threads: 1, queue: 0 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => patch(dump.key, { yaml: dump.yaml }, app.key, replica)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    const busy = answers.find(({ status }) => status === 503)!;
    expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
    await patch(dump.key, { state: 'accepted' }, app.key, replica).expect(200);
  });
});
