/** What an override counts with: a strong mapping, vouched for by the subscriber. */
export const OVERRIDE_CONFIDENCE = 0.9;

/**
 * The mappings `t` of the account `:accountId` that can count, for a statement: those of its detections for which no override speaks, and what
 * overrides say is covered. Selected by account on both sides, since Postgres would otherwise read those of all accounts.
 */
export const COUNTED_MAPPINGS = `(
    select m.detection_id, m.technique_id, m.confidence, m.covers, m.basis
    from coverage.detection_techniques m join coverage.detections own on own.id = m.detection_id
    where own.account_id = :accountId and m.category = 'detect' and m.arrives and not exists (
      select from coverage.mapping_overrides o where o.detection_id = m.detection_id and o.technique_id = m.technique_id)
    union all
    select o.detection_id, o.technique_id, ${OVERRIDE_CONFIDENCE}, true, null
    from coverage.mapping_overrides o where o.account_id = :accountId and o.covers
  )`;
