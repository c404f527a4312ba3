import type { QueryDataModel, QueryList } from '@tripline/sigma';
import { parse } from 'csv-parse/sync';
import { readConf } from './conf-file.js';
import type { ExportedRule, ExportFile, ImportWarning, SearchKnowledge } from './exported-rule.js';
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

/** Lookup files and data models of an export, as they are found. */
export interface FoundKnowledge {
  /** Texts of lookup files by the name of the file. */
  readonly tables: Map<string, string>;
  /** Files by the names that `transforms.conf` has for them. */
  readonly named: Map<string, string>;
  readonly dataModels: Record<string, QueryDataModel>;
}

/** Begins with nothing found. */
export const noKnowledge = (): FoundKnowledge => ({
  tables: new Map(),
  named: new Map(),
  dataModels: Object.create(null) as Record<string, QueryDataModel>,
});

/** Takes a file that is a lookup, the names of lookups (`transforms.conf`) or a data model. @returns false for any other file */
export function takeKnowledge({ name, text }: ExportFile, found: FoundKnowledge): boolean {
  if (/\.csv$/i.test(name)) found.tables.set(baseName(name), text);
  else if (/transforms[^/]*\.conf$/i.test(name)) {
    for (const { name: stanza, settings } of readConf(text)) {
      const file = settings.get('filename');
      if (file !== undefined) found.named.set(stanza, baseName(file));
    }
  } else if (/(?:^|\/)data\/models\/[^/]+\.json$/i.test(name)) takeDataModel(text, found);
  else return false;
  return true;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

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

/** What the searches use, of what was found beside them. */
export function knowledgeFor(
  rules: readonly ExportedRule[],
  macros: NonNullable<SearchKnowledge['macros']>,
  { dataModels, named, tables }: FoundKnowledge,
): SearchKnowledge {
  const lists = Object.create(null) as Record<string, QueryList>;
  const texts = [...rules.map(({ query }) => query), ...Object.values(macros).map(({ definition }) => definition)];
  for (const name of new Set(texts.flatMap((text) => namesIn(text, LISTED)))) {
    const table = tables.get(named.get(name) ?? name);
    const rows = table === undefined ? undefined : rowsOf(table);
    if (rows !== undefined) lists[name] = { rows };
  }
  return { macros, lists, dataModels };
}

function rowsOf(text: string): QueryList['rows'] | undefined {
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
  rules: readonly ExportedRule[],
  { dataModels = {}, lists = {} }: SearchKnowledge,
): readonly ImportWarning[] {
  const lookups = new Map<string, number>();
  const models = new Map<string, number>();
  const count = (into: Map<string, number>, name: string): void => void into.set(name, (into.get(name) ?? 0) + 1);
  for (const { query } of rules) {
    for (const name of namesIn(query, LISTED))
      if (!Object.hasOwn(lists, name))
        count(lookups, `${name} (it did not come with the searches, or is no table of 1 MB)`);
    for (const name of namesIn(query, ADDED)) count(lookups, `${name} (columns that the command lookup adds)`);
    for (const name of namesIn(query, MODELLED))
      if (!COMMON.has(name) && !Object.keys(dataModels).some((known) => known.startsWith(`${name}.`)))
        count(models, name);
  }
  const told: ImportWarning[] = [];
  if (lookups.size > 0)
    told.push({ kind: 'lookups_unread', text: `Lookups that rules use and that are not read: ${listed(lookups)}.` });
  if (models.size > 0)
    told.push({
      kind: 'data_models_unread',
      text: `Data models whose definition did not come with the searches, or is a search of its own: ${listed(models)}.`,
    });
  return told;
}

function listed(counts: ReadonlyMap<string, number>): string {
  const names = [...counts].sort(([, a], [, b]) => b - a);
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return (
    names
      .slice(0, MOST_NAMED)
      .map(([name, rules]) => `${name}: ${rules} ${rules === 1 ? 'rule' : 'rules'}`)
      .join('; ') + more
  );
}
