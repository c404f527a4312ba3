import type { Shape } from './answer-shape.js';

// Written from the API document and the contract, as the other shapes.

export const siem: Shape = {
  id: 'uuid',
  name: 'text',
  kind: '=splunk|sentinel|elastic|opensearch|google|sigma',
  team_id: 'uuid?',
  account_ids: 'list',
  rules: {
    total: 'integer',
    can_fire: 'integer',
    never_fires: 'integer',
    unknown: 'integer',
    read_whole: 'integer',
    read_in_part: 'integer',
    not_read: 'integer',
  },
  imported_at: 'instant?',
  connection: 'object?',
  created_at: 'instant',
};

export const siemRule: Shape = {
  id: 'uuid',
  siem_id: 'uuid',
  key: 'text',
  name: 'text',
  description: 'text?',
  place: 'text',
  language: 'text',
  query: 'text',
  can_fire: '=yes|no|unknown',
  reason: 'text?',
  reason_detail: 'text?',
  enabled: 'bool?',
  schedule: 'text?',
  last_run_at: 'instant?',
  last_alert_at: 'instant?',
  failing: 'text?',
  held_back: 'list',
  read: '=whole|part|none',
  unread: 'list',
  outdated: 'list',
  sigma_id: 'text?',
  sigma_version: 'text?',
  techniques: 'list',
  accounts: 'list',
  updated_at: 'instant',
};

export const siemImport: Shape = {
  siem_id: 'uuid',
  applied: 'bool',
  digest: 'text',
  new_total: 'integer',
  changed_total: 'integer',
  gone_total: 'integer',
  unread_total: 'integer',
  same_total: 'integer',
  new: 'list',
  changed: 'list',
  gone: 'list',
  unread: 'list',
  warnings: 'list',
  read: { whole: 'integer', part: 'integer', none: 'integer' },
};

export const siemDrift: Shape = {
  siem_id: 'uuid',
  siem_name: 'text',
  rule_id: 'uuid?',
  sigma_id: 'text',
  name: 'text',
  can_fire: '=yes|no|unknown',
  state: '=same|edited|older|gone',
  gone_at: 'instant?',
  differences: 'list',
};

export const siemCovering: Shape = {
  siem_id: 'uuid',
  siem_name: 'text',
  rule_id: 'uuid',
  name: 'text',
  can_fire: '=yes|no|unknown',
};
