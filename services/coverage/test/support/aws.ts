import {
  type AwsSample,
  type Fault,
  type RegionInventory,
  type RoleInventory,
  startAwsSample,
} from '@tripline/aws-sample';
import {
  CallFailure,
  type Cell,
  type CloudProvider,
  type CloudSession,
  type Connection,
  createAwsProvider,
  type FoundDetection,
  type ScanError,
} from '@tripline/coverage-service';
import { createLog } from '@tripline/service';

export const ACCOUNT = '111122223333';
export const EXTERNAL_ID = 'tripline-of-this-account';
export const REGION = 'us-east-1';

/** A sample of AWS with one account, and the provider that talks to it with the real SDK. */
export interface Aws {
  readonly sample: AwsSample;
  readonly provider: CloudProvider;
  readonly connection: Connection;
  readonly signal: AbortSignal;
  connect(): Promise<CloudSession>;
  /** What one service of a region gives; throws what its collector throws. */
  read(service: string, region?: string): Promise<readonly FoundDetection[]>;
  /** What it gives before it fails, and how it fails. */
  readUntilFailure(service: string, region?: string): ReturnType<typeof foundUntilFailure>;
}

export interface AwsOptions {
  readonly regions?: Record<string, RegionInventory>;
  readonly roles?: RoleInventory[];
  readonly faults?: readonly Fault[];
  readonly trustCheck?: 'enforce' | 'warn';
  readonly callSeconds?: number;
  readonly callsAtOnce?: number;
}

/** Starts samples of AWS for the tests of a file, and ends them after each; the SDK finds them by `AWS_ENDPOINT_URL`. */
export function awsSamples(): (options?: AwsOptions) => Promise<Aws> {
  const open: { close(): unknown }[] = [];
  const before = { ...process.env };
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
    process.env = { ...before };
  });
  return async (options = {}) => {
    const { regions = { [REGION]: {} }, roles = [{ name: 'TriplineScanner', externalId: EXTERNAL_ID }] } = options;
    const sample = await startAwsSample({
      inventory: { accounts: { [ACCOUNT]: { roles, regions, accessKeys: ['AKIAOFTHEACCOUNT0000'] } } },
      faults: options.faults ?? [],
    });
    open.push(sample);
    useCredentials({ AWS_ACCESS_KEY_ID: 'AKIAWORKERWORKERWORK', AWS_SECRET_ACCESS_KEY: 'none' });
    process.env['AWS_ENDPOINT_URL'] = sample.url;
    const provider = createAwsProvider(
      {
        ROLE_TRUST_CHECK: options.trustCheck ?? 'enforce',
        LIMIT_SCAN_CALLS_AT_ONCE: options.callsAtOnce ?? 24,
        LIMIT_CLOUD_CALL_SECONDS: options.callSeconds ?? 30,
      },
      createLog({ name: 'test', level: 'silent' }),
    );
    const connection: Connection = {
      externalAccountId: ACCOUNT,
      roleArn: `arn:aws:iam::${ACCOUNT}:role/${roles[0]?.name ?? ''}`,
      externalId: EXTERNAL_ID,
      ownCredentials: false,
    };
    const { signal } = new AbortController();
    const connect = async (): Promise<CloudSession> => {
      const session = await provider.connect(connection, signal);
      open.push(session);
      return session;
    };
    return {
      sample,
      provider,
      connection,
      signal,
      connect,
      read: async (service, region = REGION) => found(await connect(), { service, scope: region }, signal),
      readUntilFailure: async (service, region = REGION) =>
        foundUntilFailure(await connect(), { service, scope: region }, signal),
    };
  };
}

/** The worker's own credentials, and nothing of the machine that runs the tests. */
export function useCredentials(credentials: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, {
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...credentials,
  });
}

/** Everything of a cell. */
export async function found(
  session: CloudSession,
  cell: Cell,
  signal: AbortSignal,
): Promise<readonly FoundDetection[]> {
  const detections: FoundDetection[] = [];
  for await (const detection of session.collect(cell, signal)) detections.push(detection);
  return detections;
}

/** What a cell gave before it failed, and how it failed. */
async function foundUntilFailure(
  session: CloudSession,
  cell: Cell,
  signal: AbortSignal,
): Promise<{ readonly given: readonly FoundDetection[]; readonly error: ScanError }> {
  const given: FoundDetection[] = [];
  try {
    for await (const detection of session.collect(cell, signal)) given.push(detection);
  } catch (error) {
    if (error instanceof CallFailure) return { given, error: error.error };
    throw error;
  }
  throw new Error(`${cell.service} was read to its end although it should have failed`);
}

/** `name → status/reason` of detections, which is what most tests are about. */
export function verdicts(detections: readonly FoundDetection[]): Record<string, string> {
  return Object.fromEntries(
    detections.map(({ name, status, statusReason }) => [
      name,
      statusReason === null ? status : `${status}/${statusReason}`,
    ]),
  );
}

/** How often each operation of AWS was called. */
export function callCounts(sample: AwsSample): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { service, operation, calls } of sample.calls().counts) {
    const name = `${service}:${operation}`;
    counts[name] = (counts[name] ?? 0) + calls;
  }
  return counts;
}
