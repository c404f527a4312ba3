import type { RuleSummary } from './rule-model.js';

/** The columns of a rule's own row that a {@link RuleSummary} is made of. */
export interface RuleRow {
  id: string;
  owner_id: string;
  key: string;
  created_by: string;
  source_input_type: string;
  source_url: string | null;
  source_title: string;
  version: number;
  title: string;
  level: RuleSummary['level'];
  platform: RuleSummary['platform'];
  techniques: string[];
  state: RuleSummary['state'];
  created_at: Date;
}

/** The names of {@link RuleRow}'s columns, for a select. */
export const SUMMARY_COLUMNS = [
  ...['id', 'owner_id', 'key', 'created_by', 'source_input_type', 'source_url', 'source_title', 'version'],
  ...['title', 'level', 'platform', 'techniques', 'state', 'created_at'],
];

/** A row as lists show it. */
export function toSummary(row: RuleRow): RuleSummary {
  return {
    id: row.id,
    ownerId: row.owner_id,
    key: row.key,
    title: row.title,
    level: row.level,
    platform: row.platform,
    techniques: row.techniques,
    state: row.state,
    createdBy: row.created_by,
    createdAt: row.created_at,
    version: row.version,
    source: { inputType: row.source_input_type, url: row.source_url, title: row.source_title },
  };
}
