// Annotated advisories: a folder of `<id>/case.json` with `advisory.{txt,md,pdf}` beside it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { halvesOf } from './halves.mjs';

const SETS = [
  'llmcloudhunter',
  'huntable',
  'tram',
  'annoctr',
  'sigma-linked',
  'cti-hal',
  'stratus',
  'okta-catalog',
  'k8s-matrix',
  'web-exploit',
];
/** The cases of a folder with the half each is of, by set and id. Throws where the folder holds none or one is damaged. */
export function loadCases(folder) {
  const ids = existsSync(folder) ? readdirSync(folder).filter((id) => existsSync(join(folder, id, 'case.json'))) : [];
  if (ids.length === 0) throw new Error(`${folder} holds no annotated advisory (<id>/case.json)`);
  const halfOf = halvesOf(folder);
  const cases = ids.map((id) => {
    const half = halfOf(id);
    const path = join(folder, id, 'case.json');
    try {
      const parsed = JSON.parse(readFileSync(path, 'utf8'));
      return { ...parsed, half, path: join(folder, id, parsed.file) };
    } catch (error) {
      throw new Error(`${path} is no case: ${error.message}`);
    }
  });
  const rank = (set) => (SETS.includes(set) ? SETS.indexOf(set) : SETS.length);
  return cases.sort((a, b) => rank(a.set) - rank(b.set) || (a.id < b.id ? -1 : 1));
}
