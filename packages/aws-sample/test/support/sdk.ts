import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { type AwsSample, type AwsSampleOptions, startAwsSample } from '@tripline/aws-sample';

/** An access key that no account lists: it belongs to the worker's account. */
export const WORKER = { accessKeyId: 'AKIAWORKERWORKERWORK', secretAccessKey: 'none' };

/** Settings of every client in a test: one attempt, so that the test sees each answer. */
export function clientConfig(sample: AwsSample, region = 'us-east-1', credentials: typeof WORKER = WORKER) {
  return { endpoint: sample.url, region, credentials, maxAttempts: 1 };
}

/** Credentials of a session of a role. */
export async function assume(sample: AwsSample, account: string, role: string, externalId?: string) {
  const sts = new STSClient(clientConfig(sample));
  try {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: `arn:aws:iam::${account}:role/${role}`,
        RoleSessionName: 'test',
        ...(externalId === undefined ? {} : { ExternalId: externalId }),
      }),
    );
    return {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretAccessKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
    };
  } finally {
    sts.destroy();
  }
}

/** Starts samples and stops them when the test is over. */
export function samples() {
  const running: AwsSample[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((sample) => sample.close()));
  });
  return async (options: AwsSampleOptions): Promise<AwsSample> => {
    const sample = await startAwsSample(options);
    running.push(sample);
    return sample;
  };
}

/** The parts of an AWS error that tests look at. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<{ name: string; message: string; status: number | undefined }> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const metadata = '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : {};
    return { name: error.name, message: error.message, status: metadata.httpStatusCode };
  }
  throw new Error('The call went well although it should have been refused.');
}
