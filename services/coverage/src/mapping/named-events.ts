import {
  awsEvents,
  awsOperation,
  awsOperations,
  awsOperationsOf,
  type CloudOperation,
  isAwsDataEvent,
  isAwsReadEvent,
  knownOperations,
  knowsWholeAwsSource,
} from '@tripline/attack';
import type { Condition } from './condition.js';
import { describeTest, passes, type ValueTest } from './value-test.js';

/** What a condition names of CloudTrail's events. */
export interface NamedEvents {
  readonly events: readonly NamedEvent[];
  /** Names that their service does not have, of services that our catalogue holds whole. */
  readonly missing: readonly string[];
  /** Names that our catalogue does not have, of any other service. */
  readonly doubtful: readonly string[];
  /** Those of {@link events}, as `source name`, that nothing but the beginning of a verb names: `Get*` of every service. */
  readonly swept: ReadonlySet<string>;
  /**
   * Those, named so, that only an alternative on a whole service takes, and that it takes by something else than their names: by who calls, or by a
   * parameter. The condition is about that, and not about what the events do.
   */
  readonly aside: ReadonlySet<string>;
  /** Whether some alternative names neither an event nor a service, so that any event may meet it. */
  readonly isOpen: boolean;
}

/** An event, and the regions that the condition asks for; null for every one. */
export interface NamedEvent extends CloudOperation {
  readonly regions: readonly string[] | null;
}

/** Alternatives of one condition that are told apart; more are taken to name nothing. */
const MOST_ALTERNATIVES = 5_000;

/** Events that an alternative without a service and a whole name may mean, before it is said to mean none in particular. */
const MOST_MEANT = 200;

/** The fields that say which event it is and where it was made. */
const FIELDS = ['eventSource', 'eventName', 'awsRegion', 'readOnly', 'eventCategory', 'managementEvent'] as const;
type Field = (typeof FIELDS)[number];

/** One alternative: tests that an event must pass, all of them. `isNarrow`: it asks for something else of the event too. */
type Place = Readonly<Partial<Record<Field, readonly ValueTest[]>>> & { readonly isNarrow?: true };

/** Fields that all calls of an account have alike, or that say how a call ended, which signals know by themselves. */
const ORDINARY: ReadonlySet<string> = new Set([
  ...['errorCode', 'errorMessage', 'eventType', 'eventVersion', 'recipientAccountId', 'userIdentity.accountId'],
  ...['userIdentity.type', 'responseElements', 'sourceIPAddress'],
]);

/** The CloudTrail events that a condition names. What stands under a negation names nothing. */
export function namedEvents(condition: Condition): NamedEvents {
  const places = alternatives(condition);
  if (places === undefined)
    return { events: [], missing: [], doubtful: [], swept: new Set(), aside: new Set(), isOpen: true };
  const found: Found = {
    ...{ events: new Map(), missing: new Set(), doubtful: new Set() },
    ...{ swept: new Set(), aside: new Set(), meant: new Set() },
  };
  let isOpen = false;
  for (const place of places) {
    if (place.eventName === undefined && place.eventSource === undefined) isOpen = true;
    else resolve(place, found);
  }
  return {
    events: [...found.events.values()],
    missing: [...found.missing].sort(),
    doubtful: [...found.doubtful].sort(),
    swept: new Set([...found.swept].filter((event) => !found.meant.has(event))),
    aside: new Set([...found.aside].filter((event) => !found.meant.has(event))),
    isOpen,
  };
}

/** The alternatives of a condition; undefined where they are too many. */
function alternatives(condition: Condition): readonly Place[] | undefined {
  switch (condition.kind) {
    case 'field': {
      const name = FIELDS.find((one) => one === condition.field);
      if (name !== undefined) return [{ [name]: [condition.test] }];
      return [takesMost(condition.field, condition.test) ? {} : { isNarrow: true }];
    }
    case 'text':
      return [ofText(condition.text)];
    case 'all':
      return condition.of.reduce<readonly Place[] | undefined>((left, part) => crossed(left, alternatives(part)), [{}]);
    case 'any': {
      const parts = condition.of.map(alternatives);
      if (parts.includes(undefined)) return undefined;
      const every = parts.flatMap((places) => places ?? []);
      return every.length > MOST_ALTERNATIVES ? undefined : every;
    }
    default:
      return [{}];
  }
}

function crossed(
  left: readonly Place[] | undefined,
  right: readonly Place[] | undefined,
): readonly Place[] | undefined {
  if (left === undefined || right === undefined || left.length * right.length > MOST_ALTERNATIVES) return undefined;
  return left.flatMap((a) => right.map((b) => both(a, b)));
}

function both(a: Place, b: Place): Place {
  const names = FIELDS.filter((name) => a[name] !== undefined || b[name] !== undefined);
  const tests: Place = Object.fromEntries(names.map((name) => [name, [...(a[name] ?? []), ...(b[name] ?? [])]]));
  return a.isNarrow === true || b.isNarrow === true ? { ...tests, isNarrow: true } : tests;
}

/** Whether a test takes nearly every call: that a field is there, or one that all calls have alike. */
const takesMost = (path: string, test: ValueTest): boolean =>
  ORDINARY.has(path.replace(/^detail\./, '')) || takesAll(test);

/** Whether a test takes each event that has the field. */
const takesAll = (test: ValueTest): boolean => test.op === 'exists' || ('value' in test && test.value === '*');

/** A word anywhere in the event names it, if it is the name of an operation or a service. */
function ofText(text: string): Place {
  const test: ValueTest = { op: 'equals', value: text, ignoreCase: false };
  if (text.endsWith('.amazonaws.com')) return { eventSource: [test] };
  return /[a-z][A-Z]/.test(text) && awsOperations(text).length > 0 ? { eventName: [test] } : {};
}

interface Found {
  readonly events: Map<string, NamedEvent>;
  readonly missing: Set<string>;
  readonly doubtful: Set<string>;
  /** Events that alternatives without a service and a whole name mean, and those that others do. */
  readonly swept: Set<string>;
  readonly aside: Set<string>;
  readonly meant: Set<string>;
}

const exactOf = (tests: readonly ValueTest[] = []): string | undefined =>
  tests.flatMap((test) => (test.op === 'equals' ? test.value : []))[0];

function resolve(place: Place, found: Found): void {
  const region = exactOf(place.awsRegion);
  const regions = region === undefined ? null : [region.toLowerCase()];
  const name = exactOf(place.eventName);
  const source = exactOf(place.eventSource)?.toLowerCase();
  const meant = operationsMeant(source, name).filter((operation) => meets(place, operation));
  const isSwept = name === undefined && source === undefined && meant.length > MOST_MEANT;
  const isAside = place.isNarrow === true && (place.eventName ?? []).every(takesAll);
  const into = [...(isSwept ? [found.swept] : []), ...(isAside ? [found.aside] : [])];
  if (into.length === 0) into.push(found.meant);
  for (const operation of name !== undefined && source === undefined ? meant.slice(0, 1) : meant) {
    found.events.set(`${operation.source} ${operation.name} ${region}`, { ...operation, regions });
    for (const names of into) names.add(`${operation.source} ${operation.name}`);
  }
  if (meant.length > 0) return;
  const unknown = labelOf(place, name, source);
  // A name of another spelling than the catalogue's is a name that the service does not have, if we know all of its.
  if (source !== undefined && knowsWholeAwsSource(source)) found.missing.add(unknown);
  else found.doubtful.add(unknown);
}

/** What a place asks for, in words: "StopLogging of cloudtrail.amazonaws.com". */
function labelOf({ eventName }: Place, name: string | undefined, source: string | undefined): string {
  const asked = name ?? eventName?.map(describeTest).join(' ') ?? 'any event';
  return source === undefined ? asked : `${asked} of ${source}`;
}

function operationsMeant(source: string | undefined, name: string | undefined): readonly CloudOperation[] {
  if (source !== undefined && name !== undefined) {
    const known = awsOperation(source, name);
    return known === undefined ? [] : [known];
  }
  if (name !== undefined) {
    const known = awsOperations(name);
    return known.length > 0 ? known : awsEvents().filter((event) => event.name.toLowerCase() === name.toLowerCase());
  }
  if (source !== undefined) return awsOperationsOf(source).map((one) => ({ source, name: one }));
  return everyOperation();
}

let every: readonly CloudOperation[] | undefined;

function everyOperation(): readonly CloudOperation[] {
  every ??= [...knownOperations('aws'), ...awsEvents()];
  return every;
}

/** Whether an operation passes the tests of an alternative that are not of its whole name or source. */
function meets(place: Place, { name, source }: CloudOperation): boolean {
  const isData = isAwsDataEvent(source, name);
  const values: Readonly<Record<Exclude<Field, 'awsRegion'>, string>> = {
    eventSource: source,
    eventName: name,
    readOnly: String(isAwsReadEvent(source, name)),
    eventCategory: isData ? 'Data' : 'Management',
    managementEvent: String(!isData),
  };
  return (Object.keys(values) as (keyof typeof values)[]).every((field) =>
    (place[field] ?? []).every(
      (test) => isOwnName(field, test, values[field]) || passes(test, values[field]) !== false,
    ),
  );
}

/** `CreateFunction20150331`, and `CreateFunction20*`, ask for what the catalogue calls `CreateFunction`. */
function isOwnName(field: Field, test: ValueTest, value: string): boolean {
  if (field !== 'eventName' || !('value' in test)) return false;
  const wanted = String(test.value);
  if (!wanted.toLowerCase().startsWith(value.toLowerCase())) return false;
  const rest = wanted.slice(value.length);
  if (test.op === 'equals') return /^(?:\d{8}(?:v\d{1,2})?)?$/.test(rest);
  const begun = test.op === 'prefix' ? rest : test.op === 'wildcard' && rest.endsWith('*') ? rest.slice(0, -1) : '';
  return /^\d{1,8}(?:v\d{0,2})?$/.test(begun);
}
