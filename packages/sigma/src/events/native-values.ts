import { detailsOf } from '../catalogue/registry-data.js';
import type { MappedField, ResolvedMap } from '../convert/maps.js';
import { fieldValues, type SigmaEvent } from '../match/event-fields.js';
import { computedColumn } from './computed-column.js';

/** Gives a Sigma field its value from an event in a product's own names. */
export interface FieldReading {
  readonly field: string;
  /** Where it reads, so that equal readings of several maps are known. */
  readonly from: string;
  /** Undefined where the event does not have it. */
  take(event: SigmaEvent): unknown;
}

/** The readings of a map's fields, and of the names that published queries have beside them; the surer ones first. */
export function readingsOf(map: ResolvedMap): readonly FieldReading[] {
  const own = [...map.fields].flatMap(([field, mapped]) => {
    const take = takeOf(mapped);
    const values = mapped.values === undefined ? '' : JSON.stringify([...mapped.values]);
    return take === undefined ? [] : { field, from: `${mapped.names.join()} ${mapped.type} ${values}`, take };
  });
  const others = [...map.reads.fields].flatMap(([name, { field, type }]) => {
    const change = type === undefined ? undefined : CHANGES[type];
    if (type !== undefined && change === undefined) return [];
    return { field, from: `${name} ${type}`, take: (event: SigmaEvent) => changed(one(event, name), change) };
  });
  return [...own, ...others];
}

function takeOf(mapped: MappedField): FieldReading['take'] | undefined {
  const names = mapped.names.map(plainPath);
  const [first = ''] = names;
  if (mapped.type === 'account') return (event) => account(event, first, names[1] ?? '');
  if (mapped.type === 'hashes') return (event) => hashes(event, names);
  if (first.startsWith('=')) {
    const joined = joinedColumns(first);
    return joined === undefined ? computedColumn(first.slice(1)) : (event) => account(event, joined[0], joined[1]);
  }
  const change = CHANGES[mapped.type] ?? spellings(mapped);
  if (names.length === 1) return (event) => changed(one(event, first), change);
  return (event) => {
    const found = names.flatMap((name) => fieldValues(event, name) ?? []);
    return found.length === 0 ? undefined : changed(found.length === 1 ? found[0] : found, change);
  };
}

/** A path as `fieldValues` reads it: `Column["odd key"]` is one step as any other. */
function plainPath(name: string): string {
  return name.startsWith('=') ? name : name.replace(/\["([^"]*)"\]/g, '.$1');
}

/** The columns of `=strcat(A, @"\", B)`, of which the first may be missing. */
function joinedColumns(expression: string): readonly [string, string] | undefined {
  const parts = expression.slice(1).split(', ');
  const [first = '', separator, last = ''] = parts;
  if (parts.length !== 3 || separator !== '@"\\"' || !first.startsWith('strcat(') || !last.endsWith(')'))
    return undefined;
  return [first.slice('strcat('.length), last.slice(0, -1)];
}

function one(event: SigmaEvent, name: string): unknown {
  const values = fieldValues(event, name);
  if (values === undefined) return undefined;
  return values.length === 1 ? values[0] : values;
}

function account(event: SigmaEvent, domainField: string, nameField: string): unknown {
  const name = one(event, nameField);
  if (typeof name !== 'string') return undefined;
  const domain = one(event, domainField);
  return typeof domain === 'string' && domain !== '' ? `${domain}\\${name}` : name;
}

const DIGESTS = ['MD5', 'SHA1', 'SHA256', 'IMPHASH'];

/** Digests as Sysmon joins them. Kusto's tables have a column for each, of which the map names one. */
function hashes(event: SigmaEvent, names: readonly string[]): unknown {
  const columns = names.length === 1 ? DIGESTS : names;
  const found = columns.flatMap((name, index) => {
    const digest = one(event, name);
    return typeof digest === 'string' && digest !== '' ? `${DIGESTS[index] ?? name}=${digest}` : [];
  });
  return found.length === 0 ? undefined : found.join(',');
}

/** The last segment of a path, as rules end paths. */
function asPath(value: unknown): unknown {
  return typeof value === 'string' && value !== '' && !value.includes('\\') && !value.includes('/')
    ? `\\${value}`
    : value;
}

/** A registry value's number as Sysmon writes it. */
function asDetails(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' ? detailsOf(String(value)) : value;
}

/** How a name of published queries has its field's values, by the form that the maps give. */
const CHANGES: Readonly<Record<string, (value: unknown) => unknown>> = { filename: asPath, 'registry-data': asDetails };

/** Gives a value the spelling that Sigma has for it. The product's own stays beside it. */
function spellings({ values }: MappedField): ((value: unknown) => unknown) | undefined {
  if (values === undefined) return undefined;
  const sigma = new Map<string, string[]>();
  for (const [from, to] of values) {
    const key = to.toLowerCase();
    if (from === key) continue;
    if (sigma.get(key)?.push(from) === undefined) sigma.set(key, [from]);
  }
  if (sigma.size === 0) return undefined;
  return (value) => {
    const others = sigma.get(String(value).toLowerCase());
    return others === undefined ? value : [value, ...others];
  };
}

function changed(value: unknown, change: ((value: unknown) => unknown) | undefined): unknown {
  if (change === undefined || value === undefined) return value;
  return Array.isArray(value) ? value.flatMap(change) : change(value);
}
