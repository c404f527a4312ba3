import type { Knex } from '@tripline/service';
import type { KeyGrant } from '../key-grants/key-grant.js';

/** An active key as the list shows it. */
export interface ApiKeyRow extends KeyGrant {
  prefix: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  usedToday: number;
  /** The prefix of the key it was rotated into. */
  replacedBy: string | null;
}

/** Whose keys a query may touch: those of a user, or of a service account. */
export interface KeyHolder {
  userId: string;
}

/** A key to be stored. */
export interface KeyToInsert extends KeyGrant {
  id: string;
  name: string;
  prefix: string;
  hash: Buffer;
  idempotencyKey: string | undefined;
}

const isActive = (key: string): string =>
  `(${key}.revoked_at is null and (${key}.expires_at is null or ${key}.expires_at > now()))`;

const COLUMNS = `k.prefix, k.name, k.created_at as "createdAt", k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt",
  k.scopes, k.allowed_ips as "allowedIps", k.replaced_by as "replacedBy"`;

/** The holder's active keys, newest first, each with its generations of the present UTC day. */
export async function listActiveKeys(db: Knex, holder: KeyHolder): Promise<ApiKeyRow[]> {
  const { rows } = await db.raw<{ rows: ApiKeyRow[] }>(
    `select ${COLUMNS}, coalesce(c.used, 0) as "usedToday"
     from auth.api_keys k
     left join auth.usage_counts c
       on c.user_id = k.user_id and c.day = (now() at time zone 'utc')::date and c.bucket = k.id::text
     where k.user_id = ? and ${isActive('k')}
     order by k.created_at desc, k.id desc`,
    [holder.userId],
  );
  return rows;
}

/** Holds the holder's row until the transaction ends, so that what makes or rotates their keys goes one after another. */
export async function lockKeyHolder(trx: Knex.Transaction, holder: KeyHolder): Promise<void> {
  await trx.raw('select 1 from auth.users where id = ? for no key update', [holder.userId]);
}

/** Counts the active keys of a holder. One that was rotated does not count while the key it was rotated into is active. */
export async function countActiveKeys(trx: Knex.Transaction, holder: KeyHolder): Promise<number> {
  const { rows } = await trx.raw<{ rows: { active: number }[] }>(
    `select count(*)::int as active from auth.api_keys k
     where k.user_id = ? and ${isActive('k')}
       and not exists (select 1 from auth.api_keys next where next.prefix = k.replaced_by and ${isActive('next')})`,
    [holder.userId],
  );
  return rows[0]?.active ?? 0;
}

/** An active key of the holder, with the prefix of an active key that was rotated into it. */
export async function findActiveKey(
  trx: Knex.Transaction,
  holder: KeyHolder,
  prefix: string,
): Promise<(ApiKeyRow & { replaces: string | null; replacesUntil: Date | null }) | undefined> {
  const { rows } = await trx.raw<{
    rows: (ApiKeyRow & { replaces: string | null; replacesUntil: Date | null })[];
  }>(
    `select ${COLUMNS}, 0 as "usedToday", before.prefix as replaces, before.expires_at as "replacesUntil"
     from auth.api_keys k
     left join auth.api_keys before on before.user_id = k.user_id and before.replaced_by = k.prefix and ${isActive('before')}
     where k.user_id = ? and k.prefix = ? and ${isActive('k')}`,
    [holder.userId, prefix],
  );
  return rows[0];
}

/** The prefix of the key that the holder made under an idempotency key. */
export async function findKeyMadeUnder(
  trx: Knex.Transaction,
  holder: KeyHolder,
  idempotencyKey: string,
): Promise<string | undefined> {
  const row = await trx('auth.api_keys')
    .first<{ prefix: string } | undefined>('prefix')
    .where({ user_id: holder.userId, idempotency_key: idempotencyKey });
  return row?.prefix;
}

/** Inserts a key; returns its creation time, or undefined when its prefix is taken. */
export async function insertKey(trx: Knex.Transaction, holder: KeyHolder, key: KeyToInsert): Promise<Date | undefined> {
  const { rows } = await trx.raw<{ rows: { created_at: Date }[] }>(
    `insert into auth.api_keys (id, user_id, name, prefix, key_hash, expires_at, scopes, allowed_ips, idempotency_key)
     values (:id, :userId, :name, :prefix, :hash, :expiresAt, :scopes, :allowedIps, :idempotencyKey)
     on conflict (prefix) do nothing returning created_at`,
    { ...key, userId: holder.userId, idempotencyKey: key.idempotencyKey ?? null } as never,
  );
  return rows[0]?.created_at;
}

/**
 * Marks a key as rotated into another, and lets it end after the overlap, or when it was to end anyway.
 * @returns when it ends; undefined for at once
 */
export async function replaceKey(
  trx: Knex.Transaction,
  holder: KeyHolder,
  key: { prefix: string; replacedBy: string; overlapSeconds: number },
): Promise<Date | undefined> {
  const { rows } = await trx.raw<{ rows: { ends: Date | null }[] }>(
    `update auth.api_keys set replaced_by = :replacedBy,
       expires_at = least(expires_at, now() + make_interval(secs => :overlapSeconds)),
       revoked_at = case when :overlapSeconds::int = 0 then now() end
     where user_id = :userId and prefix = :prefix
     returning case when revoked_at is null then expires_at end as ends`,
    { ...key, userId: holder.userId },
  );
  return rows[0]?.ends ?? undefined;
}

/** Revokes an active key of the holder; false when there is none with this prefix. */
export async function revokeKey(trx: Knex.Transaction, holder: KeyHolder, prefix: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update auth.api_keys k set revoked_at = now() where k.user_id = ? and k.prefix = ? and ${isActive('k')} returning 1`,
    [holder.userId, prefix],
  );
  return rows.length === 1;
}
