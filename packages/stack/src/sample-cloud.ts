import { type AwsSample, sampleInventory, startAwsSample } from '@tripline/aws-sample';
import { onFirstFree } from './held-port.js';

/** The account that the sample server has. */
export const SAMPLE_AWS_ACCOUNT = '111122223333';
/** The role in it, and in the other accounts of its organisation, that the scanner may assume. */
export const SAMPLE_ROLE_NAME = 'TriplineScanner';
export const SAMPLE_ROLE = `arn:aws:iam::${SAMPLE_AWS_ACCOUNT}:role/${SAMPLE_ROLE_NAME}`;

/** The AWS sample server with an account and the organisation that it manages. */
export interface SampleCloud {
  readonly url: string;
  /** Environment for processes that call AWS, so that they call the sample. */
  readonly env: NodeJS.ProcessEnv;
  /** Sets the external id that the sample's role demands. */
  trust(externalId: string): void;
  /** Sets the external id that the roles of the organisation's other accounts demand. */
  trustMembers(externalId: string): void;
  close(): Promise<void>;
}

/**
 * Starts the sample, unless the environment names another AWS (`AWS_ENDPOINT_URL`) or the real one (`AWS_SAMPLE=off`): then undefined, and
 * the services use the SDK's own settings.
 * @param ports where it may listen, in the order they are tried
 */
export async function startSampleCloud(ports: readonly number[]): Promise<SampleCloud | undefined> {
  if (process.env['AWS_ENDPOINT_URL'] || process.env['AWS_SAMPLE'] === 'off') return undefined;
  const inventory = await sampleInventory();
  const sample: AwsSample = await onFirstFree(ports, (port) => startAwsSample({ inventory, port }));
  return {
    url: sample.url,
    env: sampleCloudEnvironment(sample.url),
    trust: (externalId) => demand(sample, SAMPLE_AWS_ACCOUNT, externalId),
    trustMembers(externalId) {
      const others = Object.keys(inventory.accounts).filter((number) => number !== SAMPLE_AWS_ACCOUNT);
      for (const number of others) demand(sample, number, externalId);
    },
    close: () => sample.close(),
  };
}

/** Sets the external id of an account's roles that demand one. */
function demand(sample: AwsSample, number: string, externalId: string): void {
  for (const role of sample.account(number).roles ?? []) {
    if (role.externalId !== null) role.externalId = externalId;
  }
}

/** Environment for processes that call AWS, so that they call a sample at `url`. */
function sampleCloudEnvironment(url: string): NodeJS.ProcessEnv {
  return {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIATRIPLINEWORKER00',
    AWS_SECRET_ACCESS_KEY: 'the sample checks no signature',
    AWS_EC2_METADATA_DISABLED: 'true',
    // A developer's own profile or session must not reach the sample.
    AWS_PROFILE: undefined,
    AWS_SESSION_TOKEN: undefined,
  };
}
