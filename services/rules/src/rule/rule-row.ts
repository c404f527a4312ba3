import { DECISION_COLUMNS, type DecisionColumns, toDecision } from './rule-decision.js';
import type { RuleSummary } from './rule-model.js';
import type { PipelineMark } from './rule-resource.js';

/** The columns of a rule's own row that a {@link RuleSummary} is made of. */
export interface SummaryRow extends DecisionColumns {
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
  updated_at: Date;
}

/** The names of {@link SummaryRow}'s columns, for a select. */
export const SUMMARY_COLUMNS = [
  ...['id', 'owner_id', 'key', 'created_by', 'source_input_type', 'source_url', 'source_title', 'version'],
  ...['title', 'level', 'platform', 'techniques', 'state', 'created_at', 'updated_at'],
  ...DECISION_COLUMNS,
];

/** Every column of a rule's own row that is written; Postgres makes the others from these. The bin keeps each. */
export const RULE_COLUMNS = [
  ...[
    'id',
    'key',
    'created_by',
    'team_id',
    'generation_id',
    'source_input_type',
    'source_url',
    'source_title',
    'version',
  ],
  ...[
    'title',
    'description',
    'level',
    'platform',
    'techniques',
    'detection_values',
    'search_names',
    'state',
    'created_at',
    'updated_at',
  ],
  ...DECISION_COLUMNS,
];

/** The same of a version. */
export const VERSION_COLUMNS = [
  ...['rule_id', 'version', 'created_by', 'created_at', 'content_sha256', 'content', 'title', 'pipeline_id'],
  'pipeline_sha256',
];

/** A row as lists show it. */
export function toSummary(row: SummaryRow): RuleSummary {
  return {
    id: row.id,
    ownerId: row.owner_id,
    key: row.key,
    title: row.title,
    level: row.level,
    platform: row.platform,
    techniques: row.techniques,
    state: row.state,
    decision: toDecision(row),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    source: { inputType: row.source_input_type, url: row.source_url, title: row.source_title },
  };
}

/**
 * Whether a version's conversions were made with another pipeline than the default one of its rule's owner, in SQL. The statement calls the
 * version `versions` and the rule `rules`.
 */
export const STALE = `(coalesce(versions.pipeline_id || versions.pipeline_sha256, '') <> coalesce((
  select id || sha256 from rules.pipelines where owner_id = rules.owner_id and is_default), ''))`;

/** What the columns of {@link MADE_WITH} give. */
export interface MadeWithRow {
  pipeline_id: string | null;
  pipeline_sha256: string | null;
}

/** The names of {@link MadeWithRow}'s columns, for a select. */
export const MADE_WITH = ['versions.pipeline_id', 'versions.pipeline_sha256'];

/** What a version's conversions were made with. */
export const toMark = ({ pipeline_id: id, pipeline_sha256: sha256 }: MadeWithRow): PipelineMark | null =>
  id === null || sha256 === null ? null : { id, sha256 };
