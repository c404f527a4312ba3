import {
  type CloudProvider,
  createScanQueue,
  createWorkerMetrics,
  type ScanQueue,
  type ScanWorker,
  startScanWorker,
} from '@tripline/coverage-service';
import {
  createDatabase,
  createLog,
  createMetrics,
  createRedis,
  type Knex,
  type Metrics,
  type Redis,
} from '@tripline/service';
import { eventually, PATIENT_MS, testRedisUrl } from '@tripline/stack';
import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './harness.js';
import type { ScriptedAccount } from './made-up-cloud/scripted-account.js';

/** A worker over connections of its own, as worker.ts wires it. */
export interface TestWorker extends ScanWorker {
  readonly metrics: Metrics;
  /** The statements it has sent to Postgres so far. */
  readonly statements: () => number;
}

/** An API, a subscriber, and as many workers as wanted, over a queue of their own. */
export interface ScanHarness {
  readonly harness: Harness;
  readonly api: Instance;
  readonly user: TestUser;
  /** The database, past all owners. */
  readonly db: Knex;
  readonly redis: Redis;
  readonly queue: ScanQueue;
  startWorker(
    cloud: CloudProvider,
    settings?: { stallSeconds?: number; concurrency?: number; redisUrl?: string },
  ): TestWorker;
  /** Closes the workers that are still open: what one test leaves would work for the next. */
  closeWorkers(): Promise<void>;
  close(): Promise<void>;
}

export async function createScanHarness(cloud: CloudProvider): Promise<ScanHarness> {
  const harness = await createHarness();
  const log = createLog({ name: 'test', level: 'silent' });
  const api = harness.start({}, cloud);
  const db = createDatabase({
    url: harness.database.databaseUrl,
    connections: 3,
    applicationName: 'test',
    silenceMs: PATIENT_MS,
  });
  const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'test', log });
  await redis.flushdb();
  const queue = createScanQueue({ redis, log });
  const user = await newUser(api, 'pro');
  const workers = new Set<() => Promise<void>>();
  const closeWorkers = async (): Promise<void> => {
    await Promise.all([...workers].map((close) => close()));
  };
  return {
    harness,
    api,
    user,
    db,
    redis,
    queue,
    startWorker(provider, { stallSeconds = 2, concurrency = 2, redisUrl = testRedisUrl() } = {}) {
      const own = createDatabase({
        url: harness.database.databaseUrl,
        connections: 5,
        applicationName: 'test',
        silenceMs: PATIENT_MS,
      });
      let statements = 0;
      own.on('query', () => {
        statements += 1;
      });
      const connection = createRedis({ url: redisUrl, role: 'worker', name: 'worker', log });
      const metrics = createMetrics('test');
      const workerQueue = createScanQueue({ redis: connection, log });
      const worker = startScanWorker({
        db: own,
        log,
        redis: connection,
        queue: workerQueue,
        clouds: { aws: provider },
        metrics: createWorkerMetrics(metrics, () => workerQueue.depth()),
        callsAtOnce: 4,
        stallSeconds,
        concurrency,
      });
      const close = async (): Promise<void> => {
        if (!workers.delete(close)) return;
        await worker.close();
        connection.disconnect();
        await own.destroy();
      };
      workers.add(close);
      return { metrics, close, statements: () => statements };
    },
    closeWorkers,
    async close() {
      await closeWorkers();
      redis.disconnect();
      await db.destroy();
      await harness.close();
    },
  };
}

/** Gives a suite a harness over a scripted account: made before its tests and closed after them, the script empty and no worker left at each. */
export function useScriptedScans(cloud: ScriptedAccount, use: (scans: ScanHarness) => void): void {
  let scans: ScanHarness;
  beforeAll(async () => {
    scans = await createScanHarness(cloud);
    use(scans);
  });
  afterAll(() => scans.close());
  afterEach(() => scans.closeWorkers());
  beforeEach(() => {
    cloud.cells = {};
    cloud.closed = [];
    cloud.refusal = undefined;
  });
}

let accounts = 0;

/** A connected account, added over HTTP. */
export async function addAccount({ api, user }: ScanHarness, more: object = {}): Promise<string> {
  accounts += 1;
  const number = String(100_000_000_000 + accounts);
  const answer = await api.http
    .post(at('/accounts'))
    .set(user.key)
    .send({
      name: `account ${accounts}`,
      provider: 'aws',
      external_account_id: number,
      role_arn: `arn:aws:iam::${number}:role/tripline`,
      ...more,
    })
    .expect(200);
  return answer.body.id;
}

/** Starts a scan over HTTP; gives its id. */
export async function startScan({ api, user }: ScanHarness, account: string, body: object = {}): Promise<string> {
  const answer = await api.http
    .post(at(`/accounts/${account}/scans`))
    .set(user.key)
    .send(body)
    .expect(200);
  return answer.body.id;
}

/** The scan as its owner sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
export async function readScan({ api, user }: ScanHarness, id: string): Promise<any> {
  return (
    await api.http
      .get(at(`/scans/${id}`))
      .set(user.key)
      .expect(200)
  ).body;
}

const FINAL = ['completed', 'completed_with_errors', 'failed', 'cancelled'];

/** The scan once it has ended. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export async function endOf(harness: ScanHarness, id: string): Promise<any> {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  let scan: any;
  await eventually(async () => {
    scan = await readScan(harness, id);
    return FINAL.includes(scan.status);
  });
  return scan;
}

/** A scan of the account from beginning to end. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export async function scanOnce(harness: ScanHarness, account: string, body: object = {}): Promise<any> {
  return endOf(harness, await startScan(harness, account, body));
}

/** The results of a scan that has ended. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export async function resultsOf({ api, user }: ScanHarness, id: string): Promise<any> {
  return (
    await api.http
      .get(at(`/scans/${id}/results`))
      .set(user.key)
      .expect(200)
  ).body;
}

/** What the account has, as `name status`, sorted. */
export async function inventory({ db }: ScanHarness, account: string): Promise<string[]> {
  const rows = await db('coverage.detections')
    .where({ account_id: account })
    .select<{ name: string; status: string; region: string }[]>('name', 'status', 'region');
  return rows.map(({ name, region, status }) => `${name} ${region} ${status}`).sort();
}

/** Something a test opens when it likes. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
