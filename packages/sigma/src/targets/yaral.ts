import type { Target } from '../convert/target.js';
import { eventLines } from './yaral/events.js';
import { outcomeLines } from './yaral/outcome.js';
import { writeRule } from './yaral/rule-text.js';

/** YARA-L 2.0 of Google SecOps: a whole detection rule. */
export const yaral: Target = {
  id: 'siem_yaral',

  convertCondition(rule, { tree }, ctx) {
    return writeRule(rule, {
      events: eventLines('e', rule.logsource, tree, ctx),
      outcome: outcomeLines('e', rule.logsource, tree, false, new Set(), ctx),
      condition: '$e',
    });
  },

  convertCorrelation() {
    throw new Error('siem_yaral correlations are being written');
  },
};
