import type { Shape } from './answer-shape.js';

// Written from the API document and the contract, not from the code: what callers were promised.

const SCAN_STATUS = '=pending|running|completed|completed_with_errors|failed|cancelled';
const TECHNIQUE_STATUS = '=covered|partial|uncovered';

export const account: Shape = {
  id: 'uuid',
  name: 'text',
  provider: '=aws',
  external_account_id: 'text',
  regions: 'list?',
  schedule: 'text?',
  connection: {
    role_arn: 'text?',
    external_id: 'text',
    worker_principal: 'text?',
    trust_policy: 'object?',
    permissions_policy: 'object',
    permissions: 'list',
    own_credentials: 'bool',
  },
  tags: 'list',
  owner: '=user|team',
  actor_ids: 'list',
  status: '=pending_connection|connected|broken',
  last_scan_at: 'instant?',
  scan_under_way: 'uuid?',
  created_at: 'instant',
};

const figures = {
  scan_id: 'uuid?',
  attack_version: 'text',
  counting_version: 'integer',
  reading_version: 'integer',
  total_techniques: 'integer',
  covered_techniques: 'integer',
  partial_techniques: 'integer',
  uncovered_techniques: 'integer',
  unverified_techniques: 'integer',
  unknown_techniques: 'integer',
  unknown_cells: 'integer',
  coverage_percent: 'number',
  average_confidence: 'number',
  created_at: 'instant',
} as const;

export const snapshot: Shape = { id: 'uuid', ...figures, counted_anew_because: 'text?' };

export const coverageSummary: Shape = {
  cloud_account_id: 'uuid',
  cloud_account_name: 'text',
  visible_techniques: 'integer',
  proven_techniques: 'integer',
  excluded_techniques: 'integer',
  last_scan_at: 'instant?',
  by_tactic: [
    {
      tactic_id: 'text',
      tactic: 'text',
      name: 'text',
      total: 'integer',
      covered: 'integer',
      partial: 'integer',
      uncovered: 'integer',
      unknown: 'integer',
    },
  ],
  regions: [{ region: 'text', read_at: 'instant' }],
  by_region: [
    {
      region: 'text',
      total: 'integer',
      covered: 'integer',
      partial: 'integer',
      uncovered: 'integer',
      unknown: 'integer',
      unverified: 'integer',
      coverage_percent: 'number',
    },
  ],
  ...figures,
};

export const visibility: Shape = {
  technique_id: 'text',
  name: 'text',
  tactics: ['text'],
  visibility: '=visible|detected|blind|excluded',
  status: '=covered|partial|uncovered',
  unknown_because: 'text?',
  excluded: 'bool',
  unverified: 'bool',
  score: 'integer',
  regions_needed: 'list',
  regions_visible: 'list',
  regions_blind: 'list',
  regions_unknown: 'list',
  logs: 'list',
  reasons: 'list',
};

const lastProof = { proven_at: 'instant?', proof_age_days: 'integer?' } as const;

export const proof: Shape = {
  id: 'uuid',
  detection_id: 'uuid',
  kind: '=finding|alert|exercise',
  reference: 'text',
  technique_ids: ['text'],
  observed_at: 'instant',
  age_days: 'integer',
  observed_by: 'text?',
  note: 'text?',
  recorded_by: 'uuid',
  created_at: 'instant',
};

const actorName = { id: 'text', kind: '=group|campaign', name: 'text' } as const;

export const actor: Shape = {
  ...actorName,
  aliases: 'list',
  technique_count: 'integer',
  cloud_technique_count: 'integer',
};

export const actorCoverage: Shape = {
  ...actorName,
  total_techniques: 'integer',
  covered_techniques: 'integer',
  partial_techniques: 'integer',
  uncovered_techniques: 'integer',
  unknown_techniques: 'integer',
  excluded_techniques: 'integer',
  coverage_percent: 'number',
  uncovered: 'list',
  unknown: 'list',
};

export const accountChange: Shape = {
  id: 'uuid',
  kind: '=coverage_dropped|detection_removed|detection_stopped',
  at: 'instant',
  scan_id: 'uuid?',
  event_id: 'uuid?',
  technique_id: 'text?',
  detection_id: 'uuid?',
  name: 'text',
  from: 'text',
  to: 'text',
  reason: 'text?',
};

export const webhook = {
  id: 'uuid',
  url: 'text',
  description: 'text',
  events: 'list',
  active: 'bool',
  previous_until: 'instant?',
  created_at: 'instant',
} as const;

export const webhookDelivery = {
  id: 'uuid',
  type: 'text',
  test: 'bool',
  state: '=pending|delivered|failed',
  attempts: 'integer',
  created_at: 'instant',
  next_attempt_at: 'instant?',
  ended_at: 'instant?',
  response_status: 'integer?',
  error: 'text?',
} as const;

export const changeMail: Shape = { cloud_account_id: 'uuid', enabled: 'bool', email: 'text?' };

export const exclusion: Shape = {
  id: 'uuid',
  cloud_account_id: 'uuid',
  kind: '=exclusion|accepted_risk',
  technique_id: 'text?',
  technique_name: 'text?',
  detection_id: 'uuid?',
  detection_name: 'text?',
  reason: 'text',
  owner: 'text',
  expires_at: 'instant?',
  in_force: 'bool',
  recorded_by: 'uuid',
  created_at: 'instant',
};

export const override: Shape = {
  id: 'uuid',
  cloud_account_id: 'uuid',
  detection_id: 'uuid',
  detection_name: 'text',
  technique_id: 'text',
  technique_name: 'text',
  covers: 'bool',
  reason: 'text',
  recorded_by: 'uuid',
  created_at: 'instant',
};

export const technique: Shape = {
  ...lastProof,
  technique_id: 'text',
  name: 'text',
  tactics: ['text'],
  is_subtechnique: 'bool',
  parent_id: 'text?',
  status: TECHNIQUE_STATUS,
  unverified: 'bool',
  excluded: 'bool',
  confidence: 'number',
  detection_count: 'integer',
  effective_detection_count: 'integer',
  regions_needed: 'list',
  regions_covered: 'list',
  regions_partial: 'list',
  regions_unknown: 'list',
  reasons: 'list',
  detection_ids: 'list',
};

const matrixCell = {
  technique_id: 'text',
  name: 'text',
  tactics: ['text'],
  status: TECHNIQUE_STATUS,
  unverified: 'bool',
  unknown_because: 'text?',
  excluded: 'bool',
  visible: 'bool?',
  used_by: 'list',
  confidence: 'number',
  detection_count: 'integer',
  effective_detection_count: 'integer',
} as const;

export const matrixTechnique: Shape = { ...matrixCell, parent_id: 'text?', sub_techniques: 'list' };

export const gap: Shape = {
  technique_id: 'text',
  name: 'text',
  tactics: ['text'],
  status: TECHNIQUE_STATUS,
  unverified: 'bool',
  excluded: 'bool',
  actors: 'list',
  priority: '=critical|high|medium|low',
  score: 'number',
  reasons: ['text'],
  prevalence: { groups: 'integer', software: 'integer', campaigns: 'integer' },
  cloud_prevalence: { groups: 'integer', campaigns: 'integer' },
  forbidden_by: 'list',
  forbidden_wholly: 'bool',
  used_in_wild: 'bool',
  advisories_read: { count: 'integer', latest: 'list' },
  log_sources: 'list',
  log_cost: '=included|charged|none',
  suggested_detections: 'list',
  generate: 'object?',
  generate_reason: 'text?',
  closes: 'list',
  rules: 'list',
  state: 'text',
  owner: 'text?',
  due_at: 'instant?',
  ticket_url: 'text?',
  rule_count: 'number',
  deployed_rule_count: 'number',
};

export const change: Shape = {
  technique_id: 'text',
  name: 'text',
  from: `${TECHNIQUE_STATUS}?`,
  to: `${TECHNIQUE_STATUS}?`,
  confidence_from: 'number',
  confidence_to: 'number',
};

export const detection: Shape = {
  id: 'uuid',
  cloud_account_id: 'uuid',
  name: 'text',
  detection_type:
    '=guardduty_detector|guardduty_custom_rule|eventbridge_rule|cloudwatch_alarm|cloudwatch_metric_filter|logs_insights_query|config_rule|securityhub|securityhub_standard|securityhub_control|securityhub_insight|cloudtrail_insights|access_analyzer|macie|inspector|network_firewall|lambda_detection|siem_rule',
  status: '=active|degraded|disabled|unknown|removed',
  status_reason: 'text?',
  status_words: 'object?',
  sees: '=yes|no|unknown?',
  sees_reason: 'text?',
  sees_detail: 'text?',
  source_arn: 'text?',
  region: 'text?',
  description: 'text?',
  seen_regions: 'list?',
  compliance: '=passed|failed?',
  is_managed: 'bool',
  tags: 'list',
  ...lastProof,
  mapping_count: 'integer',
  technique_counts: { detect: 'integer', protect: 'integer', respond: 'integer', covers: 'integer' },
  mapped_techniques: [
    {
      technique_id: 'text',
      technique_name: 'text',
      confidence: 'number',
      strength: '=minimal|partial|significant',
      category: '=detect|protect|respond',
      source: '=vendor|ctid|event_map|sigma|inferred|override',
      covers: 'bool',
      basis: '=query|mapping|override|claimed',
      evidence: 'text',
      override: 'object?',
    },
  ],
  discovered_at: 'instant',
  updated_at: 'instant',
};

export const scan: Shape = {
  id: 'uuid',
  cloud_account_id: 'uuid',
  status: SCAN_STATUS,
  progress_percent: 'number',
  current_step: 'text',
  regions: ['text'],
  detections_found: 'integer',
  detections_new: 'integer',
  detections_updated: 'integer',
  detections_removed: 'integer',
  failure: 'object?',
  errors: [
    {
      service: 'text',
      region: 'text?',
      operation: 'text?',
      code: 'text',
      kind: '=access_denied|throttled|not_opted_in|expired|timeout|service_error|unexpected',
      message: 'text',
      missing_action: 'text?',
      attempts: 'integer',
      at: 'instant',
    },
  ],
  started_at: 'instant?',
  completed_at: 'instant?',
  created_at: 'instant',
};

const changed: Shape = [{ id: 'uuid', name: 'text', detection_type: 'text', region: 'text?' }];

export const scanResults: Shape = {
  scan_id: 'uuid',
  cloud_account_id: 'uuid',
  status: SCAN_STATUS,
  failure: 'object?',
  regions_scanned: ['text'],
  regions_skipped: [{ region: 'text', reason: 'text' }],
  detections_found: 'integer',
  new: changed,
  updated: changed,
  removed: changed,
  total_changes: 'integer',
  by_type: 'object',
  by_region: 'object',
  by_status: 'object',
  unmapped_count: 'integer',
  errors_count: 'integer',
  coverage_before: 'number?',
  coverage_after: 'number?',
  techniques_gained: ['text'],
  techniques_lost: ['text'],
  api_calls: 'integer',
  duration_ms: 'integer',
};

export const message: Shape = { message: 'text' };

export const organization: Shape = {
  id: 'uuid',
  external_organization_id: 'text',
  cloud_account_id: 'uuid',
  management_account: 'text',
  role_name: 'text',
  accounts: 'integer',
  accounts_here: 'integer',
  read_at: 'instant',
};

export const organizationAccount: Shape = {
  external_account_id: 'text',
  name: 'text',
  status: 'text',
  unit: 'text',
  cloud_account_id: 'uuid?',
  connection: 'text?',
  last_scan_at: 'instant?',
};

export const organizationTechnique: Shape = {
  ...{ technique_id: 'text', name: 'text', covered_in: 'integer', partial_in: 'integer' },
  ...{ unknown_in: 'integer', uncovered_in: 'integer', excluded_in: 'integer' },
};

export const organizationAccountCoverage: Shape = {
  external_account_id: 'text',
  name: 'text',
  status: 'text',
  unit: 'text',
  cloud_account_id: 'uuid?',
  covered_techniques: 'integer?',
  partial_techniques: 'integer?',
  unknown_techniques: 'integer?',
  uncovered_techniques: 'integer?',
  coverage_percent: 'number?',
  counted_at: 'instant?',
};

export const changeEvent: Shape = {
  id: 'uuid',
  at: 'instant',
  because: 'text',
  sentence: 'text',
  scan_id: 'uuid?',
  accounts: 'integer',
  cloud_account_ids: 'list',
  techniques: 'integer',
  technique_ids: 'list',
  detections: 'integer',
};
