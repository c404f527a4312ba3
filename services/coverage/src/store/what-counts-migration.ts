import type { Migration } from '@tripline/service';

/** What a mapping's status, a detection's sight and a snapshot's regions are counted from. */
export const whatCounts: Migration = {
  name: '0011-what-counts',
  async up(trx) {
    await trx.raw(`
      alter table coverage.detections
        -- The regions whose events reach it, where they are not its own alone; * is every region of the account.
        add column seen_regions text[],
        -- The result of a check of configuration.
        add column compliance text check (compliance in ('passed', 'failed'));
      alter table coverage.detection_techniques
        add column covers boolean not null default false,
        add column asks boolean not null default false;
      update coverage.detection_techniques t set covers = true from coverage.detections d
        where d.id = t.detection_id and t.category = 'detect' and t.source <> 'inferred' and round(t.confidence::numeric, 2) >= 0.6
          and d.type not in ('config_rule', 'securityhub_control');
      alter table coverage.snapshots
        add column regions json not null default '[]',
        add column by_region json not null default '[]';
      alter table coverage.snapshot_techniques
        add column regions_needed text[] not null default '{}',
        add column regions_partial text[] not null default '{}',
        add column reasons text[] not null default '{}';
    `);
  },
};
