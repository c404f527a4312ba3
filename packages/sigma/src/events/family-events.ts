import { logsourceKey, type ResolvedMap } from '../convert/maps.js';
import { fieldValues, type SigmaEvent } from '../match/event-fields.js';
import {
  coversEvents,
  type EventLogsource,
  logsourceByNames,
  tellLogsource,
  withRuleFields,
} from '../match/event-logsource.js';
import type { Logsource } from '../model/rule.js';
import { TABLE_FIELD } from '../query/kql/query.js';
import { remembered } from '../remembered.js';
import { type EventFamily, type Scoped, scopesOf } from './family-scopes.js';
import { type FieldReading, readingsOf } from './native-values.js';
import { isMap, setField } from './shape.js';

/** Most kinds of events whose reading is kept; a hostile stream of kinds empties the store. */
const KINDS_MAX = 2000;

/** How the events of one kind are read. */
interface Kind {
  readonly held: ReadonlySet<Scoped>;
  readonly readings: readonly FieldReading[];
  readonly conventions: readonly Convention[];
  /** By the log source that the event's own names tell. */
  readonly sources: Map<EventLogsource | undefined, EventLogsource>;
}

/** Fields without an entry in a map: what stands under `from` is called as before, with `field` in front. */
interface Convention {
  readonly from: string;
  readonly field: string;
}

/** Reads events in the names of one family's products: the field maps of conversion in reverse. */
export class FamilyEvents {
  private readonly scopes: readonly Scoped[];
  private readonly byKey = new Map<string, Scoped[]>();
  /** The whole values that scopes ask for, by field. */
  private readonly asked = new Map<string, Set<string>>();
  /** The other tests of scopes. */
  private readonly tests = new Map<string, (event: SigmaEvent) => boolean>();
  private readonly kinds = new Map<string, Kind>();

  constructor(family: EventFamily) {
    this.scopes = [...scopesOf(family)].sort(
      (left, right) => named(right.logsource) - named(left.logsource) || kindsOf(left) - kindsOf(right),
    );
    for (const scoped of this.scopes) {
      const { product, category, service } = scoped.logsource;
      const key = logsourceKey(product, category, service);
      if (this.byKey.get(key)?.push(scoped) === undefined) this.byKey.set(key, [scoped]);
    }
    for (const decision of this.scopes.flatMap(({ decidedBy }) => decidedBy)) {
      if (!('field' in decision)) this.tests.set(decision.key, decision.holds);
      else {
        const values = remembered(this.asked, decision.field, () => new Set<string>());
        for (const value of decision.values) values.add(value.toLowerCase());
      }
    }
  }

  /**
   * The event with the fields that rules ask for, beside its own. It carries the log sources that it is of: those whose scope, which the
   * queries of that product have, it satisfies, and what its own channel tells.
   */
  read(event: SigmaEvent, base: SigmaEvent = {}): SigmaEvent {
    const kind = this.kindOf(event);
    const read: Record<string, unknown> = { ...event, ...base };
    delete read[TABLE_FIELD];
    for (const { from, field } of kind.conventions) addConvention(read, event, from, field);
    const taken = new Set<string>();
    for (const { field, take } of kind.readings) {
      if (taken.has(field)) continue;
      const value = take(event);
      if (value === undefined) continue;
      taken.add(field);
      setField(read, field, value);
    }
    const own = logsourceByNames(read);
    const mapped = withRuleFields(read, own);
    if (kind.held.size > 0 || own !== undefined) {
      tellLogsource(
        mapped,
        remembered(kind.sources, own, () => this.sourceOf(kind, own), KINDS_MAX),
      );
    }
    return mapped;
  }

  /** Whether an event is of a log source that the maps know. */
  isScoped(event: SigmaEvent): boolean {
    return this.kindOf(event).held.size > 0;
  }

  private kindOf(event: SigmaEvent): Kind {
    const key: unknown[] = [];
    for (const [field, asked] of this.asked) {
      const values = (fieldValues(event, field) ?? []).map((value) => String(value).toLowerCase());
      key.push(values.filter((value) => asked.has(value)));
    }
    for (const holds of this.tests.values()) key.push(holds(event) ? 1 : 0);
    return remembered(this.kinds, JSON.stringify(key), () => this.newKind(event), KINDS_MAX);
  }

  private newKind(event: SigmaEvent): Kind {
    const held = this.scopes.filter(({ holds }) => holds(event));
    // Of an event that no scope knows, any map may have the names.
    const maps = new Set((held.length === 0 ? this.scopes : held).map(({ map }) => map));
    return {
      held: new Set(held),
      readings: distinct([...maps].flatMap(readingsOf)),
      conventions: held.length === 0 ? [] : distinct([...maps].flatMap(conventionsOf)),
      sources: new Map(),
    };
  }

  private sourceOf({ held }: Kind, own: EventLogsource | undefined): EventLogsource {
    return {
      product: own?.product ?? '',
      ...(own?.service === undefined ? {} : { service: own.service }),
      categories: own?.categories ?? [],
      fields: own?.fields ?? {},
      covers: (logsource) =>
        (own !== undefined && coversEvents(logsource, own)) || this.scopedAs(logsource).some((each) => held.has(each)),
    };
  }

  /** The scopes that a rule's query would have. A map of a wider log source is none of them. */
  private scopedAs({ product, category, service }: Logsource): readonly Scoped[] {
    const keys =
      category === undefined
        ? [logsourceKey(product, undefined, service), logsourceKey(undefined, undefined, service)]
        : [
            logsourceKey(product, category, service),
            logsourceKey(product, category),
            logsourceKey(undefined, category, service),
            logsourceKey(undefined, category),
          ];
    return keys.map((key) => this.byKey.get(key)).find((found) => found !== undefined) ?? [];
  }
}

/** The first of readings that are alike. */
function distinct<Reading extends { readonly field: string; readonly from: string }>(
  readings: readonly Reading[],
): readonly Reading[] {
  const readingOf = new Map<string, Reading>();
  for (const reading of readings) {
    const key = `${reading.field}\0${reading.from}`;
    if (!readingOf.has(key)) readingOf.set(key, reading);
  }
  return [...readingOf.values()];
}

/** How much a log source names; a category says more than a service. */
function named({ product, category, service }: Logsource): number {
  return (product === undefined ? 0 : 2) + (category === undefined ? 0 : 2) + (service === undefined ? 0 : 1);
}

/** How many kinds of events a scope lets through; the log source with the fewest says the most of an event. */
function kindsOf({ decidedBy }: Scoped): number {
  return decidedBy.reduce((sum, each) => sum + ('field' in each ? each.values.length : 1), 0);
}

function conventionsOf({ scope }: ResolvedMap): readonly Convention[] {
  const { convention, prefixes } = scope as {
    convention?: string;
    prefixes?: Readonly<Record<string, string | { name: string }>>;
  };
  const found = Object.entries(prefixes ?? {}).map(([field, from]): Convention => {
    return { from: typeof from === 'string' ? from : from.name, field };
  });
  const [before = '', after = ''] = (convention ?? '').split('{field}');
  if (before !== '' && after === '') found.unshift({ from: before, field: '' });
  return found;
}

/** Adds what stands under a name that ends with a dot, unless the event has it already. */
function addConvention(read: Record<string, unknown>, event: SigmaEvent, from: string, to: string): void {
  const add = (name: string, value: unknown) => {
    if (!Object.hasOwn(read, to + name)) setField(read, to + name, value);
  };
  for (const key of Object.keys(event)) if (key.startsWith(from)) add(key.slice(from.length), event[key]);
  for (const parent of fieldValues(event, from.slice(0, from.endsWith('[].') ? -3 : -1)) ?? []) {
    if (isMap(parent)) for (const [name, value] of Object.entries(parent)) add(name, value);
  }
}
