import { readFileSync } from 'node:fs';

/**
 * Reads one of the package's own data files. `lazyData` calls it at first use, so that a process pays only for the tables it needs. The
 * type is not checked, since the files are ours and reviewed.
 */
function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T;
}

/** A data file that is read at first use and kept. `shape` makes look-up tables of its content. */
export function lazyData<T, U>(name: string, shape: (raw: T) => U): () => U {
  let value: U | undefined;
  return () => {
    value ??= shape(readData<T>(name));
    return value;
  };
}
