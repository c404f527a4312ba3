import type { AccountStatus } from './account-resource.js';

/** A cloud account as it is stored. */
export interface Account {
  readonly id: string;
  readonly createdBy: string;
  readonly teamId: string | null;
  readonly name: string;
  readonly provider: 'aws';
  readonly externalAccountId: string;
  /** Null: every enabled region. */
  readonly regions: readonly string[] | null;
  /** A cron expression of five fields, `daily` or `weekly`; null: scanned when somebody asks. */
  readonly schedule: string | null;
  readonly roleArn: string | null;
  readonly externalId: string;
  readonly ownCredentials: boolean;
  readonly status: AccountStatus;
  readonly lastScanAt: Date | null;
  readonly createdAt: Date;
}

/** What a customer needs to let us in, as their cloud takes it. */
export interface ConnectionSetup {
  /** Whom the role must trust; null while the service does not know its own principal. */
  readonly workerPrincipal: string | null;
  readonly trustPolicy: object | null;
  readonly permissionsPolicy: object;
}
