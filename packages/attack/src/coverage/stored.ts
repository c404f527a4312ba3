import type { ControlMapping, MappingCategory, MappingSource, MappingStrength } from './mapping.js';

const SOURCES: ReadonlyMap<string, MappingSource> = new Map([
  ['v', 'vendor'],
  ['c', 'ctid'],
  ['e', 'event_map'],
  ['s', 'sigma'],
  ['i', 'inferred'],
]);
const CATEGORIES: ReadonlyMap<string, MappingCategory> = new Map([
  ['d', 'detect'],
  ['p', 'protect'],
  ['r', 'respond'],
]);
const STRENGTHS: ReadonlyMap<string, MappingStrength> = new Map([
  ['m', 'minimal'],
  ['p', 'partial'],
  ['s', 'significant'],
]);

/**
 * Reads mappings as the data files hold them: `T1530:cdp T1537:ipm`, a technique with one letter each for source, category and strength.
 * Throws on an unknown letter, which can only come from a wrong edit of the file.
 */
export function readMappings(stored: string, evidence: string): readonly ControlMapping[] {
  if (stored === '') return [];
  return stored.split(' ').map((entry) => {
    const [techniqueId = '', letters = ''] = entry.split(':');
    const source = SOURCES.get(letters[0] ?? '');
    const category = CATEGORIES.get(letters[1] ?? '');
    const strength = STRENGTHS.get(letters[2] ?? '');
    if (source === undefined || category === undefined || strength === undefined) {
      throw new Error(`mapping "${entry}" of "${evidence}" must be a technique and three letters, such as T1530:cdp`);
    }
    return { techniqueId, strength, category, source, evidence };
  });
}
