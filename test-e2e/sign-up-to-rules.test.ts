import { createCleanup } from './support/cleanup.js';
import { send } from './support/http.js';
import { makeKey } from './support/keys.js';
import { type Person, signIn, signUp } from './support/people.js';
import { type Generation, type RulesApi, rulesApi } from './support/rules.js';
import { stack } from './support/stack.js';

const BACKENDS = ['siem_dql', 'siem_kql', 'siem_lucene', 'siem_spl', 'siem_udm', 'siem_yaral'];

const cleanup = createCleanup();
let person: Person;
let api: RulesApi;
let generation: Generation;
beforeAll(async () => {
  person = await signUp('pro', cleanup);
  api = rulesApi((await makeKey(person, 'rules', cleanup)).key);
  generation = await api.generate({ inputType: 'url', url: stack.advisoryUrl });
});

test('an advisory at an address becomes rules, each in the languages of six SIEMs', () => {
  expect(generation.source.title).toContain('Copper Wren');
  expect(generation.rules.length).toBeGreaterThan(5);
  for (const rule of generation.rules) expect(Object.keys(rule.conversions).sort()).toEqual(BACKENDS);
});

test('the rules are in the list of whoever made them, and in nobody else’s', async () => {
  const keys = generation.rules.map(({ key }) => key).sort();
  expect((await api.rules()).map(({ ruleKey }) => ruleKey).sort()).toEqual(keys);
  const other = await signUp('free', cleanup);
  expect(await rulesApi(other.session).rules()).toEqual([]);
  const [key] = keys;
  expect((await send('GET', `${stack.rulesUrl}/v1/rules/${key}`, { as: other.session })).status).toBe(404);
});

test('a rule converts alone to what it was generated with, and is exported as Sigma and as a saved search', async () => {
  for (const rule of generation.rules.filter(({ yaml }) => !yaml.includes('\n---\n'))) {
    expect(await api.convert(rule.yaml)).toMatchObject([{ conversions: rule.conversions }]);
    expect(await api.export(rule.key, 'sigma')).toContain(`title: ${rule.title}`);
    expect(await api.export(rule.key, 'savedsearches')).toContain(`[${rule.title}`);
  }
});

test('an address on the inside of the network is not fetched', async () => {
  const { key } = await makeKey(person, 'rules', cleanup);
  const answer = await send('POST', `${stack.rulesUrl}/v1/generate`, {
    headers: { authorization: `Bearer ${key}` },
    body: { inputType: 'url', url: 'http://169.254.169.254/latest/meta-data/' },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test('nobody signs in with a wrong password', async () => {
  await expect(signIn(person.email, 'not their password at all')).rejects.toThrow('answered 401');
});
