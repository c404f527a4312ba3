import type { Knex } from '@tripline/service';
import type { SwitchableDetection } from '../cloud/closing.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';

/** Detections of one account that closings are made from. */
const MOST = 2_000;

/** What of an account's detections gaps may be closed with: those that are switched off and would cover something, and those that the provider asks for. */
export async function switchableDetections(
  db: Knex,
  { closings: { reasons, types } }: ProviderFacts,
  accountId: string,
): Promise<readonly SwitchableDetection[]> {
  const { rows } = await db.raw<{ rows: SwitchableDetection[] }>(
    `select type, region as scope, name, source_arn as arn, is_managed as managed, status_reason as reason,
            case when type = any(:types) then content end as subject,
            array(select technique_id from coverage.detection_techniques m
                  where m.detection_id = d.id and m.covers and m.category = 'detect') as covering
     from coverage.detections d
     where account_id = :accountId and region is not null and status <> 'removed' and (
       type = any(:types)
       or status_reason = any(:reasons)
          and exists (select 1 from coverage.detection_techniques m where m.detection_id = d.id and m.covers))
     order by name, id limit :most`,
    { accountId, types: [...types], reasons: [...reasons], most: MOST },
  );
  return rows;
}
