import type { Knex } from '@tripline/service';

/** An active key as the list shows it. */
export interface ApiKeyRow {
  prefix: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  usedToday: number;
}

/** Whose keys a query may touch. */
export interface KeyScope {
  userId: string;
}

/** The user's active keys, newest first, each with its generations of the present UTC day. */
export async function listActiveKeys(db: Knex, scope: KeyScope): Promise<ApiKeyRow[]> {
  const { rows } = await db.raw<{ rows: ApiKeyRow[] }>(
    `select k.prefix, k.name, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
            coalesce(c.used, 0) as "usedToday"
     from auth.api_keys k
     left join auth.usage_counts c
       on c.user_id = k.user_id and c.day = (now() at time zone 'utc')::date and c.bucket = k.id::text
     where k.user_id = ? and k.revoked_at is null
     order by k.created_at desc, k.id desc`,
    [scope.userId],
  );
  return rows;
}

/** Counts the user's active keys and locks the user's row, so that keys made at once are counted one after another. */
export async function countActiveKeysLocked(trx: Knex.Transaction, scope: KeyScope): Promise<number> {
  await trx.raw('select 1 from auth.users where id = ? for no key update', [scope.userId]);
  const { rows } = await trx.raw<{ rows: { active: number }[] }>(
    'select count(*)::int as active from auth.api_keys where user_id = ? and revoked_at is null',
    [scope.userId],
  );
  return rows[0]?.active ?? 0;
}

/** Inserts a key; returns its creation time, or undefined when its prefix is taken. */
export async function insertKey(
  trx: Knex.Transaction,
  scope: KeyScope,
  key: { id: string; name: string; prefix: string; hash: Buffer },
): Promise<Date | undefined> {
  const { rows } = await trx.raw<{ rows: { created_at: Date }[] }>(
    `insert into auth.api_keys (id, user_id, name, prefix, key_hash) values (?, ?, ?, ?, ?)
     on conflict (prefix) do nothing returning created_at`,
    [key.id, scope.userId, key.name, key.prefix, key.hash],
  );
  return rows[0]?.created_at;
}

/** Revokes an active key of the user; false when there is none with this prefix. */
export async function revokeKey(trx: Knex.Transaction, scope: KeyScope, prefix: string): Promise<boolean> {
  const revoked = await trx('auth.api_keys')
    .where({ user_id: scope.userId, prefix })
    .whereNull('revoked_at')
    .update({ revoked_at: trx.fn.now() });
  return revoked === 1;
}
