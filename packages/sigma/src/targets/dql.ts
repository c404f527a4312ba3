import type { Target } from '../convert/target.js';

/** Placeholder of the first minutes: replaced by its engineer before anything is released. */
export const dql: Target = {
  id: 'siem_dql',
  convertCondition() {
    throw new Error('siem_dql is being written');
  },
  convertCorrelation() {
    throw new Error('siem_dql is being written');
  },
};
