import { randomUUID } from 'node:crypto';
import { takeSnapshot } from '@tripline/coverage-service';
import type { Knex } from '@tripline/service';

/** Ids of what somebody, or a team, has in both services. */
export interface Belongings {
  readonly ruleKey: string;
  readonly generationId: string;
  readonly accountId: string;
  /** A scan that has ended, and one that has not. */
  readonly scanId: string;
  readonly pendingScanId: string;
  readonly detectionId: string;
  /** Two snapshots of the account. */
  readonly snapshotIds: readonly [string, string];
}

/** A rule of our own. */
export const RULE = `title: Trail Stopped
id: 7b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a07
status: experimental
description: Somebody stops a trail.
tags:
    - attack.defense-impairment
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventName: StopLogging
    condition: selection
level: high
`;

/** Inserts one of each for an owner. */
export async function insertBelongings(db: Knex, createdBy: string, teamId: string | null): Promise<Belongings> {
  const owner = { created_by: createdBy, team_id: teamId };
  const rules = await insertRule(db, owner);
  const coverage = await insertAccounts(db, owner);
  return { ...rules, ...coverage };
}

interface Owner {
  readonly created_by: string;
  readonly team_id: string | null;
}

async function insertRule(db: Knex, owner: Owner): Promise<Pick<Belongings, 'ruleKey' | 'generationId'>> {
  const [id, ruleKey, generationId, now] = [randomUUID(), randomUUID(), randomUUID(), new Date()];
  const source = { input_type: 'text', title: 'An advisory' };
  await db('rules.generations').insert({
    ...{ id: generationId, ...owner, ...source, sha256: 'none', options_sha256: 'none', options: '{}' },
    ...{ engine_version: '1', techniques: '[]', indicators: '[]', skipped: '[]', stats: '{}', created_at: now },
  });
  await db('rules.documents').insert({
    ...{ generation_id: generationId, text: 'An advisory.', blocks: '[]' },
    delete_after: db.raw("now() + interval '1 day'"),
  });
  await db('rules.rules').insert({
    ...{ id, key: ruleKey, ...owner, source_input_type: 'text', source_title: 'An advisory', version: 1 },
    ...{ title: 'Trail Stopped', description: 'Somebody stops a trail.', level: 'high', platform: 'cloud-audit-1' },
    ...{ techniques: [], detection_values: [], created_at: now, updated_at: now },
  });
  const content = {
    ...{ title: 'Trail Stopped', description: 'Somebody stops a trail.', status: 'experimental', yaml: RULE },
    ...{ conversions: {}, notes: {}, evidence: [], tests: { match: [], noMatch: [] } },
  };
  await db('rules.rule_versions').insert({
    ...{ rule_id: id, version: 1, created_by: owner.created_by, created_at: now },
    ...{ content_sha256: 'none', content: JSON.stringify(content) },
  });
  return { ruleKey, generationId };
}

async function insertAccounts(db: Knex, owner: Owner): Promise<Omit<Belongings, 'ruleKey' | 'generationId'>> {
  const [accountId, busyId, scanId, pendingScanId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [detectionId, now] = [randomUUID(), new Date()];
  const account = (id: string, name: string) => ({
    ...{ id, ...owner, name, provider: 'aws', external_account_id: '111122223333', external_id: randomUUID() },
    ...{ role_arn: 'arn:aws:iam::111122223333:role/tripline', status: 'connected', created_at: now, updated_at: now },
  });
  await db('coverage.cloud_accounts').insert([account(accountId, 'scanned'), account(busyId, 'being scanned')]);
  const scan = { created_by: owner.created_by, trigger: 'manual', created_at: now };
  await db('coverage.scans').insert([
    { id: scanId, account_id: accountId, ...scan, status: 'completed', current_step: 'Done', completed_at: now },
    { id: pendingScanId, account_id: busyId, ...scan, status: 'pending', current_step: 'Waiting' },
  ]);
  await db('coverage.detections').insert({
    ...{ id: detectionId, account_id: accountId, type: 'siem_rule', natural_key: 'one', name: 'Trail Stopped' },
    ...{
      is_managed: false,
      status: 'active',
      content: '{}',
      content_sha256: 'none',
      discovered_at: now,
      updated_at: now,
    },
  });
  await db('coverage.account_cells').insert({
    ...{ account_id: accountId, service: 'eventbridge', region: 'us-east-1', is_known: true, scan_id: scanId },
  });
  const first = await takeSnapshot(db, { accountId, scanId, now });
  const second = await takeSnapshot(db, { accountId, scanId: null, now: new Date(now.getTime() + 1) });
  return { accountId, scanId, pendingScanId, detectionId, snapshotIds: [first.id, second.id] };
}
