import { awsEventSourceRegion, type ControlMapping } from '@tripline/attack';
import { awsLogOfEvent } from '@tripline/telemetry';
import type { DeclaredReading, DeclaredReads, LogNeed } from '../cloud/declared-reading.js';
import { candidates } from './candidates.js';
import { type CloudTrailSignal, cloudTrailSignals } from './cloudtrail-signals.js';
import { any, type Condition } from './condition.js';
import { type NamedEvent, namedEvents } from './named-events.js';
import { signalsIn } from './signals-in.js';
import { strongest } from './strongest.js';

/** What of a log source decides which log it is. */
interface Source {
  readonly product?: string;
  readonly service?: string;
  readonly category?: string;
}

const NOTHING: DeclaredReads = { log: 'judged', needs: [], missing: [], doubtful: [], shows: {} };
const FLOW_LOGS: LogNeed = {
  ...{ log: 'vpc_flow_logs', resourceType: null, source: null },
  ...{ scope: null, only: null, events: [] },
};
/** Names of events that a need tells. */
const MOST_EVENTS = 3;

/** Loads the tables that reading needs, so that the first rule is not slower than others. */
export function prepareReading(): void {
  cloudTrailSignals();
}

/**
 * What a declared rule looks for in an AWS account: which logs must arrive, by event, and which techniques its events show by our table. A rule
 * on several log sources, such as a correlation, needs what each of them needs.
 * @param isCounted whether the rule notices a number of events: then those that only `Get*` and the like names show nothing, since none of them is noticed by itself
 */
export function readDeclaredRule(
  sources: readonly Source[],
  conditions: readonly Condition[],
  isCounted: boolean,
): DeclaredReading {
  const logs = sources.map(logOf);
  if (logs.length === 0 || logs.every((log) => log === 'foreign')) return silent('foreign');
  if (!logs.includes('cloudtrail')) {
    if (logs.includes('vpc_flow_logs')) return { reads: { ...NOTHING, needs: [FLOW_LOGS] }, mappings: [] };
    return silent('unread');
  }
  const reading = readEvents(any(conditions), isCounted);
  // The log source names no service: only the events say that it is CloudTrail's.
  const isSure = sources.some(({ service }) => service?.toLowerCase() === 'cloudtrail');
  return isSure || reading.reads.needs.length > 0 ? reading : silent('unread');
}

const silent = (log: 'foreign' | 'unread'): DeclaredReading => ({ reads: { ...NOTHING, log }, mappings: [] });

function logOf({ product, service }: Source): 'cloudtrail' | 'vpc_flow_logs' | 'unread' | 'foreign' {
  if (product?.toLowerCase() !== 'aws') return 'foreign';
  const name = service?.toLowerCase();
  if (name === undefined || name === 'cloudtrail') return 'cloudtrail';
  return name === 'vpcflow' || name === 'vpcflowlogs' ? 'vpc_flow_logs' : 'unread';
}

function readEvents(condition: Condition, isCounted: boolean): DeclaredReading {
  const { aside, doubtful, events, isOpen, missing, swept } = namedEvents(condition);
  const needs = new Map<string, LogNeed>();
  for (const event of events) add(needs, needOf(event));
  const shown: { readonly mapping: ControlMapping; readonly need: string | null }[] = [];
  for (const signal of candidates(condition, cloudTrailSignals())) {
    const event = `${signal.eventSource} ${signal.eventName}`;
    if (aside.has(event) || (isCounted && swept.has(event))) continue;
    const mappings = signalsIn(condition, [signal]).filter(({ category }) => category === 'detect');
    if (mappings.length === 0) continue;
    if (isOpen && signal.eventSource === null) for (const need of WHOLE_LOG) add(needs, need);
    shown.push(...mappings.map((mapping) => ({ mapping, need: needKeyOf(signal) })));
  }
  const keys = [...needs.keys()];
  const mappings = strongest(shown.map(({ mapping }) => mapping));
  return {
    reads: { ...NOTHING, needs: [...needs.values()], missing, doubtful, shows: showing(shown, keys) },
    mappings,
  };
}

/** A rule that tests no event's name, but who calls or with which outcome, reads all that the account does. */
const WHOLE_LOG: readonly LogNeed[] = (['write', 'read'] as const).map((mode) => ({
  ...{ log: `cloudtrail_management_${mode}`, resourceType: null, source: null },
  ...{ scope: null, only: null, events: [] },
}));

function needOf({ name, regions, source }: NamedEvent): LogNeed {
  const scope = awsEventSourceRegion(source) ?? null;
  return { ...awsLogOfEvent(source, name), source, scope, only: regions, events: [name] };
}

const keyOf = ({ log, only, resourceType, source }: LogNeed): string =>
  [log, resourceType, source, only?.join(',')].join(' ');

function add(needs: Map<string, LogNeed>, need: LogNeed): void {
  const key = keyOf(need);
  const known = needs.get(key);
  if (known === undefined) needs.set(key, need);
  else if (known.events.length < MOST_EVENTS) needs.set(key, { ...known, events: [...known.events, ...need.events] });
}

/** The start of the keys of needs that have a signal's event; null for a signal that no single event makes. */
function needKeyOf({ eventName, eventSource }: CloudTrailSignal): string | null {
  if (eventSource === null || eventName === null) return null;
  const { log, resourceType } = awsLogOfEvent(eventSource, eventName);
  return [log, resourceType, eventSource].join(' ');
}

/** The techniques that only some needs show, with the indexes of those. */
function showing(
  shown: readonly { readonly mapping: ControlMapping; readonly need: string | null }[],
  keys: readonly string[],
): DeclaredReads['shows'] {
  const shows: Record<string, number[]> = {};
  const anyway = new Set(shown.filter(({ need }) => need === null).map(({ mapping }) => mapping.techniqueId));
  for (const { mapping, need } of shown) {
    if (need === null || anyway.has(mapping.techniqueId)) continue;
    const indexes = keys.flatMap((key, index) => (key.startsWith(`${need} `) ? index : []));
    shows[mapping.techniqueId] = [...new Set([...(shows[mapping.techniqueId] ?? []), ...indexes])];
  }
  return Object.fromEntries(Object.entries(shows).filter(([, indexes]) => indexes.length < keys.length));
}
