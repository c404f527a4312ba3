import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { Origin } from '../audit/audit-log.js';
import { OF_SESSION_SOURCES, type SessionSources } from '../callers/account-store.js';
import { createRandomToken, hashToken, type RandomToken, succeedingToken } from '../secrets/random-token.js';
import type { SigningSecrets } from '../secrets/signing-secrets.js';

const REFRESH_DAYS = 30;
/**
 * Two tabs may refresh with the same token at once, and an answer may be lost. A token used again later than this counts as stolen.
 */
const GRACE_SECONDS = 10;
/** How far a token may lie behind its family's live one to be led there; nobody refreshes more often within the grace. */
const CHAIN_MAX = 20;
/** How long a session lasts that an outside provider vouched for, so that somebody locked out there is also out here. */
const OUTSIDE_HOURS = 12;

/** Longer ones are cut. */
const MAX_USER_AGENT = 300;
/** Most sessions that are listed: those used last. */
const MAX_LISTED = 100;

/** A refresh token's row at the moment it is presented. */
export interface PresentedToken {
  familyId: string;
  userId: string;
  state: 'good' | 'rotated-just-now' | 'reused' | 'expired' | 'ended';
}

/**
 * Begins a session: a family of refresh tokens, with its first. The user's families of which no token is good any more go.
 * @param origin where the sign-in came from, which its user can see
 * @param issuer the outside provider whose word the session rests on; it then lasts 12 hours at most
 */
export async function startFamily(
  trx: Knex,
  userId: string,
  origin: Origin,
  issuer?: string,
): Promise<{ familyId: string; refreshToken: string }> {
  await trx.raw(
    `delete from auth.token_families f where f.user_id = ? and not exists
       (select 1 from auth.refresh_tokens t where t.family_id = f.id and t.expires_at > now())`,
    [userId],
  );
  const familyId = uuidv7();
  await trx('auth.token_families').insert({
    id: familyId,
    user_id: userId,
    ...(issuer === undefined ? {} : { issuer, ends_at: trx.raw('now() + make_interval(hours => ?)', [OUTSIDE_HOURS]) }),
  });
  const first = createRandomToken();
  await addRefreshToken(trx, familyId, first, origin);
  return { familyId, refreshToken: first.token };
}

/**
 * Exchanges a family's live token for its successor, in the transaction that presented it.
 * @returns the family's one live token from then on
 */
export async function rotateRefreshToken(
  trx: Knex,
  { token, familyId, secrets }: { readonly token: string; readonly familyId: string; readonly secrets: SigningSecrets },
  origin: Origin,
): Promise<string> {
  await trx('auth.refresh_tokens')
    .where({ token_hash: hashToken(token) })
    .update({ rotated_at: trx.raw('clock_timestamp()') });
  const next = succeedingToken(token, secrets[0]);
  await addRefreshToken(trx, familyId, next, origin);
  return next.token;
}

/**
 * The family's live token, for a token that was exchanged a moment ago: its successor, or what followed that since.
 * @returns undefined when no secret of ours leads there
 */
export async function liveSuccessor(trx: Knex, token: string, secrets: SigningSecrets): Promise<string | undefined> {
  let current = token;
  for (let step = 0; step < CHAIN_MAX; step += 1) {
    const next = secrets.map((secret) => succeedingToken(current, secret));
    const row = await trx('auth.refresh_tokens')
      .whereIn(
        'token_hash',
        next.map(({ hash }) => hash),
      )
      .first<{ token_hash: Buffer; rotated_at: Date | null } | undefined>('token_hash', 'rotated_at');
    const found = row && next.find(({ hash }) => hash.equals(row.token_hash));
    if (found === undefined || row?.rotated_at === null) return found?.token;
    current = found.token;
  }
  return undefined;
}

/** Adds a token to a family, good for 30 days, and notes that the session was used from there. */
async function addRefreshToken(trx: Knex, familyId: string, { hash }: RandomToken, origin: Origin): Promise<void> {
  const { ip, userAgent } = origin;
  await trx.raw(
    `with used as (
       update auth.token_families set last_used_at = now(), ip = ?, user_agent = ? where id = ?)
     insert into auth.refresh_tokens (token_hash, family_id, expires_at) values (?, ?, now() + make_interval(days => ?))`,
    [ip ?? null, userAgent?.slice(0, MAX_USER_AGENT) ?? null, familyId, hash, familyId, REFRESH_DAYS],
  );
}

/** Looks a token up and locks its family, so that two refreshes with one token run one after the other. */
export async function presentRefreshToken(
  trx: Knex,
  token: string,
  sources: SessionSources,
): Promise<PresentedToken | undefined> {
  const { rows } = await trx.raw<{ rows: { family_id: string; user_id: string; state: PresentedToken['state'] }[] }>(
    `select t.family_id, f.user_id, case
       when f.revoked_at is not null or not ${OF_SESSION_SOURCES} then 'ended'
       when t.expires_at <= now() or f.ends_at <= now() then 'expired'
       when t.rotated_at is null then 'good'
       when t.rotated_at > clock_timestamp() - make_interval(secs => ?) then 'rotated-just-now'
       else 'reused' end as state
     from auth.refresh_tokens t join auth.token_families f on f.id = t.family_id
     where t.token_hash = ? for update`,
    [sources.builtin, sources.issuer ?? null, GRACE_SECONDS, hashToken(token)],
  );
  const row = rows[0];
  return row === undefined ? undefined : { familyId: row.family_id, userId: row.user_id, state: row.state };
}

/** Ends one family. */
export async function revokeFamily(trx: Knex, familyId: string): Promise<void> {
  await trx('auth.token_families').where({ id: familyId }).whereNull('revoked_at').update({ revoked_at: trx.fn.now() });
}

/** Ends all families of a user, but the one to keep. */
export async function revokeFamilies(trx: Knex, userId: string, keepFamilyId?: string): Promise<void> {
  const families = trx('auth.token_families').where({ user_id: userId }).whereNull('revoked_at');
  if (keepFamilyId !== undefined) families.whereNot({ id: keepFamilyId });
  await families.update({ revoked_at: trx.fn.now() });
}

/** Where a session came from when it was last used. */
export interface SessionRow {
  id: string;
  ip: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

/** SQL condition for a token family `f` that can still get tokens; takes the parameters of {@link OF_SESSION_SOURCES}. */
const IS_LIVE = `f.revoked_at is null and (f.ends_at is null or f.ends_at > now()) and ${OF_SESSION_SOURCES}
  and exists (select 1 from auth.refresh_tokens t
              where t.family_id = f.id and t.rotated_at is null and t.expires_at > now())`;
const sourcesOf = ({ builtin, issuer }: SessionSources) => [builtin, issuer ?? null];

/** A user's sessions that have not ended, the last used first; at most 100. */
export async function listFamilies(
  scope: { userId: string },
  db: Knex,
  sources: SessionSources,
): Promise<SessionRow[]> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `select f.id, f.ip, f.user_agent as "userAgent", f.created_at as "createdAt", f.last_used_at as "lastUsedAt"
     from auth.token_families f where f.user_id = ? and ${IS_LIVE}
     order by f.last_used_at desc, f.id desc limit ?`,
    [scope.userId, ...sourcesOf(sources), MAX_LISTED],
  );
  return rows;
}

/** Ends one of a user's sessions. @returns false when they have none of that id, or it has ended */
export async function endFamily(
  scope: { userId: string },
  trx: Knex,
  sources: SessionSources,
  id: string,
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update auth.token_families f set revoked_at = now() where f.id = ? and f.user_id = ? and ${IS_LIVE} returning f.id`,
    [id, scope.userId, ...sourcesOf(sources)],
  );
  return rows.length > 0;
}
