import type { ProviderName } from '../cloud/provider.js';
import type { AccountStatus } from './account-resource.js';

/** A cloud account as it is stored. */
export interface Account {
  readonly id: string;
  readonly createdBy: string;
  readonly teamId: string | null;
  readonly name: string;
  readonly provider: ProviderName;
  readonly externalAccountId: string;
  /** Null for every enabled scope. */
  readonly scopes: readonly string[] | null;
  /** A cron expression of five fields, `daily` or `weekly`; null for scans on request only. */
  readonly schedule: string | null;
  readonly roleArn: string | null;
  readonly externalId: string;
  readonly ownCredentials: boolean;
  readonly tags: readonly string[];
  /** ATT&CK groups and campaigns that gaps are told of. */
  readonly actorIds: readonly string[];
  readonly status: AccountStatus;
  readonly lastScanAt: Date | null;
  /** Its scan that is pending or running. */
  readonly scanUnderWay: string | null;
  readonly createdAt: Date;
}
