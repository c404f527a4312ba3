import { insertMail } from '@tripline/auth';
import { type Knex, storableText } from '@tripline/service';
import { announce } from '@tripline/webhooks';
import { type DueEvent, readChangeEvents, takeDueEvents } from './change-event-store.js';
import { noteReaders, readersOfEvent } from './change-mail-store.js';
import type { ChangeResource } from './change-resource.js';
import { changesOfEvent } from './change-store.js';

/** Changes that a mail names. */
const MOST_IN_MAIL = 20;

/**
 * Tells of events of which nothing more will come, in the caller's transaction: those who asked for it get one mail for each event, of the accounts that they asked for, and
 * the owner's webhooks one call for each.
 * @param scanId only the event of this scan, which ends in this transaction
 * @returns the number of events told
 */
export async function tellChanges(trx: Knex, scanId: string | null = null): Promise<number> {
  const due = await takeDueEvents(trx, scanId);
  for (const event of due) {
    await mailEvent(trx, event.id);
    // An event that grew after it was told is told again only to people who have not heard of it.
    if (event.isFirst) await callWebhooks(trx, event);
  }
  return due.length;
}

async function callWebhooks(trx: Knex, { id, ownerId }: DueEvent): Promise<void> {
  const [event] = await readChangeEvents(trx, [id], [ownerId]);
  if (event !== undefined)
    await announce(trx, 'coverage', ownerId, { type: 'coverage.changed', at: event.at, data: event });
}

async function mailEvent(trx: Knex, id: string): Promise<void> {
  const readers = await readersOfEvent(trx, id);
  if (readers.length === 0) return;
  const [event] = await readChangeEvents(trx, [id]);
  for (const { account, accountIds, email } of readers) {
    const { changes, total } = await changesOfEvent(trx, id, accountIds, MOST_IN_MAIL);
    const several = accountIds.length > 1 && event !== undefined;
    const details = {
      account,
      total,
      ...(several && { accounts: accountIds.length }),
      changes: several ? [event.sentence, ...distinct(changes.map(sentence))] : changes.map(sentence),
    };
    await insertMail(trx, { kind: 'coverage-changes', email, details });
  }
  const told = readers.map(({ userId }) => userId);
  await noteReaders(trx, id, told);
}

const distinct = (sentences: readonly string[]): string[] => [...new Set(sentences)];

function sentence({ from, kind, name, reason, technique_id, to }: ChangeResource): string {
  const shown = storableText(name, 100);
  if (kind === 'coverage_dropped') return `${technique_id} ${shown} was ${from} and is ${to}.`;
  if (kind === 'detection_removed') return `The detection ${shown} is gone.`;
  return `The detection ${shown} can no longer fire${reason === null ? '' : ` (${reason})`}.`;
}
