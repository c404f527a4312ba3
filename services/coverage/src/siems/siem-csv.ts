import { csvFile } from '@tripline/service';
import type { SiemRuleResource } from './siem-resource.js';

/** Rules of a SIEM as a file; the columns are fields of the JSON answer, and `techniques` their ids. */
export const siemRuleCsv = csvFile([
  ...(['name', 'can_fire', 'reason', 'reason_detail', 'enabled', 'schedule', 'last_run_at', 'last_alert_at'] as const),
  ...(['read', 'techniques', 'language', 'key', 'place', 'sigma_id', 'id', 'held_back'] as const),
]);

/** A rule's row. */
export const siemRuleRow = (rule: SiemRuleResource) => ({
  ...rule,
  techniques: rule.techniques.map(({ technique_id }) => technique_id),
});
