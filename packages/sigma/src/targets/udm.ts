import type { Target } from '../convert/target.js';

/** Placeholder of the first minutes: replaced by its engineer before anything is released. */
export const udm: Target = {
  id: 'siem_udm',
  convertCondition() {
    throw new Error('siem_udm is being written');
  },
  convertCorrelation() {
    throw new Error('siem_udm is being written');
  },
};
