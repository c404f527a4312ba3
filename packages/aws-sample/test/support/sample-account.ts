import { type AwsSample, sampleInventory } from '@tripline/aws-sample';
import { assume, clientConfig, type samples } from './sdk.js';

/** The account of the sample inventory in this package. */
export const SAMPLE_ACCOUNT = '111122223333';

/** A server with the sample account, and client settings of a session that may read it, or of its operator, who may also write. */
export async function sampleAccount(start: ReturnType<typeof samples>) {
  const sample: AwsSample = await start({ inventory: await sampleInventory() });
  const session = await assume(sample, SAMPLE_ACCOUNT, 'AnyoneMayScan', 'anything');
  return {
    sample,
    config: (region = 'us-east-1') => clientConfig(sample, region, session),
    operator: (region = 'us-east-1') =>
      clientConfig(sample, region, { accessKeyId: 'AKIASAMPLEOPERATOR00', secretAccessKey: 'none' }),
  };
}
