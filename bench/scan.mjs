// Scan time compared with the SDK calls it needs, API calls compared with the fewest possible, two workers compared with one, and one
// subscriber's account beside two hundred of another's with three workers, at 50 ms latency. Nothing here runs with precedence: only ratios within a run mean anything.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startAwsSample, syntheticInventory } from '@tripline/aws-sample';
import { cpuMs, peakMegabytes } from './lib/child-service.mjs';
import { callApi, startCoverageStack } from './lib/coverage-stack.mjs';
import { describeMachine, goal, median, partsAsked } from './lib/figures.mjs';
import { leastCalls } from './scan/least-calls.mjs';

const parts = partsAsked(['time', 'workers', 'fair']);
const LATENCY_MS = 50;
/** What most accounts have enabled. */
const REGIONS = [
  ...[
    'us-east-1',
    'us-east-2',
    'us-west-1',
    'us-west-2',
    'ca-central-1',
    'sa-east-1',
    'eu-west-1',
    'eu-west-2',
    'eu-west-3',
  ],
  ...[
    'eu-central-1',
    'eu-north-1',
    'ap-south-1',
    'ap-southeast-1',
    'ap-southeast-2',
    'ap-northeast-1',
    'ap-northeast-2',
  ],
  'ap-northeast-3',
];
const SMALL = REGIONS.slice(0, 2);
/** Accounts measured per size, each scanned for the first time and again; an extra one first warms both sides up. */
const MEASURED = 3;
const WARM = 1;
const FLEET = 20;
const FLEET_ROUNDS = 2;
/** Accounts of the subscriber beside whom another's one is scanned (`NEIGHBOURS=40` for a quick look), and how often that one is measured. */
const NEIGHBOURS = Number(process.env['NEIGHBOURS'] ?? 200);
const FAIR_WORKERS = 3;
const FAIR_ROUNDS = 3;
/** Scans that one worker runs at once while workers are compared. With more, the result would depend on the number of processors. */
const CONCURRENCY = 1;

const sample = await startAwsSample({ inventory: { accounts: {} }, latencyMs: LATENCY_MS });
const aws = {
  AWS_ENDPOINT_URL: sample.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIABENCH',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_EC2_METADATA_DISABLED: 'true',
};
const stack = await startCoverageStack(aws);
const floor = fork(fileURLToPath(new URL('scan/plain-walk.mjs', import.meta.url)), {
  env: { PATH: process.env['PATH'], ...aws },
});

/** Connects accounts of an inventory and gives their roles the external ids that were made for them. */
async function connect(api, subscriber, inventory) {
  sample.setInventory(inventory);
  return connectSome(api, subscriber, Object.keys(inventory.accounts));
}

async function connectSome(api, subscriber, numbers) {
  const accounts = [];
  for (const number of numbers) {
    const roleArn = `arn:aws:iam::${number}:role/TriplineScanner`;
    const { id, connection } = await callApi(`${api.url}/accounts`, subscriber.headers, 'POST', {
      name: number,
      provider: 'aws',
      external_account_id: number,
      role_arn: roleArn,
    });
    for (const role of sample.account(number).roles) role.externalId = connection.external_id;
    accounts.push({ id, number, roleArn, externalId: connection.external_id });
  }
  return accounts;
}

/** Scans an account from the request to the end, in milliseconds as the caller sees it. */
async function scan(api, subscriber, { id }) {
  const begun = performance.now();
  const { id: scanId } = await callApi(`${api.url}/accounts/${id}/scans`, subscriber.headers, 'POST', {});
  for (;;) {
    const row = await stack
      .db('coverage.scans')
      .where({ id: scanId })
      .first('status', 'detections_found', 'created_at', 'started_at', 'completed_at');
    if (row.completed_at !== null) {
      if (row.status !== 'completed') throw new Error(`scan ${scanId} is ${row.status}`);
      return {
        ms: performance.now() - begun,
        waitedMs: row.started_at - row.created_at,
        found: row.detections_found,
        scanId,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The SDK calls alone for the same account. */
async function plain(account, services) {
  floor.send({ ...account, services });
  const [answer] = await once(floor, 'message');
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** Scans accounts of a size, first and again, alternating with the SDK calls alone. */
async function compare(api, worker, name, regions) {
  const inventory = syntheticInventory({ accounts: WARM + MEASURED, regions });
  const subscriber = await stack.newSubscriber(api, 'enterprise');
  const accounts = await connect(api, subscriber, inventory);
  const first = { ours: [], floor: [], ourCpu: [], floorCpu: [] };
  const again = { ours: [], floor: [], ourCpu: [], floorCpu: [] };
  let services = ['eventbridge'];
  let calls = 0;
  let found = 0;
  for (const [index, account] of accounts.entries()) {
    for (const times of [first, again]) {
      sample.resetCalls();
      const cpu = cpuMs(worker.pid);
      const ours = await scan(api, subscriber, account);
      const ourCpu = cpuMs(worker.pid) - cpu;
      ({ calls } = sample.calls({ account: account.number }));
      found = ours.found;
      services = await stack.db('coverage.scan_cells').where({ scan_id: ours.scanId }).distinct().pluck('service');
      const bare = await plain(account, services);
      if (index < WARM) continue;
      times.ours.push(ours.ms);
      times.ourCpu.push(ourCpu);
      times.floor.push(bare.ms);
      times.floorCpu.push(bare.cpuMs);
    }
  }
  const least = leastCalls(inventory.accounts[accounts[0].number], services);
  console.log(`\n${name}: ${services.length} services in ${regions.length} regions, ${found} detections`);
  for (const [label, times] of [
    ['first scan', first],
    ['scanned again', again],
  ]) {
    const line = (who, ms, cpu) =>
      `  ${who.padEnd(24)} ${median(ms).toFixed(0).padStart(6)} ms   cpu ${median(cpu).toFixed(0)} ms`;
    console.log(line(`${label}, plain calls`, times.floor, times.floorCpu));
    console.log(line(`${label}, ours`, times.ours, times.ourCpu));
    const ratio = median(times.ours) / median(times.floor);
    goal(`${name}, ${label}, ratio`, ratio.toFixed(2), ratio <= 1.25, 'at most 1.25');
  }
  goal(
    `${name}, API calls`,
    `${calls}, at least ${least}: ${(calls / least).toFixed(3)}`,
    calls <= 1.1 * least,
    'at most 1.1',
  );
}

/** Seconds until all accounts are scanned by the workers that run. */
async function scanAll(api, subscriber, accounts) {
  const begun = performance.now();
  await Promise.all(accounts.map((account) => scan(api, subscriber, account)));
  return (performance.now() - begun) / 1000;
}

/** Twenty accounts with one worker and with two, alternating. */
async function compareWorkers(api) {
  const settings = { WORKER_CONCURRENCY: String(CONCURRENCY) };
  const workers = [await stack.startWorker(settings)];
  const subscriber = await stack.newSubscriber(api, 'enterprise');
  const accounts = await connect(api, subscriber, syntheticInventory({ accounts: FLEET, regions: SMALL }));
  await scanAll(api, subscriber, accounts);
  const seconds = { 1: [], 2: [] };
  const spent = { 1: [], 2: [] };
  const busy = () => workers.reduce((total, { pid }) => total + cpuMs(pid), 0);
  for (let round = 0; round < FLEET_ROUNDS; round += 1) {
    for (const count of [1, 2]) {
      if (count === 2) {
        workers.push(await stack.startWorker(settings));
        await scanAll(api, subscriber, accounts);
      }
      const cpu = busy();
      const sampleCpu = process.cpuUsage();
      seconds[count].push(await scanAll(api, subscriber, accounts));
      const { user, system } = process.cpuUsage(sampleCpu);
      spent[count].push({ ours: (busy() - cpu) / FLEET, sample: (user + system) / 1000 / FLEET });
      if (count === 2) await workers.pop().stop();
    }
  }
  console.log(`\n${FLEET} accounts in ${SMALL.length} regions, ${CONCURRENCY} scans at once per worker`);
  for (const count of [1, 2]) {
    const cpu = median(spent[count].map(({ ours }) => ours)).toFixed(0);
    const around = median(spent[count].map(({ sample: ms }) => ms)).toFixed(0);
    console.log(
      `  ${count} worker(s) ${median(seconds[count]).toFixed(2).padStart(6)} s   cpu per scan ${cpu} ms, of the sample AWS and this bench ${around} ms`,
    );
  }
  const speedup = median(seconds[1]) / median(seconds[2]);
  goal('two workers, times as fast as one', speedup.toFixed(2), speedup >= 1.8, 'at least 1.8');
  await workers[0].stop();
}

/** One subscriber's single account: alone, then while another's many are scanned. */
async function compareNeighbours(api) {
  const workers = await Promise.all(Array.from({ length: FAIR_WORKERS }, () => stack.startWorker()));
  const inventory = syntheticInventory({ accounts: NEIGHBOURS + 1, regions: SMALL });
  sample.setInventory(inventory);
  const [ours, ...theirs] = Object.keys(inventory.accounts);
  const [one, many] = [await stack.newSubscriber(api, 'enterprise'), await stack.newSubscriber(api, 'enterprise')];
  const [account] = await connectSome(api, one, [ours]);
  const neighbours = await connectSome(api, many, theirs);
  await scan(api, one, account);
  const alone = [];
  for (let round = 0; round < FAIR_ROUNDS; round += 1) alone.push((await scan(api, one, account)).ms);
  for (const { id } of neighbours) await callApi(`${api.url}/accounts/${id}/scans`, many.headers, 'POST', {});
  const beside = [];
  for (let round = 0; round < FAIR_ROUNDS; round += 1) beside.push(await scan(api, one, account));
  const [{ left }] = await stack.db('coverage.scans').where({ status: 'pending' }).count({ left: '*' });
  if (Number(left) === 0)
    throw new Error('the neighbour was done first, so that the figures mean nothing: take more NEIGHBOURS');
  console.log(
    `\none account in ${SMALL.length} regions beside ${NEIGHBOURS} of another subscriber, ${FAIR_WORKERS} workers (${left} still wait)`,
  );
  const besideMs = median(beside.map(({ ms }) => ms));
  // Below zero where a worker asked for its next scan before there was one.
  const waitedMs = Math.max(0, median(beside.map((one) => one.waitedMs)));
  console.log(
    `  alone ${median(alone).toFixed(0)} ms   beside them ${besideMs.toFixed(0)} ms, ${waitedMs.toFixed(0)} ms of it until a worker had it`,
  );
  const ratio = besideMs / median(alone);
  goal(`scan beside ${NEIGHBOURS} of another, times its lonely time`, ratio.toFixed(2), ratio <= 2, 'at most 2');
  await Promise.all(workers.map((worker) => worker.stop()));
}

try {
  describeMachine();
  const api = await stack.startApi();
  if (parts.has('time')) {
    const worker = await stack.startWorker();
    await compare(api, worker, 'small account', SMALL);
    await compare(api, worker, 'large account', REGIONS);
    console.log(`  the worker's memory at its peak: ${peakMegabytes(worker.pid).toFixed(0)} MB`);
    await worker.stop();
  }
  if (parts.has('workers')) await compareWorkers(api);
  if (parts.has('fair')) await compareNeighbours(api);
  describeMachine();
} finally {
  floor.kill();
  await stack.stop();
  await sample.close();
}
