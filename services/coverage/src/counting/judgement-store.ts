import { type Knex, storableJson } from '@tripline/service';
import type { DeclaredReads } from '../cloud/declared-reading.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import { COUNTING_DAYS } from '../inventory/proof-store.js';
import type { KnownCell } from './compute-coverage.js';
import { judge } from './judge-declared.js';
import { arrivals } from './log-arrival.js';

/**
 * Judges every declared rule of an account by the logs that its cells tell of, and stores what changed, in the caller's transaction. Rules that look for the
 * same are judged once. A proof that still counts shows that the log arrives, whatever was read.
 */
export async function judgeDeclared(
  trx: Knex,
  accountId: string,
  facts: ProviderFacts,
  cells: readonly KnownCell[],
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { reads: DeclaredReads | null }[] }>(
    `select distinct reads from coverage.detections where account_id = ? and type = 'siem_rule'`,
    [accountId],
  );
  if (rows.length === 0) return;
  const ground = {
    scopes: [...new Set(cells.map(({ scope }) => scope))].sort(),
    arrivalOf: arrivals(facts, cells),
    facts,
  };
  const verdicts = rows.map(({ reads }) => {
    const { blind, detail, part, reason, sees, unsure, whole } = judge(reads, ground);
    return { reads, sees, reason, detail, whole, part, unsure, blind };
  });
  const values = { accountId, verdicts: storableJson(verdicts) };
  await trx.raw(
    `with ${JUDGED}
     update coverage.detections d set sees = j.sees, sees_reason = j.reason, sees_detail = j.detail, seen_regions = j.whole,
       part_regions = j.part, unsure_regions = j.unsure
     from judged j where d.id = j.id and (d.sees, d.sees_reason, d.sees_detail, d.seen_regions, d.part_regions, d.unsure_regions)
       is distinct from (j.sees, j.reason, j.detail, j.whole, j.part, j.unsure)`,
    values,
  );
  await trx.raw(
    `with ${JUDGED}
     update coverage.detection_techniques t set arrives = not t.technique_id = any(j.blind)
     from judged j where t.detection_id = j.id and t.arrives = (t.technique_id = any(j.blind))`,
    values,
  );
}

/** The verdict of each declared rule of the account `:accountId`, as a common table expression. */
const JUDGED = `judged as (
  select d.id, case when p.proven then 'yes' else v.sees end as sees, case when p.proven then 'proven' else v.reason end as reason,
    case when p.proven then null else v.detail end as detail, case when p.proven then null else v.whole end as whole,
    case when p.proven then '{}' else v.part end as part, case when p.proven then '{}' else v.unsure end as unsure,
    case when p.proven then '{}' else v.blind end as blind
  from json_to_recordset(cast(:verdicts as json))
      as v(reads jsonb, sees text, reason text, detail text, whole text[], part text[], unsure text[], blind text[])
    join coverage.detections d on d.account_id = :accountId and d.type = 'siem_rule' and d.reads is not distinct from v.reads
    cross join lateral (select exists (
      select from coverage.proof o where o.detection_id = d.id and o.observed_at >= now() - interval '${COUNTING_DAYS} days'
    ) as proven) p
)`;
