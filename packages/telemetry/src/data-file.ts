import { readFileSync } from 'node:fs';

/** A data file of this package that is read and parsed at first use and kept. The type is not checked: `compileLogs` made it. */
export function lazyData<T, U>(name: string, shape: (raw: T) => U): () => U {
  let value: U | undefined;
  return () => {
    value ??= shape(JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T);
    return value;
  };
}
