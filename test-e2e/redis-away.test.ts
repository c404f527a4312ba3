import { connectAccount, endedScan, scanOf, startScan } from './support/accounts.js';
import { copyOfSampleAccount } from './support/aws.js';
import { createCleanup } from './support/cleanup.js';
import { eventually } from './support/eventually.js';
import { apiKey, bearer, send } from './support/http.js';
import { makeKey } from './support/keys.js';
import { mailsTo } from './support/mail.js';
import { newAddress, type Person, signUp } from './support/people.js';
import { processes } from './support/processes.js';
import { rulesApi } from './support/rules.js';
import { stack } from './support/stack.js';
import { invite, makeTeam } from './support/teams.js';
import { type Call, callsDuring } from './support/traffic.js';

const AWAY_MS = 20_000;
/** Calls an hour of this tier, counted in Redis over all processes. */
const INDIVIDUAL_CALLS = 1_000;
const SIDE_BY_SIDE = 10;

const cleanup = createCleanup();
const { coverageUrl, rulesUrl } = stack;
const { of: processesOf, start, stop } = processes();

/** Asks until the hour's calls are used up. @returns a call with that key */
async function usedUp(): Promise<() => Promise<number>> {
  // The key goes with its account: to revoke it would be one call more than the hour has.
  const { key } = await makeKey(await signUp('individual', cleanup), 'coverage', { add: () => undefined });
  const ask = async () => (await send('GET', `${coverageUrl}/accounts`, { as: apiKey(key) })).status;
  // If the hour ends meanwhile, the count begins anew, and so twice the calls are enough.
  let left = 2 * INDIVIDUAL_CALLS + SIDE_BY_SIDE;
  let refused = false;
  const caller = async (): Promise<void> => {
    for (; left > 0 && !refused; left -= 1) refused = (await ask()) === 429;
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, caller));
  expect(refused).toBe(true);
  return ask;
}

async function callsWithoutRedis(person: Person, accountId: string): Promise<readonly Call[]> {
  const { key } = await makeKey(person, 'rules', cleanup);
  const { rules } = await rulesApi(key).generate({ inputType: 'technique', techniqueId: 'T1098' });
  const yaml = rules[0]?.yaml ?? '';
  const [byKey, coverageKey] = [{ as: bearer(key) }, { as: apiKey(key) }];
  return [
    ['GET', `${rulesUrl}/v1/rules`, byKey],
    ['POST', `${rulesUrl}/v1/convert`, { ...byKey, body: { yaml } }],
    ['GET', `${coverageUrl}/accounts/${accountId}/coverage`, coverageKey],
    ['PATCH', `${coverageUrl}/accounts/${accountId}`, { ...coverageKey, body: { name: 'renamed' } }],
    ['GET', `${coverageUrl}/accounts/${accountId}/coverage/gaps?limit=20`, coverageKey],
    ['GET', `${rulesUrl}/v1/me`, { as: person.session }],
    ['POST', `${rulesUrl}/v1/generate`, { ...byKey, body: { inputType: 'sigma', yaml } }],
  ];
}

test('twenty seconds without Redis fail no call, refuse nobody by a limit, and lose no scan and no mail', async () => {
  const person = await signUp('enterprise', cleanup);
  await makeTeam(person, 'Without Redis', cleanup);
  const account = await connectAccount(person.session, await copyOfSampleAccount(cleanup), cleanup);
  await endedScan(person.session, await startScan(person.session, account.id));
  const asked = await callsWithoutRedis(person, account.id);
  const overLimit = await usedUp();
  const [redis] = await processesOf('redis');
  if (redis === undefined) throw new Error('there is no container of Redis');
  cleanup.add(() => start(redis));

  const invited = newAddress();
  let scanId = '';
  const { calls, failures } = await callsDuring(asked, async () => {
    await stop(redis);
    const stopped = performance.now();
    scanId = await startScan(person.session, account.id);
    await invite(person, invited);
    // Each process counts for itself now, and has counted none of this key's calls yet.
    await eventually('calls that nobody counts together', async () => ((await overLimit()) === 200 ? true : undefined));
    await eventually(
      'twenty seconds without Redis',
      async () => (performance.now() - stopped > AWAY_MS ? true : undefined),
      2 * AWAY_MS,
    );
    await start(redis);
  });
  expect(failures).toEqual([]);
  expect(calls).toBeGreaterThan(50);

  await eventually('the invitation by mail', async () => (await mailsTo(invited))[0], 90_000);
  expect(await endedScan(person.session, scanId)).toMatchObject({ status: 'completed', errors: [] });
  expect(await scanOf(person.session, scanId)).toMatchObject({ progress_percent: 100 });
});
