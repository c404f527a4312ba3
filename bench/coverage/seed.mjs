import { randomUUID } from 'node:crypto';
import pg from 'pg';

const TYPES = [
  'eventbridge_rule',
  'config_rule',
  'securityhub_control',
  'cloudwatch_alarm',
  'cloudwatch_metric_filter',
];
const REGIONS = ['us-east-1', 'eu-west-1', 'eu-central-1', 'ap-southeast-2'];
/** Snapshots of each account, as months of weekly scans leave them. */
const SNAPSHOTS = 20;

/**
 * Fills a database with accounts of one subscriber: `perAccount` detections each, two techniques per detection, and a history of snapshots.
 * The owner of the tables writes them in a few statements, since a million rows through the service would take long.
 * @returns the accounts' ids
 */
export async function seedAccounts({ adminUrl, userId, accounts, perAccount }) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // The rows are consistent, and three million foreign-key checks would take most of the time.
    await client.query('set session_replication_role = replica');
    const ids = Array.from({ length: accounts }, () => randomUUID());
    await client.query(
      `insert into coverage.cloud_accounts (id, created_by, name, provider, external_account_id, role_arn, external_id, status, last_scan_at, created_at, updated_at)
       select id, $2, 'account ' || n, 'aws', lpad(n::text, 12, '0'), 'arn:aws:iam::' || lpad(n::text, 12, '0') || ':role/scanner', id::text, 'connected', now(), now() - n * interval '1 minute', now()
       from unnest($1::uuid[]) with ordinality as a (id, n)`,
      [ids, userId],
    );
    await client.query(
      `insert into coverage.detections (id, account_id, type, service, region, natural_key, name, source_arn, description, is_managed, status,
         content, content_sha256, mapping_count, seen_by_scan, discovered_at, updated_at)
       select md5(a.id::text || n)::uuid, a.id, ($2::text[])[1 + n % 5], 'service ' || n % 5, ($3::text[])[1 + n % 4], 'arn:aws:things:::' || n,
         'detection ' || md5(n::text), 'arn:aws:things:::' || n, 'Looks for the thing number ' || n, n % 3 = 0, (array['active', 'degraded', 'disabled'])[1 + n % 3],
         json_build_object('kind', 'event_pattern', 'pattern', '{"source":["aws.iam"],"detail":{"eventName":["CreateUser"]}}', 'allManagementEvents', false),
         md5(n::text) || md5(n::text), 2, null, now(), now()
       from unnest($1::uuid[]) as a (id) cross join generate_series(1, $4::integer) as n`,
      [ids, TYPES, REGIONS, perAccount],
    );
    await client.query(
      `insert into coverage.detection_techniques (detection_id, technique_id, category, strength, source, confidence, evidence)
       select d.id, t, 'detect', 'significant', 'event_map', 0.9, 'CreateUser of iam.amazonaws.com' from coverage.detections d, unnest(array['T1136.003', 'T1098.001']) as t`,
    );
    await client.query(
      `insert into coverage.snapshots (id, account_id, scan_id, attack_version, total_techniques, covered_techniques, partial_techniques,
         uncovered_techniques, unverified_techniques, unknown_cells, coverage_percent, average_confidence, by_tactic, created_at)
       select gen_random_uuid(), id, null, '19.1', 104, 40, 20, 44, 3, 1, 38.5, 0.61,
         (select json_agg(json_build_object('id', 'TA00' || t, 'name', 'Tactic ' || t, 'total', 10, 'covered', 4, 'partial', 2, 'uncovered', 4, 'unverified', 0, 'percent', 40)) from generate_series(10, 22) as t),
         now() - n * interval '7 days'
       from unnest($1::uuid[]) as a (id) cross join generate_series(1, $2::integer) as n`,
      [ids, SNAPSHOTS],
    );
    await client.query('vacuum analyze');
    return ids;
  } finally {
    await client.end();
  }
}

/**
 * Makes of seeded accounts one organisation, read through the first of them, whose newest snapshots say something of each technique.
 * @param techniques ids of the techniques that an account is counted by
 * @returns the organisation's id
 */
export async function seedOrganization({ adminUrl, accounts, techniques }) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const id = randomUUID();
    await client.query(
      `insert into coverage.organizations (id, account_id, external_organization_id, management_account, root, role_name, external_id, read_at, created_at)
       select $1, id, 'o-bench', external_account_id, 'r-bench', 'TriplineScanner', 'bench', now(), now() from coverage.cloud_accounts where id = $2`,
      [id, accounts[0]],
    );
    await client.query(
      `insert into coverage.organization_accounts (organization_id, external_account_id, name, status, unit)
       select $1, external_account_id, name, 'active', 'Workloads' from coverage.cloud_accounts where id = any($2::uuid[])`,
      [id, accounts],
    );
    await client.query(
      `insert into coverage.snapshot_techniques (snapshot_id, technique_id, status, is_unverified, confidence, detection_count, effective_detection_count,
         regions_covered, regions_unknown, detection_ids)
       select s.id, t.id, (array['covered', 'partial', 'uncovered'])[1 + (s.nth + t.n) % 3], (s.nth + t.n) % 7 = 0, 0.6, 3, 2,
         array['us-east-1', 'eu-west-1'], '{}', array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()]
       from (select distinct on (account_id) id, row_number() over (order by account_id) as nth from coverage.snapshots
             where account_id = any($1::uuid[]) order by account_id, created_at desc, id desc) s
         cross join unnest($2::text[]) with ordinality as t (id, n)`,
      [accounts, techniques],
    );
    await client.query(
      `insert into coverage.exclusions (id, account_id, kind, technique_id, reason, owner, recorded_by, created_at)
       select gen_random_uuid(), id, 'exclusion', $2, 'no such thing here', 'the bench', created_by, now()
       from coverage.cloud_accounts where id = any($1::uuid[])`,
      [accounts, techniques[0]],
    );
    await client.query('vacuum analyze');
    return id;
  } finally {
    await client.end();
  }
}
