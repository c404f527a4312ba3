import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AwsSample, type Inventory, startAwsSample } from '@tripline/aws-sample';
import { eventually, testRedisUrl } from '@tripline/stack';
import { at } from './harness.js';
import { scriptedAccount } from './made-up-cloud/scripted-account.js';
import { createScanHarness, endOf, resultsOf, type ScanHarness } from './scan-harness.js';

const WORKER = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** A worker as a process of its own, as compose and `npm start` run it. */
interface WorkerProcess {
  readonly adminUrl: string;
}

/** The API, a sample of AWS with many accounts alike, and workers as processes that scan them. */
export interface AwsScans {
  readonly scans: ScanHarness;
  readonly sample: AwsSample;
  /** Waits until it works. */
  startWorker(env?: NodeJS.ProcessEnv): Promise<WorkerProcess>;
  /** The next of the sample's accounts, connected: its id here and its AWS number. */
  connectAccount(): Promise<{ readonly id: string; readonly number: string }>;
  killWorkers(): Promise<void>;
  close(): Promise<void>;
}

/** Kills a process at once and waits until it is gone. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** @param inventory accounts with a role `TriplineScanner` */
export async function createAwsScans(inventory: Inventory, latencyMs: number): Promise<AwsScans> {
  const sample = await startAwsSample({ inventory, latencyMs });
  const scans = await createScanHarness(scriptedAccount({ 'none us-east-1': {} }));
  const children: ChildProcess[] = [];
  const numbers = Object.keys(inventory.accounts);
  const killWorkers = async (): Promise<void> => void (await Promise.all(children.splice(0).map(kill)));
  return {
    scans,
    sample,
    async startWorker(env = {}) {
      const child = spawn(process.execPath, [WORKER], {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          DATABASE_URL: scans.harness.database.databaseUrl,
          REDIS_URL: testRedisUrl(),
          ADMIN_PORT: '0',
          LIMIT_SCAN_STALL_SECONDS: '2',
          AWS_ENDPOINT_URL: sample.url,
          AWS_REGION: 'us-east-1',
          AWS_ACCESS_KEY_ID: 'AKIAWORKER',
          AWS_SECRET_ACCESS_KEY: 'secret',
          ...env,
        },
      });
      children.push(child);
      let log = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          log += chunk.toString();
        });
      const port = /"adminPort":(\d+)/;
      await eventually(async () => child.exitCode !== null || port.test(log));
      return { adminUrl: `http://127.0.0.1:${port.exec(log)?.[1]}` };
    },
    async connectAccount() {
      const number = numbers.shift();
      if (number === undefined) throw new Error('the sample has no account left: give it more');
      const { body } = await scans.api.http
        .post(at('/accounts'))
        .set(scans.user.key)
        .send({
          name: number,
          provider: 'aws',
          external_account_id: number,
          role_arn: `arn:aws:iam::${number}:role/TriplineScanner`,
        })
        .expect(200);
      for (const role of sample.account(number).roles ?? []) role.externalId = body.connection.external_id;
      return { id: body.id, number };
    },
    killWorkers,
    async close() {
      await killWorkers();
      await scans.close();
      await sample.close();
    },
  };
}

/** Everything an account has, without what differs between accounts and scans. */
export async function detectionsOf({ db }: ScanHarness, account: string): Promise<readonly StoredRow[]> {
  const { rows } = await db.raw<{ rows: StoredRow[] }>(
    `select d.type, d.region, d.service, regexp_replace(d.name, '[0-9]{12}', 'account') as name, d.status, d.status_reason, d.mapping_count,
       (select count(*)::integer from coverage.detection_techniques t where t.detection_id = d.id) as techniques
     from coverage.detections d where d.account_id = ? order by 1, 2, 3, 4`,
    [account],
  );
  return rows;
}

/** A detection as it is stored. */
export interface StoredRow {
  readonly type: string;
  readonly region: string;
  readonly service: string;
  readonly name: string;
  readonly status: string;
}

/** That a first scan ended as if nothing had happened: everything once, nothing lost. */
export async function expectExact(
  scans: ScanHarness,
  { account, scan }: { readonly account: string; readonly scan: string },
  expected: readonly StoredRow[],
): Promise<void> {
  expect(await endOf(scans, scan)).toMatchObject({
    status: 'completed',
    progress_percent: 100,
    detections_found: expected.length,
    detections_new: expected.length,
    detections_updated: 0,
    detections_removed: 0,
    errors: [],
  });
  expect(await detectionsOf(scans, account)).toEqual(expected);
  const results = await resultsOf(scans, scan);
  expect(results.new).toHaveLength(expected.length);
  expect(Object.values<number>(results.by_region).reduce((sum, count) => sum + count)).toBe(expected.length);
  expect(await scans.db('coverage.snapshots').where({ account_id: account })).toHaveLength(1);
  expect(await scans.db('coverage.scan_cells').where({ scan_id: scan }).whereNot({ status: 'done' })).toEqual([]);
}
