import { technique } from '@tripline/attack';
import { insertMail } from '@tripline/auth';
import { type Knex, storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { mailReaders } from './change-mail-store.js';
import type { ChangeResource } from './change-resource.js';
import {
  changesOfScan,
  droppedTechniques,
  passOver,
  storeDetectionChanges,
  storeTechniqueChanges,
  type Taken,
  trimChanges,
} from './change-store.js';

/** Changes that a mail names. */
const MOST_IN_MAIL = 20;

/**
 * Writes into the feed what got worse with a snapshot, in the transaction that takes it. Of what a scan found, those who asked for it get one
 * mail. A snapshot that was counted by another method than the one before (`isComparable` false) tells of nothing: the account did not change.
 */
export async function recordChanges(trx: Knex, taken: Taken, isComparable: boolean): Promise<void> {
  if (!isComparable) return passOver(trx, taken.accountId);
  const detections = await storeDetectionChanges(trx, taken);
  const dropped = await droppedTechniques(trx, taken);
  if (detections + dropped.length === 0) return;
  const named = dropped.map((one) => ({ ...one, id: uuidv7(), name: nameOf(one.technique_id) }));
  await storeTechniqueChanges(trx, taken, named);
  await trimChanges(trx, taken.accountId);
  if (taken.scanId !== null) await mailChanges(trx, taken.accountId, taken.scanId);
}

async function mailChanges(trx: Knex, accountId: string, scanId: string): Promise<void> {
  const { account, emails } = await mailReaders(trx, accountId);
  if (emails.length === 0) return;
  const { changes, total } = await changesOfScan(trx, scanId, MOST_IN_MAIL);
  if (total === 0) return;
  const details = { account, total, changes: changes.map(sentence) };
  for (const email of emails) await insertMail(trx, { kind: 'coverage-changes', email, details });
}

function sentence({ from, kind, name, reason, technique_id, to }: ChangeResource): string {
  const shown = storableText(name, 100);
  if (kind === 'coverage_dropped') return `${technique_id} ${shown} was ${from} and is ${to}.`;
  if (kind === 'detection_removed') return `The detection ${shown} is gone.`;
  return `The detection ${shown} can no longer fire${reason === null ? '' : ` (${reason})`}.`;
}

const nameOf = (techniqueId: string): string => technique(techniqueId)?.name ?? techniqueId;
