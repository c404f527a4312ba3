import type { LogFeed, LogGap } from '../cloud/log-feed.js';
import { nearestFirst } from '../cloud/log-gaps.js';
import { EVERY_SCOPE } from '../cloud/provider.js';
import type { ProviderFacts, ShowingLog } from '../cloud/provider-facts.js';
import type { KnownCell } from './compute-coverage.js';

/** Whether a log arrives in a scope, and what that rests on. */
export type Arrival =
  | { readonly state: 'arrives'; readonly feed: LogFeed }
  | { readonly state: 'missing'; readonly gap: LogGap; readonly feed: LogFeed | null }
  /** The cell that would say so could not be read. */
  | { readonly state: 'unknown' }
  /** Nothing in the scope could write it: no events of the technique arrive there, or there is nothing to log. */
  | { readonly state: 'not_needed' };

/** Looks up whether the events of a log that show a technique arrive in a scope. */
export type ArrivalOf = (log: ShowingLog, scope: string) => Arrival;

/** What an account's cells say of its logs. @param facts those of the account's provider */
export function arrivals(facts: ProviderFacts, cells: readonly KnownCell[]): ArrivalOf {
  const order = nearestFirst(facts);
  const rank = (gap: LogGap | null): number => (gap === null ? -1 : order.indexOf(gap));
  const known = new Set<string>();
  const seen = new Map<string, LogFeed[]>();
  const everywhere = new Map<string, LogFeed[]>();
  const add = (map: Map<string, LogFeed[]>, key: string, feed: LogFeed): void => {
    map.set(key, [...(map.get(key) ?? []), feed]);
  };
  for (const { service, scope, isKnown, feeds } of cells) {
    if (!isKnown || feeds === null || feeds === undefined) continue;
    known.add(`${service} ${scope}`);
    for (const feed of feeds) {
      for (const place of feed.seenScopes ?? [scope]) {
        if (place === EVERY_SCOPE) add(everywhere, service, feed);
        else add(seen, `${service} ${place}`, feed);
      }
    }
  }
  return (log, scope) => {
    const { service } = log;
    const events = log.events.filter((event) => event.scope === null || event.scope === scope);
    if (log.events.length > 0 && events.length === 0) return { state: 'not_needed' };
    const feeds = [...(seen.get(`${service} ${scope}`) ?? []), ...(everywhere.get(service) ?? [])];
    const sources = new Set(events.map(({ source }) => source));
    const told = feeds.map((feed) => ({ feed, gap: gapOf(feed, log, sources) }));
    const arriving = told.find(({ gap }) => gap === null);
    if (arriving !== undefined) return { state: arriving.feed.idle ? 'not_needed' : 'arrives', feed: arriving.feed };
    if (!known.has(`${service} ${scope}`) || told.some(({ gap }) => gap === 'unread')) return { state: 'unknown' };
    const [nearest] = told.sort((a, b) => rank(a.gap) - rank(b.gap));
    return {
      state: 'missing',
      gap: nearest?.gap ?? log.withoutSource,
      feed: nearest?.feed ?? null,
    };
  };
}

/** Why a feed does not bring events of these sources; null when it brings those of one at least. */
function gapOf(feed: LogFeed, { log, resourceType }: ShowingLog, sources: ReadonlySet<string>): LogGap | null {
  if (feed.gap === 'unread') return feed.gap;
  const taken = feed.takes.filter((one) => one.log === log && one.resourceType === resourceType);
  if (taken.length === 0) return 'not_selected';
  const whole = taken.filter((one) => one.whole);
  if (whole.length === 0) return 'some_resources';
  const brings = whole.some(
    ({ leavesOut }) => sources.size === 0 || [...sources].some((source) => !leavesOut.includes(source)),
  );
  return brings ? feed.gap : 'source_left_out';
}
