import { awsLogs, eventsArrivingIn, type ShowingLog } from '@tripline/attack';
import { awsLogService } from '../aws/services/index.js';
import type { KnownCell } from '../coverage/compute-coverage.js';
import { LOG_GAPS, type LogFeed, type LogGap } from './log-feed.js';

const EVERY_REGION = '*';
const ABSENT: ReadonlyMap<string, LogGap> = new Map(awsLogs().map(({ id, withoutSource }) => [id, withoutSource]));

/** Whether a log arrives in a region, and what that rests on. */
export type Arrival =
  | { readonly state: 'arrives'; readonly feed: LogFeed }
  | { readonly state: 'missing'; readonly gap: LogGap; readonly feed: LogFeed | null }
  /** The cell that would say so could not be read. */
  | { readonly state: 'unknown' }
  /** Nothing in the region could write it: no events of the technique arrive there, or there is nothing to log. */
  | { readonly state: 'not_needed' };

/** Looks up whether the events of a log that show a technique arrive in a region. */
export type ArrivalOf = (log: ShowingLog, region: string) => Arrival;

/** What an account's cells say of its logs. */
export function arrivals(cells: readonly KnownCell[]): ArrivalOf {
  const known = new Set<string>();
  const seen = new Map<string, LogFeed[]>();
  const everywhere = new Map<string, LogFeed[]>();
  const add = (map: Map<string, LogFeed[]>, key: string, feed: LogFeed): void => {
    map.set(key, [...(map.get(key) ?? []), feed]);
  };
  for (const { service, region, isKnown, feeds } of cells) {
    if (!isKnown || feeds === null || feeds === undefined) continue;
    known.add(`${service} ${region}`);
    for (const feed of feeds) {
      for (const place of feed.seenRegions ?? [region]) {
        if (place === EVERY_REGION) add(everywhere, service, feed);
        else add(seen, `${service} ${place}`, feed);
      }
    }
  }
  return (log, region) => {
    const service = awsLogService(log.log);
    const events = eventsArrivingIn(log.events, region);
    if (log.events.length > 0 && events.length === 0) return { state: 'not_needed' };
    const feeds = [...(seen.get(`${service} ${region}`) ?? []), ...(everywhere.get(service) ?? [])];
    const sources = new Set(events.map(({ source }) => source));
    const told = feeds.map((feed) => ({ feed, gap: gapOf(feed, log, sources) }));
    const arriving = told.find(({ gap }) => gap === null);
    if (arriving !== undefined) return { state: arriving.feed.idle ? 'not_needed' : 'arrives', feed: arriving.feed };
    if (!known.has(`${service} ${region}`) || told.some(({ gap }) => gap === 'unread')) return { state: 'unknown' };
    const [nearest] = told.sort((a, b) => rank(a.gap) - rank(b.gap));
    return {
      state: 'missing',
      gap: nearest?.gap ?? ABSENT.get(log.log) ?? 'not_selected',
      feed: nearest?.feed ?? null,
    };
  };
}

const rank = (gap: LogGap | null): number => (gap === null ? -1 : LOG_GAPS.indexOf(gap));

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
