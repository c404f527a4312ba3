import { lazyData } from '../data.js';

interface RawEveryday {
  /** Names of calls that read, which everybody makes, and those of them that few make. */
  readonly reads: readonly string[];
  readonly tellingReads: Readonly<Record<string, readonly string[]>>;
  readonly events: Readonly<Record<string, readonly string[]>>;
}

type Names = (name: string) => boolean;

/** Names in any letter case; a star at the end stands for any rest. */
function oneOf(names: readonly string[]): Names {
  const whole = new Set(names.filter((name) => !name.endsWith('*')).map((name) => name.toLowerCase()));
  const starts = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1).toLowerCase());
  return (name) => whole.has(name.toLowerCase()) || starts.some((start) => name.toLowerCase().startsWith(start));
}

const perSource = (raw: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, Names> =>
  new Map(Object.entries(raw).map(([source, names]) => [source, oneOf(names)]));

const everyday = lazyData('aws-everyday-events.json', ({ reads, tellingReads, events }: RawEveryday) => ({
  reads: oneOf(reads),
  tellingReads: perSource(tellingReads),
  events: perSource(events),
}));

/**
 * Whether ordinary work makes a CloudTrail event all the time, in most accounts (`ConsoleLogin`, `RunInstances`, calls that read): a
 * detection of every such event tells an intruder from nobody.
 */
export function isEverydayEvent(source: string, name: string): boolean {
  const { reads, tellingReads, events } = everyday();
  if (events.get(source)?.(name) === true) return true;
  return reads(name) && tellingReads.get(source)?.(name) !== true;
}
