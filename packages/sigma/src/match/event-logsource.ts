import { readFileSync } from 'node:fs';
import type { Logsource } from '../model/rule.js';
import { remembered } from '../remembered.js';
import { fieldValues, type SigmaEvent } from './event-fields.js';

/** Where an event comes from, as far as the event itself tells. */
export interface EventLogsource {
  readonly product: string;
  /** Missing for an event of a channel that no known service has. */
  readonly service?: string;
  /** The categories of rules that such events are for, often none. */
  readonly categories: readonly string[];
  /** Fields that rules of these categories ask for → the event's own field that holds the value. */
  readonly fields: Readonly<Record<string, string>>;
  /** Set where a product's own scopes say for which rules the event is; they decide in place of the names above. */
  readonly covers?: (logsource: Logsource) => boolean;
}

/** Under this key an event carries what its reader knows of its log source. A copy of the event carries it too; JSON does not. */
const DECLARED = Symbol('log source');

/** Says where an event comes from, when whoever read it knows. It changes the event, which must be the caller's own. */
export function tellLogsource(event: SigmaEvent, source: EventLogsource): void {
  Reflect.set(event, DECLARED, source);
}

/** `data/taxonomy/event-logs.json`. */
interface EventLogs {
  readonly channelFields: readonly string[];
  readonly eventFields: readonly string[];
  /** What an event of an unlisted channel is. */
  readonly otherChannels: { readonly product: string };
  readonly logs: readonly {
    readonly product: string;
    readonly service: string;
    readonly channels: readonly string[];
    readonly categories?: readonly {
      readonly category: string;
      readonly events: readonly number[];
      readonly fields?: Readonly<Record<string, string>>;
    }[];
  }[];
  /** Logs without channels, told by fields that all their events have. */
  readonly shapes: readonly {
    readonly product: string;
    readonly service: string;
    readonly fields: readonly string[];
  }[];
}

interface Knowledge extends EventLogs {
  readonly byChannel: ReadonlyMap<string, EventLogs['logs'][number]>;
  /** `product/service` and `product:category` of everything an event can tell. */
  readonly recognised: ReadonlySet<string>;
  /** Log sources by channel and event id. */
  readonly made: Map<string, EventLogsource>;
}

/** Most log sources kept; a hostile stream of channels empties the store. */
const MADE_MAX = 5000;

let knowledge: Knowledge | undefined;

/** The log source of an event, or undefined where the event does not tell. */
export function logsourceOfEvent(event: SigmaEvent): EventLogsource | undefined {
  const declared: unknown = Reflect.get(event, DECLARED);
  return declared === undefined ? logsourceByNames(event) : (declared as EventLogsource);
}

/** The log source that an event's own channel or fields tell. */
export function logsourceByNames(event: SigmaEvent): EventLogsource | undefined {
  const known = load();
  const channel = firstText(event, known.channelFields);
  if (channel === undefined) {
    const shape = known.shapes.find(({ fields }) => fields.every((field) => Object.hasOwn(event, field)));
    return shape === undefined ? undefined : made(known, `${shape.product}/${shape.service}`, () => ofShape(shape));
  }
  const id = firstText(event, known.eventFields) ?? '';
  return made(known, `${channel}\n${id}`, () => ofChannel(known, channel.toLowerCase(), Number(id)));
}

/**
 * Whether a rule with this log source is meant for events of that one. Everything the rule names must be what the event tells. Events of
 * an unlisted channel may belong to any service or category of their product that no listed channel has.
 */
export function coversEvents(logsource: Logsource, source: EventLogsource): boolean {
  return source.covers === undefined ? coversNamed(logsource, source) : source.covers(logsource);
}

function coversNamed({ product, category, service }: Logsource, source: EventLogsource): boolean {
  if (product !== undefined && product.toLowerCase() !== source.product) return false;
  if (source.service === undefined) {
    if (product === undefined) return false;
    const { recognised } = load();
    return (
      (service === undefined || !recognised.has(serviceKey(source.product, service))) &&
      (category === undefined || !recognised.has(categoryKey(source.product, category)))
    );
  }
  return (
    (service === undefined || service.toLowerCase() === source.service) &&
    (category === undefined || source.categories.includes(category.toLowerCase()))
  );
}

/** The event with the fields that rules of its categories ask for. The event's own fields are never replaced. */
export function withRuleFields(event: SigmaEvent, source: EventLogsource | undefined): SigmaEvent {
  let widened = event;
  for (const name in source?.fields) {
    const own = source.fields[name] as string;
    if (Object.hasOwn(event, own) && !Object.hasOwn(event, name)) {
      if (widened === event) widened = { ...event };
      Reflect.set(widened, name, event[own]);
    }
  }
  return widened;
}

/**
 * The category of rules that all of a log's events with these numbers are for: the narrowest, where no other is as narrow. Undefined for numbers of
 * several categories, and of a log that is not listed.
 */
export function categoryOfEvents(service: string, ids: readonly number[]): string | undefined {
  const log = load().logs.find((each) => each.product === 'windows' && each.service === service);
  const fitting = (log?.categories ?? []).filter(({ events }) => ids.every((id) => events.includes(id)));
  const narrowest = (size: number) => fitting.filter(({ events }) => events.length === size);
  const sizes = [...new Set(fitting.map(({ events }) => events.length))].sort((a, b) => a - b);
  const found = sizes.map(narrowest).find(({ length }) => length === 1);
  return ids.length === 0 ? undefined : found?.[0]?.category;
}

function made(known: Knowledge, key: string, make: () => EventLogsource): EventLogsource {
  return remembered(known.made, key, make, MADE_MAX);
}

function ofShape({ product, service }: EventLogs['shapes'][number]): EventLogsource {
  return { product, service, categories: [], fields: {} };
}

function ofChannel({ byChannel, otherChannels }: Knowledge, channel: string, id: number): EventLogsource {
  const log = byChannel.get(channel);
  if (log === undefined) return { ...otherChannels, categories: [], fields: {} };
  const fitting = (log.categories ?? []).filter(({ events }) => events.includes(id));
  return {
    product: log.product,
    service: log.service,
    categories: fitting.map(({ category }) => category),
    fields: Object.assign({}, ...fitting.map(({ fields }) => fields)) as Record<string, string>,
  };
}

/** The first of the fields that holds a text or a number. */
function firstText(event: SigmaEvent, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = fieldValues(event, field)?.[0];
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

function load(): Knowledge {
  knowledge ??= build(
    JSON.parse(readFileSync(new URL('../../data/taxonomy/event-logs.json', import.meta.url), 'utf8')) as EventLogs,
  );
  return knowledge;
}

function build(logs: EventLogs): Knowledge {
  const byChannel = new Map<string, EventLogs['logs'][number]>();
  const recognised = new Set(logs.shapes.map(({ product, service }) => serviceKey(product, service)));
  for (const log of logs.logs) {
    for (const channel of log.channels) byChannel.set(channel.toLowerCase(), log);
    recognised.add(serviceKey(log.product, log.service));
    for (const { category } of log.categories ?? []) recognised.add(categoryKey(log.product, category));
  }
  return { ...logs, byChannel, recognised, made: new Map() };
}

const serviceKey = (product: string, service: string) => `${product}/${service.toLowerCase()}`;
const categoryKey = (product: string, category: string) => `${product}:${category.toLowerCase()}`;
