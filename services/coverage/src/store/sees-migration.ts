import type { Migration } from '@tripline/service';

/**
 * Whether the logs of an account bring its declared rules what they name, and what each mapping rests on. Rules that were declared before this were stored
 * without their queries: nobody knows what they look for until they are declared again.
 */
export const seesLogs: Migration = {
  name: '0017-sees-logs',
  async up(trx) {
    await trx.raw(`
      alter table coverage.detections
        -- What a declared rule looks for (DeclaredReads); null where its query was not kept.
        add column reads jsonb,
        -- All null for what a scan found. Reasons and words are the service's own lists, which grow.
        add column sees text check (sees in ('yes', 'no', 'unknown')),
        add column sees_reason text,
        add column sees_detail text,
        -- The regions in which only some of what a declared rule names arrives, and those in which nobody knows.
        add column part_regions text[] not null default '{}',
        add column unsure_regions text[] not null default '{}';
      alter table coverage.detection_techniques
        -- What says so: null for what a scan found, where the mapping's source tells.
        add column basis text check (basis in ('query', 'claimed')),
        -- Whether at least one of the events that show it can arrive.
        add column arrives boolean not null default true;
      update coverage.detections set sees = 'unknown', sees_reason = 'query_not_kept' where type = 'siem_rule';
      update coverage.detection_techniques t set basis = 'claimed', covers = false
        from coverage.detections d where d.id = t.detection_id and d.type = 'siem_rule';
      create index detections_declared on coverage.detections (account_id) where type = 'siem_rule';
      create index detections_seen_in_part on coverage.detections (account_id)
        where part_regions <> '{}' or unsure_regions <> '{}';
    `);
  },
};
