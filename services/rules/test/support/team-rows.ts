import { randomUUID } from 'node:crypto';
import type { Knex } from '@tripline/service';
import { eventually } from '@tripline/stack';
import type { Instance, TestUser } from './harness.js';

/** Puts users into one team, the first as its owner, and waits until the instance knows. @returns the team's id */
export async function makeTeam(
  { auth, db }: Instance,
  users: readonly TestUser[],
  roles: readonly string[],
): Promise<string> {
  const teamId = randomUUID();
  await db('auth.teams').insert({ id: teamId, name: 'a team', owner_id: users[0]!.id });
  const joined = Date.now();
  await db('auth.memberships').insert(
    // One after the other, as people join: members are listed in that order.
    users.map((user, index) => ({
      user_id: user.id,
      team_id: teamId,
      role: roles[index],
      joined_at: new Date(joined + index),
    })),
  );
  await changeAccess(db, users);
  for (const { jwt } of users) {
    await eventually(async () => (await auth.authenticate({ authorization: `Bearer ${jwt}` })).teamId === teamId);
  }
  return teamId;
}

/** Takes a user out of their team. */
export async function leaveTeam(db: Knex, user: TestUser): Promise<void> {
  await db('auth.memberships').where({ user_id: user.id }).delete();
  await changeAccess(db, [user]);
}

async function changeAccess(db: Knex, users: readonly TestUser[]): Promise<void> {
  await db('auth.users')
    .whereIn(
      'id',
      users.map(({ id }) => id),
    )
    .update({ access_changed_at: db.raw('clock_timestamp()') });
}

/** A rule as it stands in the tables; what a test does not say is plain. */
export interface RuleRow {
  readonly key?: string;
  readonly createdBy: string;
  readonly teamId?: string | undefined;
  readonly createdAt?: Date;
  readonly title?: string;
  readonly description?: string;
  readonly level?: string;
  readonly platform?: string | null;
  readonly techniques?: readonly string[];
  readonly state?: string;
  readonly values?: readonly string[];
  /** What a search finds it by besides, as the service writes it. */
  readonly names?: string;
  readonly sourceTitle?: string;
}

/** Inserts rules with one version each. @returns their keys */
export async function insertRules(db: Knex, rows: readonly RuleRow[]): Promise<string[]> {
  const from = Date.now();
  // Each a moment after the one before, as a list tells them apart.
  const rules = rows.map((row, at) => ({
    id: randomUUID(),
    key: randomUUID(),
    createdAt: new Date(from + at),
    ...row,
  }));
  if (rules.length === 0) return [];
  await db('rules.rules').insert(
    rules.map((rule) => ({
      id: rule.id,
      key: rule.key,
      created_by: rule.createdBy,
      team_id: rule.teamId ?? null,
      source_input_type: 'text',
      source_url: null,
      source_title: rule.sourceTitle ?? 'An advisory',
      version: 1,
      title: rule.title ?? 'A rule',
      description: rule.description ?? 'Looks for something.',
      level: rule.level ?? 'high',
      platform: rule.platform === undefined ? 'endpoint-sysmon' : rule.platform,
      techniques: rule.techniques ?? ['T1059.001'],
      detection_values: rule.values ?? [],
      search_names: rule.names ?? '',
      state: rule.state ?? 'draft',
      created_at: rule.createdAt,
      updated_at: rule.createdAt,
    })),
  );
  const content = {
    ...{ description: 'Looks for something.', status: 'experimental', yaml: 'title: A rule', conversions: {} },
    ...{ notes: {}, evidence: [], tests: { match: [], noMatch: [] } },
  };
  await db('rules.rule_versions').insert(
    rules.map(({ id, createdAt, createdBy, title = 'A rule' }) => ({
      rule_id: id,
      version: 1,
      created_by: createdBy,
      created_at: createdAt,
      content_sha256: 'none',
      content: JSON.stringify({ title, ...content }),
    })),
  );
  return rules.map(({ key }) => key);
}
