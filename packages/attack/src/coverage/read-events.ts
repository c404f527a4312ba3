import { lazyData } from '../data.js';

type NamesBySource = Readonly<Record<string, readonly string[]>>;

interface ReadNames {
  readonly prefixes: readonly string[];
  readonly names: NamesBySource;
  /** Those whose names say that they read, and that CloudTrail does not mark so. */
  readonly notReads: NamesBySource;
}

// Sources are asked for that rules name, which may be any text: a plain object would have a "constructor".
const readEvents = lazyData('aws-read-names.json', ({ prefixes, names, notReads }: ReadNames) => ({
  prefixes,
  names: new Map(Object.entries(names)),
  notReads: new Map(Object.entries(notReads)),
}));

/** Whether the name of an AWS call says that it only reads (`DescribeInstances`, `LookupEvents`). */
export const isNamedAsRead = (name: string): boolean => readEvents().prefixes.some((prefix) => name.startsWith(prefix));

/** Whether CloudTrail marks an event as one that only reads (`readOnly`). Some have names that do not say so, such as `AssumeRole`. */
export function isAwsReadEvent(source: string, name: string): boolean {
  if (readEvents().notReads.get(source)?.includes(name) === true) return false;
  return isNamedAsRead(name) || readEvents().names.get(source)?.includes(name) === true;
}
