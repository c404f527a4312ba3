import { randomUUID } from 'node:crypto';
import type { Knex } from '@tripline/service';

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
