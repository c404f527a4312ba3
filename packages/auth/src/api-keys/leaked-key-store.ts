import type { Knex } from '@tripline/service';

/** A key whose text was found in public, with whom to tell. */
export interface LeakedKey {
  readonly prefix: string;
  readonly hash: Buffer;
  readonly holderId: string;
  /** The holder's address; of a service account's key, that of its team's owner. */
  readonly email: string;
  /** The team of the holder now, whose log tells of it. */
  readonly teamId: string | null;
}

/** The keys of these prefixes that are not revoked, whoever holds them. */
export async function findKeysToRevoke(db: Knex, prefixes: readonly string[]): Promise<LeakedKey[]> {
  const { rows } = await db.raw<{ rows: LeakedKey[] }>(
    `select k.prefix, k.key_hash as hash, k.user_id as "holderId", coalesce(owner.email, u.email) as email,
            coalesce(m.team_id, a.team_id) as "teamId"
     from auth.api_keys k
     join auth.users u on u.id = k.user_id
     left join auth.memberships m on m.user_id = u.id
     left join auth.service_accounts a on a.user_id = u.id
     left join auth.teams t on t.id = a.team_id
     left join auth.users owner on owner.id = t.owner_id
     where k.prefix = any (?) and k.revoked_at is null`,
    [[...prefixes]],
  );
  return rows;
}

/** Revokes a key, whoever holds it and also when it has expired; false when it is revoked already. */
export async function revokeLeakedKey(trx: Knex.Transaction, { prefix }: LeakedKey): Promise<boolean> {
  const revoked = await trx('auth.api_keys')
    .where({ prefix })
    .whereNull('revoked_at')
    .update({ revoked_at: trx.fn.now() });
  return revoked === 1;
}
