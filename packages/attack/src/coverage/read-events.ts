import { lazyData } from '../data.js';

interface ReadNames {
  readonly prefixes: readonly string[];
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Those whose names say that they read, and that CloudTrail does not mark so. */
  readonly notReads: Readonly<Record<string, readonly string[]>>;
}

const readEvents = lazyData('aws-read-names.json', (raw: ReadNames) => raw);

/** Whether the name of an AWS call says that it only reads (`DescribeInstances`, `LookupEvents`). */
export const isNamedAsRead = (name: string): boolean => readEvents().prefixes.some((prefix) => name.startsWith(prefix));

/** Whether CloudTrail marks an event as one that only reads (`readOnly`). Some have names that do not say so, such as `AssumeRole`. */
export function isAwsReadEvent(source: string, name: string): boolean {
  if (readEvents().notReads[source]?.includes(name) === true) return false;
  return isNamedAsRead(name) || readEvents().names[source]?.includes(name) === true;
}
