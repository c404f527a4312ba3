import { readFileSync } from 'node:fs';
import { once } from './once.js';

/**
 * A data file of this package that is read and parsed at first use and kept. The type is not checked, since the files are ours and
 * reviewed.
 */
export function lazyData<T, U>(name: string, shape: (raw: T) => U): () => U {
  return once(() => shape(JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T));
}
