import { type ConnectedAccount, connectAccount, endedScan, startScan } from './support/accounts.js';
import { copyOfSampleAccount } from './support/aws.js';
import { createCleanup } from './support/cleanup.js';
import { bearer } from './support/http.js';
import { makeKey } from './support/keys.js';
import { newAddress, type Person, signUp } from './support/people.js';
import { processes, type Service } from './support/processes.js';
import { rulesApi } from './support/rules.js';
import { stack } from './support/stack.js';
import { inviteByMail, makeTeam } from './support/teams.js';
import { type Call, callsDuring } from './support/traffic.js';

const cleanup = createCleanup();
const { of: processesOf, start, stop } = processes();

let person: Person;
let key: string;
let account: ConnectedAccount;
let yaml: string;
beforeAll(async () => {
  person = await signUp('enterprise', cleanup);
  key = (await makeKey(person, 'rules', cleanup)).key;
  await makeTeam(person, 'Rolling', cleanup);
  account = await connectAccount(person.session, await copyOfSampleAccount(cleanup), cleanup);
  await endedScan(person.session, await startScan(person.session, account.id));
  const { rules } = await rulesApi(key).generate({ inputType: 'technique', techniqueId: 'T1098' });
  yaml = rules[0]?.yaml ?? '';
});

/** The requests that callers send in turn: reads and changes of both services, with a session and with a key. */
function requests(): readonly Call[] {
  const { rulesUrl, coverageUrl } = stack;
  const [byKey, coverageKey] = [{ as: bearer(key) }, { as: { kind: 'key', value: key } as const }];
  return [
    ['GET', `${rulesUrl}/v1/rules`, byKey],
    ['POST', `${rulesUrl}/v1/convert`, { ...byKey, body: { yaml } }],
    ['GET', `${coverageUrl}/accounts/${account.id}/coverage`, coverageKey],
    ['PATCH', `${coverageUrl}/accounts/${account.id}`, { ...coverageKey, body: { name: 'renamed' } }],
    ['GET', `${coverageUrl}/accounts/${account.id}/coverage/gaps?limit=20`, coverageKey],
    ['GET', `${rulesUrl}/v1/me`, { as: person.session }],
    ['POST', `${rulesUrl}/v1/generate`, { ...byKey, body: { inputType: 'sigma', yaml } }],
  ];
}

const underLoad = (work: () => Promise<void>) => callsDuring(requests(), work);

/** Restarts a service's processes, one after the other. */
async function restart(service: Service): Promise<void> {
  for (const name of await processesOf(service)) {
    await stop(name);
    await start(name);
  }
}

test.each(['rules-api', 'coverage-api'] as const)(
  'no request fails while the replicas of %s are restarted one after the other',
  async (service) => {
    expect((await processesOf(service)).length).toBeGreaterThanOrEqual(2);
    const { calls, failures } = await underLoad(() => restart(service));
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(50);
  },
);

test('no request fails, and a scan loses nothing, while the scan workers are restarted one after the other', async () => {
  const aws = await copyOfSampleAccount(cleanup);
  const slow = await connectAccount(person.session, aws, cleanup, { latencyMs: 200 });
  const scanId = await startScan(person.session, slow.id);
  const { failures } = await underLoad(() => restart('scan-worker'));
  expect(failures).toEqual([]);
  expect(await endedScan(person.session, scanId, 120_000)).toMatchObject({ status: 'completed', errors: [] });
});

test('no request fails, and a mail only comes later, while the worker for mail is restarted', async () => {
  const [worker] = await processesOf('rules-worker');
  if (worker === undefined) throw new Error('there is no worker for mail');
  const { failures } = await underLoad(async () => {
    await stop(worker);
    const mailed = inviteByMail(person, newAddress());
    await start(worker);
    await mailed;
  });
  expect(failures).toEqual([]);
});
