import type { Knex } from '@tripline/service';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { findIdentityAccount, type IdentityState, markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import type { OutsideClaims } from '../tokens/oidc-claims.js';
import type { OutsideToken } from '../tokens/oidc-verifier.js';
import { isOfDeletedAccount } from '../users/deletion-store.js';
import { setTier } from '../users/subscription-service.js';
import { setVerifiedEmail } from '../users/user-store.js';
import { insertIdentity, lockIdentity, setClaimsAt } from './identity-store.js';

/** The provider, in the audit log, as the one who changes what it is trusted with. */
const PROVIDER: Actor = { id: 'identity-provider', email: null };

/** Finds the accounts of people whom an outside provider vouches for. */
export interface IdentityService {
  /**
   * The account of a verified token's bearer. It is made, with the tier `free`, at the first token of its issuer and subject, and updated
   * when a token has news. It is never an account that already belongs to somebody, whatever its address. Undefined when the token was
   * issued before its account was deleted.
   */
  resolve(token: OutsideToken): Promise<IdentityState | undefined>;
}

/** Builds the service. */
export function createIdentityService(db: Knex, changes: AccessChanges): IdentityService {
  return {
    async resolve(token) {
      const linked = await findIdentityAccount(db, token);
      if (linked !== undefined && !isNews(token.outside, linked)) return linked;
      const state = await db.transaction((trx) => takeOver(trx, token));
      if (linked !== undefined && state !== undefined) changes.note(state.account.userId);
      return state;
    },
  };
}

/** Whether a provider's claims change anything: they must differ, and not be older than the last ones. */
function isNews({ email, issuedAt, tier }: OutsideClaims, { account, claimsAt }: IdentityState): boolean {
  if (email === undefined && tier === undefined) return false;
  const newest = claimsAt === undefined ? 0 : claimsAt.getTime() / 1000;
  if (issuedAt !== newest) return issuedAt > newest;
  return (email !== undefined && isOtherEmail(email, account)) || (tier !== undefined && tier !== account.ownTier);
}

const isOtherEmail = (email: string, account: Account): boolean => email !== account.email || !account.emailVerified;

/** Makes the user if there is none, and takes over the token's claims; all or nothing, one token after the other. */
async function takeOver(trx: Knex.Transaction, token: OutsideToken): Promise<IdentityState | undefined> {
  const { outside } = token;
  await lockIdentity(trx, token);
  const linked = await findIdentityAccount(trx, token);
  if (linked === undefined && (await isOfDeletedAccount(trx, token, outside.issuedAt))) return undefined;
  const present = linked ?? (await register(trx, token));
  if (!isNews(outside, present)) return present;
  const { account } = present;
  if (outside.email !== undefined && isOtherEmail(outside.email, account)) {
    await setVerifiedEmail(trx, account.userId, outside.email);
    await markAccessChanged(trx, [account.userId]);
    await appendAudit(trx, {
      action: 'user.email_verified',
      actor: { id: account.userId, email: outside.email, teamId: account.teamId },
      target: { type: 'user', id: account.userId },
      details: { issuer: token.issuer },
    });
  }
  if (outside.tier !== undefined && outside.tier !== account.ownTier) {
    await setTier(trx, account.userId, outside.tier, { actor: PROVIDER });
  }
  await setClaimsAt(trx, token, new Date(outside.issuedAt * 1000));
  return found(await findIdentityAccount(trx, token));
}

async function register(trx: Knex.Transaction, token: OutsideToken): Promise<IdentityState> {
  const userId = await insertIdentity(trx, token, token.outside.email);
  await appendAudit(trx, {
    action: 'user.registered',
    actor: { id: userId, email: token.outside.email ?? null },
    target: { type: 'user', id: userId },
    details: { issuer: token.issuer },
  });
  return found(await findIdentityAccount(trx, token));
}

function found(state: IdentityState | undefined): IdentityState {
  if (state === undefined) throw new Error('An identity vanished in the transaction that held it.');
  return state;
}
