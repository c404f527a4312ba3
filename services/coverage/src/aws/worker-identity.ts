import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import { createOutgoingAgents } from '@tripline/service';
import { fixedCredentials, type SessionCredentials } from './credentials.js';
import type { AwsSession } from './sdk-session.js';

/** The region of calls that belong to no region, without `AWS_REGION`. */
const DEFAULT_REGION = 'us-east-1';

/** What the SDK found in the worker's own environment. */
export interface WorkerEnvironment {
  /** Region of the worker's STS calls, from `AWS_REGION` or the profile. */
  readonly region: string;
  /** The worker's own credentials: environment, profile, web identity, container or instance. */
  readonly credentials: SessionCredentials;
}

/** Asks the SDK for the worker's region and credentials; the credentials are fetched when first needed and shared from then on. */
export async function workerEnvironment(): Promise<WorkerEnvironment> {
  const { config } = new STSClient({});
  const region = await config.region().catch(() => DEFAULT_REGION);
  // The credential chain's own calls to STS (web identity, roles of a profile) use the proxy as well.
  const sts = new STSClient({ region, requestHandler: createOutgoingAgents() });
  const credentials: AwsCredentialIdentityProvider = sts.config.credentials;
  return { region, credentials: fixedCredentials(credentials) };
}

/** The identity of the session's credentials. */
export async function callerIdentity(
  session: AwsSession,
  region: string,
  signal: AbortSignal,
): Promise<{ readonly arn: string; readonly accountId: string }> {
  const sts = session.client(STSClient, region);
  const { Arn: arn = '', Account: accountId = '' } = await session.call(
    { service: 'sts', region, operation: 'GetCallerIdentity' },
    signal,
    () => sts.send(new GetCallerIdentityCommand({})),
  );
  return { arn, accountId };
}
