import type { Target } from '../convert/target.js';

/** Placeholder of the first minutes: replaced by its engineer before anything is released. */
export const lucene: Target = {
  id: 'siem_lucene',
  convertCondition() {
    throw new Error('siem_lucene is being written');
  },
  convertCorrelation() {
    throw new Error('siem_lucene is being written');
  },
};
