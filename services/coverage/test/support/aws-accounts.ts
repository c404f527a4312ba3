import {
  type AccountInventory,
  type AwsSample,
  type OrganizationInventory,
  type RegionInventory,
  startAwsSample,
} from '@tripline/aws-sample';
import { createAwsProvider } from '@tripline/coverage-service';
import { createLog } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { useCredentials } from './aws.js';
import { at, newUser, type TestUser } from './harness.js';
import { createScanHarness, endOf, type ScanHarness } from './scan-harness.js';

/** An account of the sample that is connected. */
export interface ConnectedAccount {
  readonly id: string;
  readonly number: string;
}

/** The API and a worker over a sample of AWS, whose accounts tests write and connect. */
export interface AwsAccounts {
  readonly scans: ScanHarness;
  /** Puts an account into the sample, or replaces it. */
  put(number: string, regions: Record<string, RegionInventory>): void;
  /** Puts the organisation that an account manages into the sample, or replaces it. */
  organize(number: string, organization: OrganizationInventory): void;
  /** Sets the external id that an account's role demands. */
  trust(number: string, externalId: string): void;
  /** Takes actions away from an account's role. */
  deny(number: string, actions: readonly string[]): void;
  /** Waits until nothing is left to count anew. */
  counted(): Promise<void>;
  /** Connects an account of the sample, for the harness's subscriber unless another is given. */
  connect(
    number: string,
    more?: { readonly user?: TestUser; readonly regions?: readonly string[] },
  ): Promise<ConnectedAccount>;
  /** Scans an account to the end and waits until nothing is left to count anew; gives the scan. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
  scan(account: ConnectedAccount, user?: TestUser): Promise<any>;
  /** The answer of a path below the account. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  read(account: ConnectedAccount, path: string, user?: TestUser): Promise<any>;
  /** Removes an account of the harness's subscriber, and waits until nothing is left to count anew. */
  remove(account: ConnectedAccount): Promise<void>;
  newUser(): Promise<TestUser>;
  close(): Promise<void>;
}

export async function createAwsAccounts(): Promise<AwsAccounts> {
  const before = { ...process.env };
  const accounts: Record<string, AccountInventory> = {};
  const sample: AwsSample = await startAwsSample({ inventory: { accounts } });
  useCredentials({ AWS_ACCESS_KEY_ID: 'AKIAWORKERWORKERWORK', AWS_SECRET_ACCESS_KEY: 'none' });
  process.env['AWS_ENDPOINT_URL'] = sample.url;
  const provider = createAwsProvider(
    { ROLE_TRUST_CHECK: 'enforce', LIMIT_SCAN_CALLS_AT_ONCE: 24, LIMIT_CLOUD_CALL_SECONDS: 30 },
    createLog({ name: 'test', level: 'silent' }),
  );
  const scans = await createScanHarness(provider);
  scans.startWorker(provider);
  const { api } = scans;
  const counted = () => eventually(async () => (await scans.db('coverage.recounts').first()) === undefined);
  return {
    scans,
    put(number, regions) {
      accounts[number] = {
        roles: accounts[number]?.roles ?? [{ name: 'TriplineScanner', externalId: 'none' }],
        regions,
      };
      sample.setInventory({ accounts });
    },
    organize(number, organization) {
      accounts[number] = { regions: {}, ...accounts[number], organization };
      sample.setInventory({ accounts });
    },
    trust(number, externalId) {
      for (const role of accounts[number]?.roles ?? []) role.externalId = externalId;
      sample.setInventory({ accounts });
    },
    deny(number, actions) {
      for (const role of accounts[number]?.roles ?? []) role.deniedActions = [...actions];
      sample.setInventory({ accounts });
    },
    counted,
    async connect(number, { user = scans.user, regions } = {}) {
      const { body } = await api.http
        .post(at('/accounts'))
        .set(user.key)
        .send({
          name: number,
          provider: 'aws',
          external_account_id: number,
          role_arn: `arn:aws:iam::${number}:role/TriplineScanner`,
          ...(regions && { regions }),
        })
        .expect(200);
      for (const role of accounts[number]?.roles ?? []) role.externalId = body.connection.external_id;
      sample.setInventory({ accounts });
      return { id: body.id, number };
    },
    async scan({ id }, user = scans.user) {
      const { body } = await api.http
        .post(at(`/accounts/${id}/scans`))
        .set(user.key)
        .send({})
        .expect(200);
      const ended = await endOf({ ...scans, user }, body.id);
      await counted();
      return ended;
    },
    read: async ({ id }, path, user = scans.user) =>
      (
        await api.http
          .get(at(`/accounts/${id}${path}`))
          .set(user.key)
          .expect(200)
      ).body,
    async remove({ id }) {
      await api.http
        .delete(at(`/accounts/${id}`))
        .set(scans.user.key)
        .expect(200);
      await counted();
    },
    newUser: () => newUser(api, 'pro'),
    async close() {
      await scans.close();
      await sample.close();
      process.env = before;
    },
  };
}
