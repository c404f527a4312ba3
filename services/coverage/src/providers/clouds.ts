import type { Logger } from '@tripline/service';
import type { Clouds } from '../cloud/provider.js';
import type { CloudConfig } from '../config.js';
import { PROVIDERS } from './list.js';

/** Opens every provider. */
export async function createClouds(config: CloudConfig, log: Logger): Promise<Clouds> {
  return Object.fromEntries(
    await Promise.all(PROVIDERS.map(async ({ facts, open }) => [facts.name, await open(config, log)] as const)),
  );
}

/** Loads what scans need of every provider; a worker does so before its first scan. */
export async function loadClouds(): Promise<void> {
  await Promise.all(PROVIDERS.map(({ load }) => load()));
}
