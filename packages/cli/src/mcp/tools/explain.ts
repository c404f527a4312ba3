import { type SigmaEvent, standaloneDocuments } from '@tripline/sigma';
import { createExplainer } from '../../match/explain.js';
import { readSound } from '../collection.js';
import { eventInput, rulesInput } from '../limits.js';
import type { Tool } from '../tool.js';

/** Why an event fires a rule, or does not. */
export const explainTool: Tool<{ rules: string; event: SigmaEvent }> = {
  name: 'explain',
  description:
    'Says why an event satisfies each Sigma rule or does not, test by test. Left out are correlations, and rules for other log sources than the event tells.',
  input: { rules: rulesInput, event: eventInput },
  run: ({ rules, event }) => createExplainer(standaloneDocuments(readSound(rules)))(event),
};
