import {
  type AccountAnswer,
  type CoverageClient,
  createCoverageClient,
  followScan,
  type OrganizationCoverageAnswer,
  type ScanAnswer,
} from '@tripline/client';
import type { LocalStack } from './local-stack.js';
import type { Progress } from './progress.js';
import { SAMPLE_AWS_ACCOUNT, SAMPLE_ROLE, SAMPLE_ROLE_NAME, type SampleCloud } from './sample-cloud.js';
import { renderCoverage, renderOrganization } from './show-coverage.js';

const GAPS_SHOWN = 5;
/** The name of the sample account in the service. */
export const SAMPLE_ACCOUNT = 'Sample account';

/**
 * Connects the sample account (or finds it again), scans it, and prints its coverage and first gaps; then the same with the organisation that it manages.
 * @returns false when the scan did not succeed
 */
export async function runCoverageJob(
  stack: Pick<LocalStack, 'coverageUrl' | 'sampleCloud'>,
  apiKey: string,
  progress: Progress,
): Promise<boolean> {
  const { coverageUrl, sampleCloud } = stack;
  if (sampleCloud === undefined) {
    progress.say('No sample account: the services talk to the AWS that the environment names.');
    return true;
  }
  const client = createCoverageClient(coverageUrl, apiKey);
  const account = await progress.step('Connecting the sample account', () => connectSample(client, sampleCloud));
  const scan = await progress.step('Scanning the sample account', (detail) => scanWhole(client, account.id, detail));
  const [coverage, { gaps }] = await Promise.all([
    client.coverage(account.id),
    client.gaps(account.id, { limit: GAPS_SHOWN }),
  ]);
  process.stdout.write(`${renderCoverage({ account, scan, coverage, gaps })}\n`);
  const organization = await progress.step('Scanning the sample organization', (detail) =>
    scanOrganization(client, account.id, sampleCloud, detail),
  );
  process.stdout.write(`${renderOrganization(organization)}\n`);
  return scan.status === 'completed';
}

/** Reads the organisation that the sample account manages, connects its other accounts, and scans them all. */
async function scanOrganization(
  client: CoverageClient,
  accountId: string,
  sample: SampleCloud,
  detail: (text: string) => void,
): Promise<OrganizationCoverageAnswer> {
  const id = await client.readOrganization(accountId, SAMPLE_ROLE_NAME);
  sample.trustMembers(await client.organizationExternalId(id));
  const scans = await client.scanOrganization(id);
  for (const [index, scan] of scans.entries()) {
    detail(`account ${index + 1} of ${scans.length}`);
    await followScan(client, scan, () => undefined);
  }
  return client.organizationCoverage(id);
}

async function connectSample(client: CoverageClient, sample: SampleCloud): Promise<AccountAnswer> {
  const known = (await client.accounts()).find(({ name }) => name === SAMPLE_ACCOUNT);
  const account =
    known ??
    (await client.addAccount({ name: SAMPLE_ACCOUNT, provider: 'aws', external_account_id: SAMPLE_AWS_ACCOUNT }));
  sample.trust(account.connection.external_id);
  const connected =
    account.connection.role_arn === null
      ? await client.connect(account.id, SAMPLE_ROLE)
      : { ...account, ...(await client.verify(account.id)) };
  if (connected.status !== 'connected') {
    const { detail } = await client.verify(account.id);
    throw new Error(`the sample account does not let the scanner in: ${detail}`);
  }
  return connected;
}

async function scanWhole(
  client: CoverageClient,
  accountId: string,
  detail: (text: string) => void,
): Promise<ScanAnswer> {
  const { id } = await client.startScan(accountId, null);
  const scan = await followScan(client, id, ({ current_step, progress_percent }) =>
    detail(`${Math.round(progress_percent)} %, ${current_step}`),
  );
  if (scan.status === 'failed') throw new Error(`the scan failed: ${scan.failure?.sentence ?? 'no reason'}`);
  return scan;
}
