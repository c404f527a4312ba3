import type { QueryMacro } from '@tripline/sigma';
import { readConf, type Stanza } from './conf-file.js';
import { type ExportContent, type ExportedRule, type ExportFile, nameOfPiece, type Unread } from './exported-rule.js';
import { instantOf, type Loose, listOf, objectOf, parsedJson, techniquesIn, textOf } from './json-values.js';
import { type FoundKnowledge, noKnowledge, takeDataModel } from './splunk-knowledge.js';
import { stateOfSearch } from './splunk-state.js';

/** What some of an export has: its searches, and what searches are read with. */
export interface SplunkContent {
  readonly rules: ExportedRule[];
  readonly unread: Unread[];
  readonly macros: Record<string, QueryMacro>;
  /** When a search last alerted, by its name. */
  readonly alerts: Map<string, string>;
  readonly found: FoundKnowledge;
  /** Whether apps are switched on, by the folder of their `app.conf`. */
  readonly apps: Map<string, boolean>;
  /** Of an answer of the REST API: entries, whether they are searches, and how many Splunk says there are. */
  readonly page: { entries: number; isOfSearches: boolean; total: number };
}

/** Begins with nothing. */
export const emptyContent = (): SplunkContent => ({
  rules: [],
  unread: [],
  macros: Object.create(null) as Record<string, QueryMacro>,
  alerts: new Map(),
  found: noKnowledge(),
  apps: new Map(),
  page: { entries: 0, isOfSearches: false, total: 0 },
});

/** The saved searches of files of which each is read by itself, with nothing beside them. */
export function readSplunk(files: readonly ExportFile[]): ExportContent {
  const content = emptyContent();
  for (const file of files) {
    if (file.text.trimStart().startsWith('{')) takeRest(file, content);
    else takeSearches(file.name, readConf(file.text), content);
  }
  return content;
}

/** Takes the stanzas of `macros.conf`. */
export function takeMacros(stanzas: readonly Stanza[], { macros }: SplunkContent): void {
  for (const { name, settings } of stanzas) addMacro(macros, name, settings.get('definition'), settings.get('args'));
}

function addMacro(
  macros: SplunkContent['macros'],
  name: string,
  definition: string | undefined,
  args: string | undefined,
): void {
  if (definition === undefined || definition === '') return;
  const names = args === undefined ? {} : { arguments: args.split(',').map((one) => one.trim()) };
  macros[name] = { definition, ...names };
}

/**
 * Takes the stanzas of `app.conf`: an app that is switched off runs none of its searches.
 * @see https://docs.splunk.com/Documentation/Splunk/latest/Admin/Appconf, "[install]", "state"
 */
export function takeApp(file: string, stanzas: readonly Stanza[], { apps }: SplunkContent): void {
  const state = stanzas.find(({ name }) => name === 'install')?.settings.get('state');
  if (state !== undefined) apps.set(folderOf(file), state.trim().toLowerCase() !== 'disabled');
}

/** The folder that a file stands in, with its slash. */
export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

/** Takes the stanzas of `savedsearches.conf`. */
export function takeSearches(file: string, stanzas: readonly Stanza[], { rules, unread }: SplunkContent): void {
  for (const { line, name: stanza, settings } of stanzas) {
    const place = `${file}:${line} [${stanza}]`;
    const search = settings.get('search');
    if (search === undefined || search === '') unread.push({ place, reason: 'the stanza has no search' });
    else rules.push(ruleOf(stanza, place, search, Object.fromEntries(settings), true));
  }
}

/** Takes an answer of Splunk's REST API, or a piece of one: saved searches, macros, data models, and alerts that were raised. */
export function takeRest(file: ExportFile, { alerts, found, macros, page, rules, unread }: SplunkContent): void {
  const { name, piece, text } = file;
  const parsed = parsedJson(text);
  if ('fault' in parsed)
    return void unread.push({ place: nameOfPiece(file), reason: `it is no JSON: ${parsed.fault}` });
  const entries = listOf(objectOf(parsed.value)['entry'] ?? parsed.value);
  const total = objectOf(objectOf(parsed.value)['paging'])['total'];
  if (typeof total === 'number') page.total = Math.max(page.total, total);
  page.entries += entries.length;
  page.isOfSearches ||= objectOf(objectOf(entries[0])['content'])['search'] !== undefined;
  for (const [index, value] of entries.entries()) {
    const entry = objectOf(value);
    const content = objectOf(entry['content']);
    const title = textOf(entry['name']);
    const search = textOf(content['search']);
    const definition = textOf(content['definition']);
    const place = `${name} entry[${(piece?.first ?? 0) + index}]`;
    const alerted = textOf(content['savedsearch_name']);
    if (alerted !== undefined && content['trigger_time'] !== undefined)
      addAlert(alerts, alerted, content['trigger_time']);
    else if (takeDataModel(textOf(content['eai:data']) ?? textOf(content['description']) ?? '', found)) continue;
    else if (title !== undefined && definition !== undefined)
      addMacro(macros, title, definition, textOf(content['args']));
    else if (title === undefined || search === undefined)
      unread.push({ place, reason: 'the entry has no name or no search' });
    else rules.push(withApp(ruleOf(title, place, search, content, false), textOf(objectOf(entry['acl'])['app'])));
  }
}

/** Keeps the latest alert of a search; the time is in seconds since 1970. */
function addAlert(alerts: Map<string, string>, search: string, seconds: unknown): void {
  const at = instantOf(Number(seconds) * 1000);
  if (at !== null && at > (alerts.get(search) ?? '')) alerts.set(search, at);
}

const withApp = (rule: ExportedRule, app: string | undefined): ExportedRule =>
  app === undefined ? rule : { ...rule, key: `${app}/${rule.key}` };

function ruleOf(name: string, place: string, search: string, settings: Loose, isWhole: boolean): ExportedRule {
  const metadata = jsonOf(settings['action.correlationsearch.metadata']);
  const id = textOf(metadata['detection_id']);
  const version = textOf(metadata['detection_version']);
  return {
    key: name,
    name,
    description: textOf(settings['description']) ?? null,
    place,
    language: 'spl',
    query: search,
    beside: { from: textOf(settings['dispatch.earliest_time'])?.replace(/^-(\d+[smhd]).*$/, 'now-$1') },
    techniques: techniquesIn([textOf(settings['action.correlationsearch.annotations']) ?? '']),
    state: stateOfSearch(settings, search, isWhole),
    sigma: id === undefined ? null : { id, version: version ?? null },
  };
}

function jsonOf(value: unknown): Loose {
  const parsed = parsedJson(textOf(value) ?? '{}');
  return 'value' in parsed ? objectOf(parsed.value) : {};
}
