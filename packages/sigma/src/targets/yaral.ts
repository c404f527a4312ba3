import type { Target } from '../convert/target.js';

/** Placeholder of the first minutes: replaced by its engineer before anything is released. */
export const yaral: Target = {
  id: 'siem_yaral',
  convertCondition() {
    throw new Error('siem_yaral is being written');
  },
  convertCorrelation() {
    throw new Error('siem_yaral is being written');
  },
};
