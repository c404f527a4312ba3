// Which advisories may be read while the engine is worked on, and which are only counted (see CONTRIBUTING.md, "Measuring the engine").

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the order of the columns. `old`: the first round. Of later rounds, `working` may be read, `judging` is only counted. */
export const HALVES = ['old', 'working', 'judging'];

/** The half of everything in a folder without an index: all of it may be read. */
const UNDIVIDED = 'all';

/**
 * Makes a function that gives the half of a case of this folder. `index.json` gives each id its round; later rounds are divided by the
 * first hexadecimal digit of the id's SHA-256. Throws for a case that the index does not list, since it might be one that may not be read.
 */
export function halvesOf(folder) {
  const path = join(folder, 'index.json');
  if (!existsSync(path)) return () => UNDIVIDED;
  const rounds = new Map(JSON.parse(readFileSync(path, 'utf8')).map(({ id, round }) => [id, round]));
  return (id) => {
    const round = rounds.get(id);
    if (round === undefined) throw new Error(`${path} does not say of which round ${id} is`);
    if (round === 1) return 'old';
    return /^[0-7]/.test(createHash('sha256').update(id).digest('hex')) ? 'working' : 'judging';
  };
}

/** Whether texts, values and errors of a half may be shown, and whether a model for evaluation may be trained on it. */
export function mayBeRead(half) {
  return half !== 'judging';
}
