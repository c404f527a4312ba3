import { ConflictError, type Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { KeyGrant } from '../key-grants/key-grant.js';
import { countActiveKeys, findKeyMadeUnder, insertKey, type KeyHolder, lockKeyHolder } from './api-key-store.js';
import { mintKey } from './key-format.js';

/** A key at its creation: the only time its full text is at hand. */
export interface CreatedKey extends KeyGrant {
  key: string;
  prefix: string;
  name: string;
  createdAt: Date;
}

/** What a key is to be. */
export interface NewKey extends KeyGrant {
  name: string;
  /** Names the request: another of the same name makes no second key. */
  idempotencyKey: string | undefined;
}

/** @throws ConflictError naming the key that was made under the idempotency key already */
export async function refuseRepeated(
  trx: Knex.Transaction,
  holder: KeyHolder,
  idempotencyKey: string | undefined,
): Promise<void> {
  if (idempotencyKey === undefined) return;
  const prefix = await findKeyMadeUnder(trx, holder, idempotencyKey);
  if (prefix === undefined) return;
  throw new ConflictError(
    `This Idempotency-Key has already made the key ${prefix}, and a key is shown only once. If you no longer have it, revoke it and make another with a new Idempotency-Key.`,
  );
}

/** Makes a key for a holder whose row is held (`lockKeyHolder`). */
export async function issueKey(
  trx: Knex.Transaction,
  holder: KeyHolder,
  { idempotencyKey, name, ...grant }: NewKey,
  keyVendor: string,
): Promise<CreatedKey> {
  // 62^8 prefixes make a collision rare, not impossible: then another key is minted.
  for (;;) {
    const { hash, key, prefix } = mintKey(keyVendor);
    const row = { id: uuidv7(), name, prefix, hash, idempotencyKey, ...grant };
    const createdAt = await insertKey(trx, holder, row);
    if (createdAt !== undefined) return { key, prefix, name, createdAt, ...grant };
  }
}

/** Makes a key for a holder who has fewer active ones than `most`. @throws ConflictError with the refusal when they have; see {@link refuseRepeated} */
export async function issueCountedKey(
  trx: Knex.Transaction,
  holder: KeyHolder,
  key: NewKey,
  { keyVendor, most, refusal }: { keyVendor: string; most: number; refusal: string },
): Promise<CreatedKey> {
  await lockKeyHolder(trx, holder);
  await refuseRepeated(trx, holder, key.idempotencyKey);
  if ((await countActiveKeys(trx, holder)) >= most) throw new ConflictError(refusal);
  return issueKey(trx, holder, key, keyVendor);
}
