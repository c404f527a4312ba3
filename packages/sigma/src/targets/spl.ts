import type { Target } from '../convert/target.js';

/** Placeholder of the first minutes: replaced by its engineer before anything is released. */
export const spl: Target = {
  id: 'siem_spl',
  convertCondition() {
    throw new Error('siem_spl is being written');
  },
  convertCorrelation() {
    throw new Error('siem_spl is being written');
  },
};
