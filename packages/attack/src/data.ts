import { readFileSync } from 'node:fs';

/**
 * Reads one of the package's own data files. Called through `once`, so that a process that never asks for a table never pays for it. The
 * files are ours and reviewed, hence the unchecked type.
 */
function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T;
}

/** A data file read at first use and kept, after `shape` made look-up tables of it. */
export function lazyData<T, U>(name: string, shape: (raw: T) => U): () => U {
  let value: U | undefined;
  return () => {
    value ??= shape(readData<T>(name));
    return value;
  };
}
