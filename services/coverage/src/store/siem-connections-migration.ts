import type { Migration } from '@tripline/service';

/** How the APIs of SIEMs are reached. */
export const siemConnections: Migration = {
  name: '0040-siem-connections',
  async up(trx) {
    await trx.raw(`
      create table coverage.siem_connections (
        siem_id uuid primary key references coverage.siems (id) on delete cascade,
        address text not null,
        -- Sentinel's application; null elsewhere.
        tenant_id text,
        client_id text,
        login_address text,
        -- AES-256-GCM by SIEM_KEY, with the SIEM's id: in another row it cannot be opened.
        sealed bytea not null,
        every_hours integer,
        -- When the next import by schedule is due; null without one.
        next_at timestamptz,
        tried_at timestamptz,
        -- Why the last import failed; null where it did not.
        error text,
        updated_at timestamptz not null
      );
      create index siem_connections_due on coverage.siem_connections (next_at) where next_at is not null;
    `);
  },
};
