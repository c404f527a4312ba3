import type { Knex } from '@tripline/service';
import { lockAccount } from '../accounts/lock-account.js';
import type { DeclaredReading } from '../cloud/declared-reading.js';
import { refreshSnapshot } from '../counting/refresh-snapshot.js';
import { type DeclaredRule, declaredRule } from '../detections/declared-rule.js';
import type { Standing } from '../detections/declared-standing.js';
import { storeDeclared } from '../detections/declared-store.js';
import type { IdleReason } from './exports/exported-rule.js';
import type { Siem } from './siem-store.js';

/** A stored rule, with what it looks for in accounts of one provider. */
interface PlacedRule {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly claimed: readonly string[];
  readonly enabled: boolean | null;
  readonly failing: string | null;
  readonly idle: IdleReason | null;
  readonly reading: DeclaredReading;
}

/**
 * Makes the rules of a SIEM detections of an account that feeds it: those that read a log which accounts of its provider have. What is a
 * detection already keeps its id; what no longer is one goes; what was declared one by one stays. If the account has been scanned, a new snapshot counts them at once.
 */
export async function placeRules(trx: Knex, siem: Pick<Siem, 'id' | 'kind'>, accountId: string): Promise<void> {
  await lockAccount(trx, accountId);
  const { rows } = await trx.raw<{ rows: PlacedRule[] }>(
    `select r.id, r.name, r.description, r.claimed, r.enabled, r.failing, r.idle, r.readings -> a.provider as reading
     from coverage.siem_rules r join coverage.cloud_accounts a on a.id = :accountId
     where r.siem_id = :siemId and not r.is_declared and r.readings -> a.provider is not null`,
    { accountId, siemId: siem.id },
  );
  const rules = rows.map((row) => detectionOf(row, siem.kind));
  await trx.raw(
    `delete from coverage.detections d using coverage.siem_rules r
     where d.siem_rule_id = r.id and r.siem_id = :siemId and d.account_id = :accountId and not r.is_declared and d.siem_rule_id <> all(cast(:ids as uuid[]))`,
    { accountId, siemId: siem.id, ids: rows.map(({ id }) => id) },
  );
  await storeDeclared(trx, accountId, rules);
  await refreshSnapshot(trx, accountId);
}

/** Removes a SIEM's rules from an account that feeds it no longer. */
export async function withdrawRules(trx: Knex, siemId: string, accountId: string): Promise<void> {
  await lockAccount(trx, accountId);
  await trx.raw(
    `delete from coverage.detections d using coverage.siem_rules r
     where d.siem_rule_id = r.id and r.siem_id = :siemId and d.account_id = :accountId`,
    { accountId, siemId },
  );
  await refreshSnapshot(trx, accountId);
}

function detectionOf(row: PlacedRule, kind: string): DeclaredRule {
  const { claimed, description, id, name, reading } = row;
  const read = { id, title: name, description: description ?? undefined, techniques: claimed, reading };
  const rule = declaredRule({ ...read, status: undefined }, kind);
  return { ...rule, siemRuleId: id, standing: ownStanding(row) ?? rule.standing };
}

/** A rule that does not run counts for nothing, whatever arrives; one that tells nobody counts in part. */
function ownStanding({ enabled, failing, idle }: PlacedRule): Standing | undefined {
  if (failing !== null) return { status: 'disabled', reason: 'failing' };
  if (enabled === false) return { status: 'disabled', reason: 'disabled' };
  if (idle === 'tells_nobody') return { status: 'degraded', reason: idle };
  return idle === null ? undefined : { status: 'disabled', reason: idle };
}
