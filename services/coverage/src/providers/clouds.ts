import type { Logger } from '@tripline/service';
import { createAwsProvider, loadCollectors } from '../aws/aws-provider.js';
import type { Clouds } from '../cloud/provider.js';
import type { CloudConfig } from '../config.js';

/** Opens every provider. */
export function createClouds(config: CloudConfig, log: Logger): Clouds {
  return { aws: createAwsProvider(config, log) };
}

/** Loads what scans need of every provider; a worker does so before its first scan. */
export const loadClouds = async (): Promise<void> => {
  await loadCollectors();
};
