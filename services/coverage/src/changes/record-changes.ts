import { technique } from '@tripline/attack';
import type { Knex } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { eventOf, takeLostFeeds } from './change-event-store.js';
import {
  droppedTechniques,
  hasDetectionChanges,
  passOver,
  storeDetectionChanges,
  storeTechniqueChanges,
  type Taken,
  trimChanges,
} from './change-store.js';

/**
 * Writes into the feed what got worse with a snapshot, in the transaction that takes it, as part of the event that its cause is. A snapshot that was counted by
 * another method than the one before (`isComparable` false) tells of nothing: the account did not change.
 */
export async function recordChanges(trx: Knex, taken: Taken, isComparable: boolean): Promise<void> {
  const lost = await takeLostFeeds(trx, taken.accountId);
  if (!isComparable) return passOver(trx, taken.accountId);
  const dropped = await droppedTechniques(trx, taken);
  if (dropped.length === 0 && !(await hasDetectionChanges(trx, taken.accountId))) return passOver(trx, taken.accountId);
  const event = await eventOf(trx, taken, lost);
  await storeDetectionChanges(trx, taken, event);
  const named = dropped.map((one) => ({ ...one, id: uuidv7(), name: nameOf(one.technique_id) }));
  await storeTechniqueChanges(trx, taken, event, named);
  await trimChanges(trx, taken.accountId);
}

const nameOf = (techniqueId: string): string => technique(techniqueId)?.name ?? techniqueId;
