import type { ProviderName } from '../cloud/provider.js';

/** An organisation as it is stored, with what the account that it is read through says. */
export interface Organization {
  readonly id: string;
  /** The account here that it is read through. */
  readonly accountId: string;
  readonly provider: ProviderName;
  /** Whose that account is, and so the organisation. */
  readonly ownerId: string;
  readonly teamId: string | null;
  /** The provider's id of it. */
  readonly number: string;
  readonly managementAccount: string;
  readonly root: string;
  readonly roleName: string;
  readonly externalId: string;
  readonly readAt: Date;
  readonly accounts: number;
  readonly connected: number;
}

/** The status of accounts that are scanned and counted. */
export const ACTIVE = 'active';
