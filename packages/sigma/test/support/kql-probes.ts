import { readdirSync, readFileSync } from 'node:fs';
import { convert, parseSigma } from '@tripline/sigma';

interface MapFile {
  readonly extends?: string;
  readonly logsources?: readonly Readonly<Record<string, string>>[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

const folder = new URL('../../data/maps/kql/', import.meta.url);
/** The field maps of KQL by their names. */
export const maps = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as MapFile]),
);

/** The fields of a map and of those that it extends. */
export function fieldsOf(name: string): readonly string[] {
  const map = maps.get(name);
  return [...(map?.extends === undefined ? [] : fieldsOf(map.extends)), ...Object.keys(map?.fields ?? {})];
}

/** A rule of one detection, as text. */
export function ruleOf(logsource: Readonly<Record<string, string>>, detection: unknown): string {
  return JSON.stringify({ title: 'Probe', logsource, detection });
}

/** The queries that rules give. */
export function queriesOf(text: string): readonly string[] {
  const collection = parseSigma(text);
  expect(collection.errors).toEqual([]);
  return collection.documents.flatMap((document) => {
    if (document.kind === 'filter') return [];
    const conversion = convert(document, collection, 'siem_kql');
    if (!conversion.ok) throw conversion.error;
    return conversion.queries;
  });
}

/** The kinds of test that a rule can apply to a field. */
const KINDS: readonly ((field: string) => object)[] = [
  (field) => ({ [field]: ['exact', 'with*wild', 5, null, true] }),
  (field) => ({ [`${field}|contains|cased`]: 'Abc', [`${field}|re|i`]: 'a+b', [`${field}|gt`]: 5 }),
  (field) => ({ [`${field}|cidr`]: ['10.0.0.0/8', 'fe80::/10'], [`${field}|exists`]: true, [`${field}|hour`]: 3 }),
];

/** The queries that ask for some fields of a log source, each with one kind of test, and for their negation. */
export function fieldQueries(
  logsource: Readonly<Record<string, string>>,
  fields: readonly string[],
): readonly string[] {
  const selection = fields.map((field, at) => KINDS[at % KINDS.length]?.(field));
  return queriesOf(ruleOf(logsource, { sel: selection, neg: selection, condition: 'sel and not neg' }));
}
