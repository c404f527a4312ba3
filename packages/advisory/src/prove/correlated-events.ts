import type { PlatformName } from '@tripline/sigma';
import type { DraftCorrelation } from '../draft/rule-draft.js';
import type { SampleEvent } from '../model.js';
import { hasAnyPart, hasBlank } from '../text/shape.js';
import { assign, type Tree } from './sample-events.js';

/** Lists of events for a correlation's self-test. */
interface CorrelatedEvents {
  /** A list that fires it. */
  readonly enough: readonly SampleEvent[];
  /** Lists that do not fire it. */
  readonly notEnough: {
    readonly tooFew: readonly SampleEvent[];
    readonly tooSlow: readonly SampleEvent[];
    readonly ofOthers: readonly SampleEvent[];
  };
}

/** A fixed moment; with a clock two runs would differ. */
const BEGIN_MS = Date.UTC(2026, 0, 5, 8);
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Builds lists of events from one that the counted rule matches: one list with as many events as the threshold asks for within the time
 * span, and lists that lack one event, take too long, or belong to different groups (for values: repeat one value).
 * @param named the values that the counted rule itself names for the counted field; others would not match it
 */
export function correlatedEvents(
  base: SampleEvent,
  correlation: DraftCorrelation,
  platform: PlatformName | null,
  named: readonly string[] = [],
): CorrelatedEvents {
  const { threshold, groupBy, field, timespan } = correlation;
  const spanMs = spanOf(timespan);
  const stepMs = Math.max(1, Math.floor(spanMs / (threshold * 2)));
  const event = (index: number, atMs: number, differs: boolean): Tree => {
    const tree = structuredClone(base) as Tree;
    for (const name of groupBy) {
      if (valueAt(tree, name) === undefined)
        assign(tree, name, sampleOf(name, differs && field === undefined ? index : 0));
    }
    if (field !== undefined) {
      const at = differs ? 0 : index;
      const matched = valueAt(tree, field);
      const value = sampleOf(field, at);
      assign(tree, field, named[at] ?? (typeof matched === 'string' ? another(matched, value) : value));
    }
    return timed(tree, atMs, platform);
  };
  const list = (count: number, step: number, differs: boolean): readonly Tree[] =>
    Array.from({ length: count }, (_, index) => event(index, index * step, differs));
  return {
    enough: list(threshold, stepMs, false),
    notEnough: {
      tooFew: list(threshold - 1, stepMs, false),
      tooSlow: list(threshold, spanMs + 1000, false),
      ofOthers: list(threshold, stepMs, true),
    },
  };
}

/** Another value that matches like one: a file of the same name in a folder of its own, else a text that goes on. */
function another(matched: string, value: string): string {
  const isFile = matched.startsWith('C:\\') && !hasBlank(matched);
  return isFile ? `C:\\${value}${matched.slice(2)}` : `${matched} ${value}`;
}

/** A Sigma time span in milliseconds. */
export function spanOf(timespan: string): number {
  return Number.parseInt(timespan, 10) * (UNIT_SECONDS[timespan.slice(-1)] ?? 60) * 1000;
}

/** Sets the time of an event, in milliseconds after a fixed moment, in the form of the platform's log. Gives the event itself. */
export function timed(event: Tree, atMs: number, platform: PlatformName | null): Tree {
  assign(event, platform === 'aws' ? 'eventTime' : 'timestamp', new Date(BEGIN_MS + atMs).toISOString());
  return event;
}

/** A plausible value for a field: an address, a user, a path; a different one for each index. */
export function sampleOf(field: string, index: number): string {
  const name = field.toLowerCase();
  if (hasAnyPart(name, ['ip', 'addr'])) return `198.51.100.${1 + index}`;
  if (name.endsWith('arn')) return `arn:aws:iam::123456789012:user/sample-${index}`;
  if (hasAnyPart(name, ['uri', 'resource'])) return `/sample/${index}`;
  const isUser = hasAnyPart(name, ['mail', 'principalname', 'alternateid', 'caller']);
  return isUser ? `user${index}@example.com` : `sample-${index}`;
}

/** The value of an event at a dotted path. */
export function valueAt(tree: Tree, path: string): unknown {
  let at: unknown = tree;
  for (const part of path.split('.')) at = typeof at === 'object' && at !== null ? (at as Tree)[part] : undefined;
  return at;
}
