import type { Knex } from '@tripline/service';
import { appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { markAccessChanged } from '../callers/account-store.js';
import { insertMail } from '../outbox/outbox-store.js';
import { keyMatches, readKeyPrefix } from './key-format.js';
import { findKeysToRevoke, type LeakedKey, revokeLeakedKey } from './leaked-key-store.js';

/** A text that a secret-scanning partner took for a key. */
export interface FoundToken {
  readonly token: string;
  /** Where it was found; may be empty. */
  readonly url: string;
}

/** Revokes keys that were found in public. */
export interface LeakedKeyService {
  /** Revokes those of the tokens that are keys, mails their owners and records it. Says nothing of what was a key. */
  report(
    found: readonly FoundToken[],
    origin: { ip: string | undefined; userAgent: string | undefined },
  ): Promise<void>;
}

/** What the log and the mail keep of the place. */
const MAX_URL = 1000;

/** Builds the service. */
export function createLeakedKeyService(deps: {
  db: Knex;
  changes: AccessChanges;
  hintMail: (mailId: string) => void;
  keyVendor: string;
}): LeakedKeyService {
  const { changes, db, hintMail, keyVendor } = deps;
  /** @returns the id of the mail; undefined when somebody else has revoked it meanwhile */
  const revoke = (
    key: LeakedKey,
    url: string,
    origin: Parameters<LeakedKeyService['report']>[1],
  ): Promise<string | undefined> =>
    db.transaction(async (trx) => {
      if (!(await revokeLeakedKey(trx, key))) return undefined;
      await markAccessChanged(trx, [key.holderId]);
      await appendAudit(trx, {
        action: 'key.leaked',
        actor: { id: 'secret-scanning', email: null, teamId: key.teamId ?? undefined, ...origin },
        target: { type: 'api_key', id: key.prefix },
        details: { url },
      });
      return insertMail(trx, { kind: 'leaked-key', email: key.email, keyPrefix: key.prefix, foundAt: url });
    });
  return {
    async report(found, origin) {
      const byPrefix = new Map<string, FoundToken>();
      for (const one of found) {
        const prefix = readKeyPrefix(keyVendor, one.token);
        if (prefix !== undefined) byPrefix.set(prefix, one);
      }
      if (byPrefix.size === 0) return;
      for (const key of await findKeysToRevoke(db, [...byPrefix.keys()])) {
        const one = byPrefix.get(key.prefix);
        if (one === undefined || !keyMatches(one.token, key.hash)) continue;
        const mailId = await revoke(key, one.url.slice(0, MAX_URL), origin);
        changes.note(key.holderId);
        if (mailId !== undefined) hintMail(mailId);
      }
    },
  };
}
