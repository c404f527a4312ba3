import { createEngine } from '@tripline/rules-service';
import { createMetrics, type Metrics, UnprocessableAdvisoryError } from '@tripline/service';
import { createHarness, createKey, type Harness, type Instance, signedInUser } from '../support/harness.js';
import { call, pipelineNaming, savePipeline } from '../support/pipelines.js';
import { BROUGHT_RULE } from '../support/sample-advisory.js';

const TEXT = `Intruders ran the following command on each Windows host:

vssadmin.exe delete shadows /all /quiet

They then disabled logging with wevtutil.exe cl Security.`;
const SHADOWS = `title: All that goes at shadow copies
logsource: { product: windows, category: process_creation }
detection:
  selection: { OriginalFileName: VSSADMIN.EXE, CommandLine|contains: shadows }
  condition: selection
`;
const BROKEN = 'transformations:\n  - id: x\n    type: no_such_type\n';
const ALL = { pipelines: [{ text: pipelineNaming('shown') }], targetSiems: ['siem_spl', 'siem_esql'] };

let harness: Harness;
let metrics: Metrics;
let engine: ReturnType<typeof createEngine>;
let at: Instance;
let key: string;
beforeAll(async () => {
  harness = await createHarness();
  metrics = createMetrics('test');
  engine = createEngine({ threads: 1, queue: 8, timeoutSeconds: 120, memoryMb: 512, freeWorkNiceness: 0 }, metrics);
  at = harness.start({ NODE_ENV: 'development' }, engine);
  await asSomebody();
});

/** Somebody with a default pipeline and an empty library. */
async function asSomebody(): Promise<void> {
  const user = await signedInUser(at, 'enterprise');
  ({ key } = await createKey(at, user));
  await savePipeline(at, key, 'saved', { default: true });
}

afterAll(async () => {
  await engine.close();
  await harness.close();
});

/** How many tasks the engine has done. */
async function tasks(): Promise<number> {
  const counts = (await metrics.registry.metrics()).matchAll(
    /^tripline_engine_task_duration_seconds_count\{.*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const generate = (body: object) => call(at, key, 'post', '/v1/generate', body);

describe('a generation', () => {
  test.each([
    ['a text', { inputType: 'text', text: TEXT }],
    ['a technique', { inputType: 'technique', techniqueId: 'T1490' }],
    ['Sigma', { inputType: 'sigma', yaml: BROUGHT_RULE }],
    ['a query', { inputType: 'query', language: 'spl', query: 'CommandLine="*vssadmin*" Image="*cmd.exe"' }],
  ])(
    'from %s is one task of the engine, with a default pipeline, a chosen one and a language by name',
    async (_from, input) => {
      await asSomebody();
      const before = await tasks();
      const { data } = (await generate({ ...input, options: ALL }).expect(200)).body;
      expect((await tasks()) - before).toBe(1);
      expect(data.rules.length).toBeGreaterThan(0);
      for (const { conversions } of data.rules) expect(Object.keys(conversions)).toEqual(ALL.targetSiems);
      const stored = (await call(at, key, 'get', `/v1/rules/${data.rules[0].key}`).expect(200)).body.data;
      expect(stored.pipeline).not.toBeNull();
      expect(Object.keys(stored.conversions)).toHaveLength(7);
    },
  );

  test('is compared with the rules of the library in the same task', async () => {
    await asSomebody();
    const [brought] = (await generate({ inputType: 'sigma', yaml: SHADOWS }).expect(200)).body.data.rules;
    const before = await tasks();
    const { data } = (await generate({ inputType: 'text', text: TEXT }).expect(200)).body;
    expect((await tasks()) - before).toBe(1);
    const covering = data.rules.flatMap(({ coveredBy }: { coveredBy: { ruleId: string }[] }) => coveredBy);
    expect(covering.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain(brought.key);
  });

  test('is answered without the comparison where that takes too long, unless it is to leave covered rules out', async () => {
    const hurried: typeof engine = {
      ...engine,
      run: (task, options) =>
        engine.run(task, {
          ...options,
          async toCompare(answer) {
            await options.toCompare?.(answer);
            throw new UnprocessableAdvisoryError('The comparison took too long.');
          },
        }),
    };
    const there = harness.start({ NODE_ENV: 'development' }, hurried);
    await asSomebody();
    await generate({ inputType: 'sigma', yaml: SHADOWS }).expect(200);
    const post = (options: object) =>
      call(there, key, 'post', '/v1/generate', { inputType: 'text', text: TEXT, options });
    const { data } = (await post({}).expect(200)).body;
    expect(data.rules.length).toBeGreaterThan(0);
    for (const { coveredBy } of data.rules) expect(coveredBy).toEqual([]);
    const { error } = (await post({ skipCovered: true }).expect(422)).body;
    expect(error.message).toBe('The comparison took too long.');
  });

  test('shows the chosen pipeline’s names and saves those of the default one', async () => {
    const { data } = (await generate({ inputType: 'sigma', yaml: BROUGHT_RULE, options: ALL }).expect(200)).body;
    const [rule] = data.rules;
    const stored = (await call(at, key, 'get', `/v1/rules/${rule.key}`).expect(200)).body.data;
    for (const target of ALL.targetSiems) {
      expect(rule.conversions[target]).toContain('shown');
      expect(stored.conversions[target]).toContain('saved');
    }
  });

  test.each([
    ['before a text is read', { inputType: 'text', text: TEXT }],
    ['where the technique is unknown', { inputType: 'technique', techniqueId: 'T9999' }],
    ['where the address cannot be fetched', { inputType: 'url', url: 'http://127.0.0.1:1/' }],
  ])('with a broken pipeline answers what is wrong with it and in which field, %s', async (_when, input) => {
    const options = { pipelines: [{ text: pipelineNaming('good') }, { text: BROKEN }] };
    const { error } = (await generate({ ...input, options }).expect(400)).body;
    expect(error.details[0]).toMatchObject({
      path: expect.stringMatching(/^options\.pipelines\[1\]\.text/),
      message: expect.stringContaining('no_such_type'),
    });
  });
});
