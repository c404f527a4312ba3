import { readFileSync } from 'node:fs';

/** A data file of this package, read and shaped at first use and kept. The files are ours and reviewed, hence the unchecked type. */
export function lazyData<T, U>(name: string, shape: (raw: T) => U): () => U {
  let value: U | undefined;
  return () => {
    value ??= shape(JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T);
    return value;
  };
}
