import { type QueryDataModel, type QueryList, unknownMacro } from '@tripline/sigma';
import { parse } from 'csv-parse/sync';
import type { Stanza } from './conf-file.js';
import type { ImportWarning, SearchKnowledge } from './exported-rule.js';
import { type Loose, listOf, objectOf, parsedJson, textOf } from './json-values.js';

/** Rows that are taken of a lookup: one more than the reader of searches writes out, so that it says which are too many. */
const MOST_ROWS = 1001;

/**
 * Splunk's Common Information Model: its models are known to the reader of searches, whose fields they have, and are not replaced by what
 * one installation limits them to.
 * @see https://help.splunk.com/en/data-management/common-information-model/6.2/data-models
 */
const COMMON: ReadonlySet<string> = new Set(
  'Alerts Application_State Authentication Certificates Change Change_Analysis Compute_Inventory Data_Access Databases DLP Email Endpoint Event_Signatures Interprocess_Messaging Intrusion_Detection JVM Malware Network_Resolution Network_Sessions Network_Traffic Performance Splunk_Audit Splunk_CIM_Validation Ticket_Management Updates Vulnerabilities Web'.split(
    ' ',
  ),
);

/** Names of lookups and data models of an export, as they are found. */
export interface FoundKnowledge {
  /** Files by the names that `transforms.conf` has for them. */
  readonly named: Map<string, string>;
  readonly dataModels: Record<string, QueryDataModel>;
}

/** Begins with nothing found. */
export const noKnowledge = (): FoundKnowledge => ({
  named: new Map(),
  dataModels: Object.create(null) as Record<string, QueryDataModel>,
});

/** Takes the stanzas of `transforms.conf`. */
export function takeLookupNames(stanzas: readonly Stanza[], { named }: FoundKnowledge): void {
  for (const { name, settings } of stanzas) {
    const file = settings.get('filename');
    if (file !== undefined) named.set(name, baseName(file));
  }
}

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Takes the JSON of a data model. @returns false where it is none */
export function takeDataModel(text: string, { dataModels }: FoundKnowledge): boolean {
  const parsed = text.trimStart().startsWith('{') ? parsedJson(text) : { fault: '' };
  const model = objectOf('value' in parsed ? parsed.value : undefined);
  const name = textOf(model['modelName']);
  const objects = listOf(model['objects']).map(objectOf);
  if (name === undefined || objects.length === 0) return false;
  if (COMMON.has(name)) return true;
  const prefixes = objects
    .flatMap((object) => textOf(object['lineage']) ?? textOf(object['objectName']) ?? [])
    .sort((a, b) => b.length - a.length);
  for (const [index, object] of objects.entries()) {
    const events = eventsOf(object, objects);
    if (events === undefined) continue;
    dataModels[`${name}.${textOf(object['objectName'])}`] = { ...events, prefixes };
    if (index === 0) dataModels[name] = { ...events, prefixes };
  }
  return true;
}

/** What limits an object's events, and what is computed of them; undefined for one that no constraint limits, such as one by a search. */
function eventsOf(object: Loose, objects: readonly Loose[]): Omit<QueryDataModel, 'prefixes'> | undefined {
  const chain: Loose[] = [];
  let at: Loose | undefined = object;
  while (at !== undefined && chain.length <= objects.length) {
    chain.push(at);
    const { parentName }: Loose = at;
    if (parentName === 'BaseEvent') break;
    at = objects.find(({ objectName }) => objectName === parentName);
  }
  if (chain.at(-1)?.['parentName'] !== 'BaseEvent') return undefined;
  const constraints = chain.flatMap((one) =>
    listOf(one['constraints']).flatMap((each) => textOf(objectOf(each)['search']) ?? []),
  );
  if (constraints.length === 0) return undefined;
  const computed = chain.flatMap((one) =>
    listOf(one['calculations']).flatMap((each) =>
      listOf(objectOf(each)['outputFields']).flatMap((field) => textOf(objectOf(field)['fieldName']) ?? []),
    ),
  );
  return { constraints: [...new Set(constraints)], computed: [...new Set(computed)] };
}

/** `inputlookup NAME`, with options before the name. */
const LISTED = /\binputlookup\s+(?:[a-z]+\s*=\s*\S+\s+)*"?([\w.-]+)/gi;
const ADDED = /\|\s*lookup\s+(?:[a-z]+\s*=\s*\S+\s+)*"?([\w.-]+)/gi;
const MODELLED = /\bdatamodel\s*[=:]?\s*"?(\w+)/gi;

/** The first group of each match of an expression. */
const namesIn = (text: string, expression: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(expression)].map((found) => found[1] as string)),
];

/** What searches name, with how many searches name each. */
export interface Uses {
  /** Lookups whose rows a search lists. */
  readonly listed: Map<string, number>;
  /** Lookups that add columns to events. */
  readonly added: Map<string, number>;
  readonly modelled: Map<string, number>;
}

/** Begins with nothing named. */
export const noUses = (): Uses => ({ listed: new Map(), added: new Map(), modelled: new Map() });

/** Counts what searches name. */
export function countUses(queries: readonly string[], { added, listed, modelled }: Uses): void {
  const count = (into: Map<string, number>, name: string): void => void into.set(name, (into.get(name) ?? 0) + 1);
  for (const query of queries) {
    for (const name of namesIn(query, LISTED)) count(listed, name);
    for (const name of namesIn(query, ADDED)) count(added, name);
    for (const name of namesIn(query, MODELLED)) count(modelled, name);
  }
}

/** The lookups whose rows the definitions of macros list. */
export const listedBy = (macros: NonNullable<SearchKnowledge['macros']>): readonly string[] =>
  Object.values(macros).flatMap(({ definition }) => namesIn(definition, LISTED));

/** The rows of a lookup file; undefined for a text that is no table. */
export function rowsOf(text: string): QueryList['rows'] | undefined {
  try {
    const rows: Record<string, string>[] = parse(text, {
      ...{ bom: true, columns: true, relax_column_count: true, skip_empty_lines: true, to: MOST_ROWS },
    });
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
  } catch {
    return undefined;
  }
}

/** Names that are told in one warning. */
const MOST_NAMED = 10;

/** What searches use that did not come with them, or that is not read: lookups and data models, with how many rules use each. */
export function unreadKnowledge(
  { added, listed, modelled }: Uses,
  { dataModels = {}, lists = {} }: SearchKnowledge,
): readonly ImportWarning[] {
  const lookups = new Map<string, number>();
  for (const [name, rules] of listed)
    if (!Object.hasOwn(lists, name))
      lookups.set(`${name} (it did not come with the searches, or is no table of 1 MB)`, rules);
  for (const [name, rules] of added)
    if (!Object.hasOwn(lists, name)) lookups.set(`${name} (columns that the command lookup adds)`, rules);
  const isKnown = (name: string): boolean =>
    COMMON.has(name) || Object.keys(dataModels).some((known) => known.startsWith(`${name}.`));
  const models = new Map([...modelled].filter(([name]) => !isKnown(name)));
  const told: ImportWarning[] = [];
  if (lookups.size > 0)
    told.push({ kind: 'lookups_unread', text: `Lookups that rules use and that are not read: ${named(lookups)}.` });
  if (models.size > 0)
    told.push({
      kind: 'data_models_unread',
      text: `Data models whose definition did not come with the searches, or is a search of its own: ${named(models)}.`,
    });
  return told;
}

/** A macro by its name, as a search calls it. */
const CALLED = /`([^`(]+)/g;

/** Counts the macros without whose definition some of a search was not read. @param reasons why parts of it were not read */
export function countUnknownMacros(query: string, reasons: readonly string[], into: Map<string, number>): void {
  const known = new Set(reasons);
  for (const name of namesIn(query, CALLED))
    if (known.has(unknownMacro(name))) into.set(name, (into.get(name) ?? 0) + 1);
}

/** Warns of macros that searches use and that did not come with them. */
export const unknownMacros = (counts: ReadonlyMap<string, number>): readonly ImportWarning[] =>
  counts.size === 0
    ? []
    : [
        {
          kind: 'macros_unread',
          text: `Macros that rules use and that did not come with the searches, so that these are read in part at most (each app has its own macros.conf): ${named(counts)}.`,
        },
      ];

function named(counts: ReadonlyMap<string, number>): string {
  const names = [...counts].sort(([, a], [, b]) => b - a);
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return (
    names
      .slice(0, MOST_NAMED)
      .map(([name, rules]) => `${name}: ${rules} ${rules === 1 ? 'rule' : 'rules'}`)
      .join('; ') + more
  );
}
