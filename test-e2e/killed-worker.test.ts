import { connectAccount, endedScan, scanOf, startScan } from './support/accounts.js';
import { copyOfSampleAccount } from './support/aws.js';
import { createCleanup } from './support/cleanup.js';
import { eventually } from './support/eventually.js';
import { type bearer, call } from './support/http.js';
import { signUp } from './support/people.js';
import { processes } from './support/processes.js';
import { stack } from './support/stack.js';

/** Slow enough that every worker can be killed during the scan. */
const LATENCY_MS = 400;

const cleanup = createCleanup();
const { kill, of: processesOf, start } = processes();

/** Gives everything an account has, without the values that differ between accounts. */
async function inventory(as: ReturnType<typeof bearer>, accountId: string, number: string): Promise<string[]> {
  const rows: string[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${stack.coverageUrl}/accounts/${accountId}/detections?page_size=200&page=${page}`;
    const { detections, total } = (await call('GET', url, { as })).json();
    for (const { detection_type, name, region, status } of detections)
      rows.push([detection_type, region, status, name.replaceAll(number, 'account')].join(' | '));
    if (page * 200 >= total) return rows.sort();
  }
}

test('a scan in the middle of which every worker is killed ends with the same inventory as one that nobody disturbs', async () => {
  const { session: as } = await signUp('pro', cleanup);
  const [calm, disturbed] = [await copyOfSampleAccount(cleanup), await copyOfSampleAccount(cleanup)];
  const [undisturbed, account] = [
    await connectAccount(as, calm, cleanup),
    await connectAccount(as, disturbed, cleanup, { latencyMs: LATENCY_MS }),
  ];
  const calmScan = await endedScan(as, await startScan(as, undisturbed.id), 60_000);
  expect(calmScan).toMatchObject({ status: 'completed', errors: [] });

  const scanId = await startScan(as, account.id);
  await eventually('progress', async () => ((await scanOf(as, scanId)).progress_percent >= 10 ? true : undefined));
  const workers = await processesOf('scan-worker');
  cleanup.add(() => Promise.all(workers.map((worker) => start(worker))));
  expect(workers.length).toBeGreaterThanOrEqual(2);
  // One of the workers has the scan; a test cannot see which one, so it kills all.
  for (const worker of workers) {
    expect(await scanOf(as, scanId)).toMatchObject({ status: 'running' });
    await kill(worker);
  }
  await Promise.all(workers.map((worker) => start(worker)));
  const { detections_found: found } = calmScan;
  expect(await endedScan(as, scanId, 120_000)).toMatchObject({
    status: 'completed',
    progress_percent: 100,
    detections_found: found,
    detections_new: found,
    detections_updated: 0,
    detections_removed: 0,
    errors: [],
  });
  expect(await inventory(as, account.id, disturbed.number)).toEqual(await inventory(as, undisturbed.id, calm.number));
});
