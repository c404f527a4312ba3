import { lastSeal, sealedEventsAfter } from '@tripline/auth';
import { type Knex, type Logger, type Repeated, repeat } from '@tripline/service';
import { announce } from '@tripline/webhooks';
import { AUDIT_EVENT } from './webhook-form.js';

/** How soon webhooks are told of a minute that was sealed. */
const ROUND_SECONDS = 2;
/** Webhooks that one round tells. */
const AT_ONCE = 50;

/** Tells webhooks what teams' audit logs record, each event once, as the log is sealed. Any number of workers may run it. */
export function startAuditRelay({ db, log }: { readonly db: Knex; readonly log: Logger }): Repeated {
  return repeat(ROUND_SECONDS, 'audit events for webhooks', log, () =>
    db.transaction(async (trx) => {
      await placeReaders(trx);
      for (const reader of await readersBehind(trx)) await tell(trx, reader);
    }),
  );
}

/** Those that want audit events begin at the end of the log, and those that no longer do lose their place. */
async function placeReaders(trx: Knex): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string; owner: string }[] }>(
    `with left_off as (
       update rules.webhooks set audit_position = null where audit_position is not null and not (is_active and :type = any(events))
     )
     select w.id, w.owner_id as owner from rules.webhooks w join auth.teams t on t.id = w.owner_id
     where w.audit_position is null and w.is_active and :type = any(w.events) limit ${AT_ONCE} for update of w skip locked`,
    { type: AUDIT_EVENT },
  );
  for (const { id, owner } of rows) {
    await trx('rules.webhooks')
      .where({ id })
      .update({ audit_position: await lastSeal({ teamId: owner }, trx) });
  }
}

/** A webhook and how far it was told. */
interface Reader {
  readonly id: string;
  readonly owner: string;
  readonly position: string;
}

async function readersBehind(trx: Knex): Promise<Reader[]> {
  const { rows } = await trx.raw<{ rows: Reader[] }>(
    `select id, owner_id as owner, audit_position::text as position from rules.webhooks w where audit_position is not null
       and exists (select from auth.audit_seals s where s.owner = w.owner_id::text and s.position > w.audit_position)
     order by id limit ${AT_ONCE} for update skip locked`,
  );
  return rows;
}

async function tell(trx: Knex, { id, owner, position }: Reader): Promise<void> {
  const sealed = await sealedEventsAfter({ teamId: owner }, trx, position);
  if (sealed === undefined) return;
  for (const event of sealed.events) {
    await announce(trx, 'rules', owner, { type: AUDIT_EVENT, at: event.at, data: { ...event } }, [id]);
  }
  await trx('rules.webhooks').where({ id }).update({ audit_position: sealed.position });
}
