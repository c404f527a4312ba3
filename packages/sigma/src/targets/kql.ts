import type { Target } from '../convert/target.js';

/** Placeholder of the first minutes: replaced by its engineer before anything is released. */
export const kql: Target = {
  id: 'siem_kql',
  convertCondition() {
    throw new Error('siem_kql is being written');
  },
  convertCorrelation() {
    throw new Error('siem_kql is being written');
  },
};
