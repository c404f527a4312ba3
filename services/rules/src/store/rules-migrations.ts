import type { Migration, MigrationSet } from '@tripline/service';
import { bulkAndBin } from './bulk-and-bin-migration.js';
import { deletedCounts } from './deleted-counts-migration.js';
import { deletedUsers } from './deleted-users-migration.js';
import { endedTeams } from './ended-teams-migration.js';
import { gapRules } from './gap-rules-migration.js';
import { keptVersions } from './kept-versions-migration.js';
import { pipelinesAlone } from './pipelines-alone-migration.js';
import { pipelines } from './pipelines-migration.js';
import { ruleDecisions } from './rule-decisions-migration.js';
import { ruleSearch } from './rule-search-migration.js';
import { serviceAccountsOfEndedTeams } from './service-accounts-migration.js';
import { siems } from './siems-migration.js';
import { storedBytes } from './stored-bytes-migration.js';
import { techniquesRead } from './techniques-read-migration.js';
import { webhookTests } from './webhook-tests-migration.js';
import { webhooks } from './webhooks-migration.js';

const tables: Migration = {
  name: '0001-generations-and-rules',
  async up(trx) {
    await trx.raw(`
      create table rules.generations (
        id uuid primary key,
        created_by uuid not null,
        team_id uuid,
        owner_id uuid not null generated always as (coalesce(team_id, created_by)) stored,
        input_type text not null,
        url text,
        final_url text,
        title text not null,
        published_at text,
        content_type text,
        sha256 text not null,
        fetched_at timestamptz,
        options_sha256 text not null,
        options json not null,
        engine_version text not null,
        unchanged_since timestamptz,
        techniques json not null,
        indicators json not null,
        skipped json not null,
        stats json not null,
        created_at timestamptz not null
      );
      create index generations_by_owner on rules.generations (owner_id, created_at desc, id desc);
      create index generations_unchanged on rules.generations (owner_id, sha256, options_sha256, created_at);

      create table rules.documents (
        generation_id uuid primary key references rules.generations (id) on delete cascade,
        text text not null,
        blocks json not null,
        delete_after timestamptz not null
      );
      create index documents_by_expiry on rules.documents (delete_after);

      create table rules.rules (
        id uuid primary key,
        key uuid not null,
        created_by uuid not null,
        team_id uuid,
        owner_id uuid not null generated always as (coalesce(team_id, created_by)) stored,
        generation_id uuid references rules.generations (id) on delete set null,
        source_input_type text not null,
        source_url text,
        source_title text not null,
        version integer not null,
        title text not null,
        description text not null,
        level text not null,
        platform text,
        techniques text[] not null,
        detection_values text[] not null,
        state text not null default 'draft' check (state in ('draft', 'accepted', 'rejected', 'deployed')),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (owner_id, key)
      );
      create index rules_by_maker on rules.rules (created_by, created_at desc, id desc);
      create index rules_by_owner on rules.rules (owner_id, created_at desc, id desc);
      create index rules_by_generation on rules.rules (generation_id);
      create index rules_by_technique on rules.rules using gin (techniques);
      create index rules_by_detection_value on rules.rules using gin (detection_values);

      create table rules.rule_versions (
        rule_id uuid not null references rules.rules (id) on delete cascade,
        version integer not null,
        created_by uuid not null,
        created_at timestamptz not null,
        content_sha256 text not null,
        content json not null,
        primary key (rule_id, version)
      );

      create table rules.generation_rules (
        generation_id uuid not null references rules.generations (id) on delete cascade,
        position integer not null,
        rule_id uuid not null references rules.rules (id) on delete cascade,
        version integer not null,
        primary key (generation_id, position)
      );
      create index generation_rules_by_rule on rules.generation_rules (rule_id);
    `);
  },
};

const teamCounts: Migration = {
  name: '0002-team-counts',
  async up(trx) {
    // Counting a team's rules reads two indexes and no row. Both hold each value once with a list of its rows, which Postgres does for texts and not
    // for arrays. An index takes no entry of 2.7 kB: the few rules that name very many techniques are counted from their rows.
    await trx.raw(`
      create function rules.technique_set(text[]) returns text language sql immutable strict parallel safe
        as $$ select pg_catalog.array_to_string($1, ' ') $$;
      alter table rules.rules add column technique_set text collate "C" not null
        generated always as (rules.technique_set(techniques)) stored;
      create index rules_counted on rules.rules (owner_id, created_by, platform, level);
      create index rules_technique_sets on rules.rules (owner_id, technique_set) where length(technique_set) <= 400;
      create index rules_large_technique_sets on rules.rules (owner_id) where length(technique_set) > 400;
    `);
  },
};

/** The tables this service owns. JSON columns are `json`, not `jsonb`: answers must keep their bytes, and nothing is searched within them. */
export const rulesMigrations: MigrationSet = {
  schema: 'rules',
  migrations: [
    tables,
    teamCounts,
    endedTeams,
    keptVersions,
    deletedUsers,
    storedBytes,
    serviceAccountsOfEndedTeams,
    deletedCounts,
    pipelines,
    pipelinesAlone,
    bulkAndBin,
    ruleSearch,
    gapRules,
    siems,
    ruleDecisions,
    webhooks,
    techniquesRead,
    webhookTests,
  ],
};
