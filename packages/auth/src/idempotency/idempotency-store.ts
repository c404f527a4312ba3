import { inBatches, type Knex } from '@tripline/service';

/** What one caller's key of one operation is known by. */
export interface KeyName {
  readonly userId: string;
  /** Method and path pattern of the operation. */
  readonly operation: string;
  readonly key: string;
}

/** A key that another request holds, or has had an answer for. */
export interface KnownKey {
  readonly request_sha256: Buffer;
  /** Null while the request runs. */
  readonly status: number | null;
  /** The answer (gzip); null while the request runs, and when it was too large to be kept. */
  readonly body: Buffer | null;
}

const KEPT = "interval '24 hours'";
const LEASE_END = 'now() + make_interval(secs => ?)';
/** Keys deleted at once. */
const BATCH = 5_000;

/**
 * Takes a key for a request, unless another has it: one that runs, or one whose answer is from the last 24 hours.
 * @returns undefined when it is taken, else what is known of it
 */
export async function takeKey(
  db: Knex,
  { key, operation, userId }: KeyName,
  request: { readonly claim: string; readonly sha256: Buffer; readonly leaseSeconds: number },
): Promise<KnownKey | undefined> {
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `insert into auth.idempotency_keys as k (user_id, operation, key, claim, request_sha256, leased_until)
       values (?, ?, ?, ?, ?, ${LEASE_END})
       on conflict (user_id, operation, key) do update set claim = excluded.claim, request_sha256 = excluded.request_sha256,
         leased_until = excluded.leased_until, status = null, body = null, created_at = now()
       where k.status is null and k.leased_until < now() or k.status is not null and k.created_at < now() - ${KEPT}`,
      [userId, operation, key, request.claim, request.sha256, request.leaseSeconds],
    );
    if (rowCount > 0) return undefined;
    const stored = await db('auth.idempotency_keys')
      .where({ user_id: userId, operation, key })
      .first<KnownKey | undefined>('request_sha256', 'status', 'body');
    // Given back in between: it is free.
    if (stored !== undefined) return stored;
  }
}

/** Says that the requests of these claims still run. */
export async function renewKeys(db: Knex, claims: readonly string[], leaseSeconds: number): Promise<void> {
  await db.raw(
    `update auth.idempotency_keys set leased_until = ${LEASE_END} where claim = any (?) and status is null`,
    [leaseSeconds, [...claims]],
  );
}

/** Keeps a request's answer, its body as long as the user's kept answers stay within `mostBytes`. */
export async function keepAnswer(
  db: Knex,
  { key, operation, userId }: KeyName,
  answer: { readonly claim: string; readonly status: number; readonly body: Buffer },
  mostBytes: number,
): Promise<void> {
  await db.raw(
    `update auth.idempotency_keys set status = :status, body = case when :size + (
         select coalesce(sum(octet_length(body)), 0) from auth.idempotency_keys where user_id = :userId
       ) <= :mostBytes then :body::bytea end
     where user_id = :userId and operation = :operation and key = :key and claim = :claim`,
    { ...{ userId, operation, key, mostBytes }, ...answer, size: answer.body.length },
  );
}

/** Gives a key back, for a request that was not done. */
export async function giveKeyBack(db: Knex, { key, operation, userId }: KeyName, claim: string): Promise<void> {
  await db('auth.idempotency_keys').where({ user_id: userId, operation, key, claim }).delete();
}

/** Deletes keys whose 24 hours have passed. Any number of workers may. @returns how many */
export function deleteOldIdempotencyKeys(db: Knex): Promise<number> {
  return inBatches(BATCH, async () => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from auth.idempotency_keys where (user_id, operation, key) in (
         select user_id, operation, key from auth.idempotency_keys where created_at < now() - ${KEPT} and leased_until < now() limit ${BATCH})`,
    );
    return rowCount;
  });
}
