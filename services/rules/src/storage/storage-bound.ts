import type { OwnerScope } from '@tripline/auth';
import { ConflictError, type Knex } from '@tripline/service';
import { findStoredBytes, findStoredBytesInTurn } from './storage-store.js';

/**
 * Lets nobody begin what would be saved who stores all they may already: the work would be for nothing.
 * @throws ConflictError that says how much to delete
 */
export async function requireRoom(scope: OwnerScope, db: Knex, limitBytes: number): Promise<void> {
  const stored = await findStoredBytes(scope, db);
  if (stored >= limitBytes) throw storageFull(scope, stored, limitBytes, stored - limitBytes + 1);
}

/**
 * Ends a transaction that has saved something for the scope's owner: to be called last in it. Exact, however many save at once.
 * @throws ConflictError that says how much to delete
 */
export async function keepWithin(scope: OwnerScope, trx: Knex.Transaction, limitBytes: number): Promise<void> {
  const stored = await findStoredBytesInTurn(scope, trx);
  if (stored > limitBytes) throw storageFull(scope, stored, limitBytes, stored - limitBytes);
}

function storageFull({ teamId }: OwnerScope, stored: number, limitBytes: number, toDelete: number): ConflictError {
  const owner = teamId === undefined ? 'You' : 'Your team';
  return new ConflictError(
    `${owner} may store ${limitBytes} bytes, and this request would bring it to ${stored}. Delete at least ${toDelete} bytes first: rules with POST /v1/rules/delete, generations and their documents with DELETE /v1/generations/{id}, pipelines with DELETE /v1/pipelines/{id}. GET /v1/me says how much is stored.`,
    { details: [{ path: 'storage', message: `delete at least ${toDelete} bytes` }] },
  );
}
