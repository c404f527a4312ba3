import type { Migration } from '@tripline/service';

/** Proof: firings of a detection that somebody observed. The same firing is recorded once. */
export const proof: Migration = {
  name: '0008-proof',
  async up(trx) {
    await trx.raw(`
      create table coverage.proof (
        id uuid primary key,
        detection_id uuid not null references coverage.detections (id) on delete cascade,
        kind text not null check (kind in ('finding', 'alert', 'exercise')),
        reference text not null,
        technique_ids text[] not null,
        observed_at timestamptz not null,
        observed_by text,
        note text,
        recorded_by uuid not null,
        created_at timestamptz not null,
        unique (detection_id, kind, reference)
      );
      create index proof_by_detection on coverage.proof (detection_id, observed_at desc, id desc);
    `);
  },
};
