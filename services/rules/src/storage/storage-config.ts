import type { Tier } from '@tripline/auth';
import { limitSetting } from '@tripline/service';
import type Joi from 'joi';

/** How much each tier may store, in megabytes. */
export interface StorageConfig {
  LIMIT_STORAGE_MB_FREE: number;
  LIMIT_STORAGE_MB_INDIVIDUAL: number;
  LIMIT_STORAGE_MB_PRO: number;
  LIMIT_STORAGE_MB_TEAM: number;
  LIMIT_STORAGE_MB_ENTERPRISE: number;
}

const megabytes = (fallback: number, tier: Tier): Joi.NumberSchema =>
  limitSetting(fallback, { min: 1, max: 1_000_000_000 })
    .unit('megabytes')
    .description(`What an owner of the tier ${tier} may store of rules, generations, documents and pipelines.`);

/** The schema of {@link StorageConfig}, to be spread into a process's own `Joi.object`. */
export const storageSettings = {
  LIMIT_STORAGE_MB_FREE: megabytes(50, 'free'),
  LIMIT_STORAGE_MB_INDIVIDUAL: megabytes(500, 'individual'),
  LIMIT_STORAGE_MB_PRO: megabytes(5 * 1024, 'pro'),
  LIMIT_STORAGE_MB_TEAM: megabytes(50 * 1024, 'team'),
  LIMIT_STORAGE_MB_ENTERPRISE: megabytes(500 * 1024, 'enterprise'),
};

/** What an owner of a tier may store, in bytes. */
export function storageLimit(config: StorageConfig, tier: Tier): number {
  const setting: Readonly<Record<Tier, keyof StorageConfig>> = {
    free: 'LIMIT_STORAGE_MB_FREE',
    individual: 'LIMIT_STORAGE_MB_INDIVIDUAL',
    pro: 'LIMIT_STORAGE_MB_PRO',
    team: 'LIMIT_STORAGE_MB_TEAM',
    enterprise: 'LIMIT_STORAGE_MB_ENTERPRISE',
  };
  return config[setting[tier]] * 1024 * 1024;
}
