import type { ProviderFolder } from '@tripline/coverage-service';
import { DEEDS, MAPPED } from './madeup-facts.js';

/** Reads rules on the made-up log of deeds as looking for each of them; no rule of ours asks for less. */
export const madeupDeclared: ProviderFolder['declared'] = {
  prepare: () => undefined,
  read: (sources) => {
    const isOurs = sources.some(({ product }) => product === 'madeup');
    const need = { log: DEEDS, resourceType: null, source: 'store', scope: null, only: null, events: ['List'] };
    return {
      reads: { log: isOurs ? 'judged' : 'foreign', needs: isOurs ? [need] : [], missing: [], doubtful: [], shows: {} },
      mappings: isOurs ? [MAPPED('T1580', 'store/List')] : [],
    };
  },
  named: () => undefined,
  usual: { product: 'madeup', service: 'recorder' },
};
