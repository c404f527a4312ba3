import { checkSigma } from '@tripline/sigma';
import { knownTechnique } from '../../check/known-technique.js';
import { rulesInput } from '../limits.js';
import type { Tool } from '../tool.js';

/** Faults and possible improvements of rules. */
export const checkTool: Tool<{ rules: string }> = {
  name: 'check',
  description:
    'Checks Sigma rules against specification, taxonomy and ATT&CK: faults and possible improvements with their lines.',
  input: { rules: rulesInput },
  run: ({ rules }) => checkSigma(rules, { knownTechnique }),
};
