import type { Migration } from '@tripline/service';

/** Counted generations that are being worked on: given back when the process that works on them no longer says so. */
export const usageReservations: Migration = {
  name: '0008-usage-reservations',
  async up(trx) {
    await trx.raw(`
      create table auth.usage_reservations (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        day date not null,
        buckets text[] not null,
        expires_at timestamptz not null
      );
      create index usage_reservations_user on auth.usage_reservations (user_id);
      create index usage_reservations_expires on auth.usage_reservations (expires_at);
    `);
  },
};
