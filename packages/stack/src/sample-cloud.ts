import { type AwsSample, sampleInventory, startAwsSample } from '@tripline/aws-sample';
import { onFirstFree } from './held-port.js';

/** The account that the sample server has. */
export const SAMPLE_AWS_ACCOUNT = '111122223333';
/** The role in it that the scanner may assume. */
export const SAMPLE_ROLE = `arn:aws:iam::${SAMPLE_AWS_ACCOUNT}:role/TriplineScanner`;

/** The AWS sample server with one account. */
export interface SampleCloud {
  readonly url: string;
  /** Environment for processes that call AWS, so that they call the sample. */
  readonly env: NodeJS.ProcessEnv;
  /** Sets the external id that the sample's role demands. */
  trust(externalId: string): void;
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
    trust(externalId) {
      for (const role of sample.account(SAMPLE_AWS_ACCOUNT).roles ?? []) {
        if (role.externalId !== null) role.externalId = externalId;
      }
    },
    close: () => sample.close(),
  };
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
