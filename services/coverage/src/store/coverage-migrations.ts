import type { Migration, MigrationSet } from '@tripline/service';
import { accountOfProof } from './account-of-proof-migration.js';
import { anyProvider } from './any-provider-migration.js';
import { changeEvents } from './change-events-migration.js';
import { changes } from './changes-migration.js';
import { counting } from './counting-migration.js';
import { declaredSiems } from './declared-siems-migration.js';
import { deletedUsers } from './deleted-users-migration.js';
import { endedTeams } from './ended-teams-migration.js';
import { gapRules } from './gap-rules-migration.js';
import { gapWork } from './gap-work-migration.js';
import { goneSiemRules } from './gone-siem-rules-migration.js';
import { heldBack } from './held-back-migration.js';
import { organizationPolicies } from './organization-policies-migration.js';
import { organizations } from './organizations-migration.js';
import { proof } from './proof-migration.js';
import { proofOfAccount } from './proof-of-account-migration.js';
import { scanTraces } from './scan-traces-migration.js';
import { scanTurns } from './scan-turns-migration.js';
import { scope } from './scope-migration.js';
import { seesLogs } from './sees-migration.js';
import { serviceAccountsOfEndedTeams } from './service-accounts-migration.js';
import { siemConnections } from './siem-connections-migration.js';
import { siems } from './siems-migration.js';
import { sights } from './sights-migration.js';
import { techniquesRead } from './techniques-read-migration.js';
import { telemetry } from './telemetry-migration.js';
import { turnsOfDeleted } from './turns-of-deleted-migration.js';
import { untoldDetections } from './untold-detections-migration.js';
import { webhookTests } from './webhook-tests-migration.js';
import { webhooks } from './webhooks-migration.js';
import { whatCounts } from './what-counts-migration.js';

const tables: Migration = {
  name: '0001-accounts-scans-detections',
  async up(trx) {
    await trx.raw(`
      create table coverage.cloud_accounts (
        id uuid primary key,
        created_by uuid not null,
        team_id uuid,
        owner_id uuid not null generated always as (coalesce(team_id, created_by)) stored,
        name text not null,
        provider text not null check (provider in ('aws')),
        external_account_id text not null,
        -- The account's own choice of regions; null is every enabled one.
        regions text[],
        schedule text,
        role_arn text,
        -- Minted here, one per account: whoever could choose it could claim another subscriber's role.
        external_id text not null unique,
        own_credentials boolean not null default false,
        status text not null check (status in ('pending_connection', 'connected', 'broken')),
        last_scan_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index cloud_accounts_by_owner on coverage.cloud_accounts (owner_id, created_at desc, id desc);
      create index cloud_accounts_scheduled on coverage.cloud_accounts (id) where schedule is not null;

      create table coverage.scans (
        id uuid primary key,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        created_by uuid not null,
        trigger text not null check (trigger in ('manual', 'schedule')),
        status text not null
          check (status in ('pending', 'running', 'completed', 'completed_with_errors', 'failed', 'cancelled')),
        -- What the caller asked for; null is the account's own choice.
        regions_asked text[],
        -- What is scanned, and what is not: known once the scan has begun.
        regions text[] not null default '{}',
        regions_skipped json not null default '[]',
        progress_percent double precision not null default 0,
        current_step text not null,
        detections_found integer not null default 0,
        detections_new integer not null default 0,
        detections_updated integer not null default 0,
        detections_removed integer not null default 0,
        -- What failed before there were cells: the role, the list of regions.
        error json,
        api_calls integer not null default 0,
        -- Who works on it: a worker that takes a scan over raises the fence, and whoever holds an older one can write no more.
        fence integer not null default 0,
        heartbeat_at timestamptz,
        -- Claims since a cell was last finished: a scan that gets nowhere is given up.
        attempts integer not null default 0,
        -- Counts by type, region and status when it ended: the detections themselves go on changing.
        summary json,
        started_at timestamptz,
        completed_at timestamptz,
        created_at timestamptz not null
      );
      create unique index scans_one_at_a_time on coverage.scans (account_id) where status in ('pending', 'running');
      create index scans_by_account on coverage.scans (account_id, created_at desc, id desc);
      create index scans_open on coverage.scans (created_at) where status in ('pending', 'running');

      create table coverage.scan_cells (
        scan_id uuid not null references coverage.scans (id) on delete cascade,
        service text not null,
        region text not null,
        status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
        detections integer not null default 0,
        error json,
        finished_at timestamptz,
        primary key (scan_id, service, region)
      );

      -- What is known of an account's grid over all its scans: a cell that could not be read last time is unknown.
      create table coverage.account_cells (
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        service text not null,
        region text not null,
        is_known boolean not null,
        scan_id uuid not null,
        read_at timestamptz,
        primary key (account_id, service, region)
      );

      create table coverage.detections (
        id uuid primary key,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        type text not null,
        -- The cell it lies in; both null for detections that a caller declared.
        service text,
        region text,
        natural_key text not null,
        name text not null,
        source_arn text,
        description text,
        is_managed boolean not null,
        status text not null check (status in ('active', 'degraded', 'disabled', 'unknown', 'removed')),
        status_reason text,
        content json not null,
        -- Of everything above and the mappings: tells an updated detection from one that stayed as it was.
        content_sha256 text not null,
        mapping_count integer not null default 0,
        seen_by_scan uuid,
        discovered_at timestamptz not null,
        updated_at timestamptz not null,
        unique nulls not distinct (account_id, type, region, natural_key)
      );
      create index detections_by_account on coverage.detections (account_id, name, id);
      create index detections_by_cell on coverage.detections (account_id, service, region);

      create table coverage.detection_techniques (
        detection_id uuid not null references coverage.detections (id) on delete cascade,
        technique_id text not null,
        category text not null check (category in ('detect', 'protect', 'respond')),
        strength text not null check (strength in ('minimal', 'partial', 'significant')),
        source text not null check (source in ('vendor', 'ctid', 'event_map', 'sigma', 'inferred')),
        confidence real not null,
        evidence text not null,
        primary key (detection_id, technique_id, category)
      );

      create table coverage.scan_changes (
        scan_id uuid not null references coverage.scans (id) on delete cascade,
        detection_id uuid not null,
        change text not null check (change in ('new', 'updated', 'removed')),
        name text not null,
        type text not null,
        region text not null,
        primary key (scan_id, detection_id)
      );

      create table coverage.snapshots (
        id uuid primary key,
        account_id uuid not null references coverage.cloud_accounts (id) on delete cascade,
        -- Null for a snapshot that a declared detection brought about.
        scan_id uuid references coverage.scans (id) on delete cascade,
        attack_version text not null,
        total_techniques integer not null,
        covered_techniques integer not null,
        partial_techniques integer not null,
        uncovered_techniques integer not null,
        unverified_techniques integer not null,
        unknown_cells integer not null,
        coverage_percent double precision not null,
        average_confidence double precision not null,
        by_tactic json not null,
        created_at timestamptz not null
      );
      create index snapshots_by_account on coverage.snapshots (account_id, created_at desc, id desc);
      create unique index snapshots_one_per_scan on coverage.snapshots (scan_id) where scan_id is not null;

      create table coverage.snapshot_techniques (
        snapshot_id uuid not null references coverage.snapshots (id) on delete cascade,
        technique_id text not null,
        status text not null check (status in ('covered', 'partial', 'uncovered')),
        is_unverified boolean not null,
        confidence double precision not null,
        detection_count integer not null,
        effective_detection_count integer not null,
        regions_covered text[] not null,
        regions_unknown text[] not null,
        detection_ids uuid[] not null,
        primary key (snapshot_id, technique_id)
      );
    `);
  },
};

/** The tables this service owns. */
export const coverageMigrations: MigrationSet = {
  schema: 'coverage',
  migrations: [
    tables,
    endedTeams,
    scanTraces,
    scanTurns,
    deletedUsers,
    turnsOfDeleted,
    serviceAccountsOfEndedTeams,
    proof,
    scope,
    changes,
    whatCounts,
    proofOfAccount,
    telemetry,
    untoldDetections,
    accountOfProof,
    gapRules,
    seesLogs,
    counting,
    gapWork,
    sights,
    organizations,
    changeEvents,
    siems,
    webhooks,
    declaredSiems,
    goneSiemRules,
    siemConnections,
    techniquesRead,
    organizationPolicies,
    anyProvider,
    webhookTests,
    heldBack,
  ],
};
