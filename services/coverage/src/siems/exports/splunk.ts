import type { QueryMacro } from '@tripline/sigma';
import { readConf, type Stanza } from './conf-file.js';
import { type ExportContent, type ExportedRule, type ExportFile, UNTOLD, type Unread } from './exported-rule.js';
import { flagOf, instantOf, type Loose, listOf, objectOf, parsedJson, techniquesIn, textOf } from './json-values.js';
import {
  type FoundKnowledge,
  knowledgeFor,
  noKnowledge,
  takeDataModel,
  takeKnowledge,
  unreadKnowledge,
} from './splunk-knowledge.js';

type Macros = Record<string, QueryMacro>;

/**
 * Splunk's saved searches: `savedsearches.conf` and, beside it in an archive, `macros.conf`; or the JSON of `GET /servicesNS/-/-/saved/searches`
 * and of `…/admin/macros` with `output_mode=json`, and beside them that of `…/alerts/fired_alerts/-`, which tells when a search last alerted.
 * Lookup files with their names (`transforms.conf`) and data models of the same archive are what its searches are read with.
 * @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTsearch
 * @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTknowledge, "datamodel/model"
 */
export function readSplunk(files: readonly ExportFile[]): ExportContent {
  const rules: ExportedRule[] = [];
  const unread: Unread[] = [];
  const macros: Macros = Object.create(null) as Macros;
  const alerts = new Map<string, string>();
  const pages = { seen: 0, total: 0 };
  const found = noKnowledge();
  for (const file of inOrder(files)) {
    const { name } = file;
    if (takeKnowledge(file, found)) continue;
    if (/macros[^/]*\.conf$/i.test(name)) macrosOf(readConf(file.text), macros);
    else if (/\.json$/i.test(name) || file.text.trimStart().startsWith('{'))
      readRest(file, rules, unread, { macros, alerts, pages, found });
    else if (/\.conf$/i.test(name) && !/savedsearches[^/]*\.conf$/i.test(name) && files.length > 1) continue;
    else if (/\.(?:conf|txt)$/i.test(name) || files.length === 1) readSearches(file, rules, unread);
  }
  const knowledge = knowledgeFor(rules, macros, found);
  const warnings = unreadKnowledge(rules, knowledge);
  return { rules: withOwnKeys(withAlerts(rules, alerts)), unread, knowledge, warnings, pages };
}

/** What an app's users changed (`local`) comes over what it was delivered with (`default`). */
function inOrder(files: readonly ExportFile[]): readonly ExportFile[] {
  const rank = ({ name }: ExportFile): number => (/(?:^|\/)local\//.test(name) ? 1 : 0);
  const merged = new Map<string, ExportFile>();
  const others: ExportFile[] = [];
  for (const file of [...files].sort((a, b) => rank(a) - rank(b))) {
    const app = /^(.*?)(?:default|local)\/([^/]+\.conf)$/.exec(file.name);
    if (app === null) {
      others.push(file);
      continue;
    }
    const key = `${app[1]}${app[2]}`;
    const before = merged.get(key);
    merged.set(key, { name: key, text: before === undefined ? file.text : `${before.text}\n${file.text}` });
  }
  return [...merged.values(), ...others];
}

function macrosOf(stanzas: readonly Stanza[], macros: Macros): void {
  for (const { name, settings } of stanzas) addMacro(macros, name, settings.get('definition'), settings.get('args'));
}

function addMacro(macros: Macros, name: string, definition: string | undefined, args: string | undefined): void {
  if (definition === undefined || definition === '') return;
  const names = args === undefined ? {} : { arguments: args.split(',').map((one) => one.trim()) };
  macros[name] = { definition, ...names };
}

function readSearches({ name, text }: ExportFile, rules: ExportedRule[], unread: Unread[]): void {
  for (const { line, name: stanza, settings } of readConf(text)) {
    const place = `${name}:${line} [${stanza}]`;
    const search = settings.get('search');
    if (search === undefined || search === '') unread.push({ place, reason: 'the stanza has no search' });
    else rules.push(ruleOf(stanza, place, search, Object.fromEntries(settings)));
  }
}

/** What answers of the REST API bring beside rules. */
interface Beside {
  readonly macros: Macros;
  readonly alerts: Map<string, string>;
  /** Saved searches of all pages, and how many Splunk says there are. */
  readonly pages: { seen: number; total: number };
  readonly found: FoundKnowledge;
}

/** The answer of Splunk's REST API: saved searches, macros, data models, and alerts that were raised. */
function readRest(
  { name, text }: ExportFile,
  rules: ExportedRule[],
  unread: Unread[],
  { alerts, found, macros, pages }: Beside,
): void {
  const parsed = parsedJson(text);
  if ('fault' in parsed) return void unread.push({ place: name, reason: `it is no JSON: ${parsed.fault}` });
  const entries = listOf(objectOf(parsed.value)['entry'] ?? parsed.value);
  const total = objectOf(objectOf(parsed.value)['paging'])['total'];
  if (typeof total === 'number' && objectOf(objectOf(entries[0])['content'])['search'] !== undefined) {
    pages.seen += entries.length;
    pages.total = Math.max(pages.total, total);
  }
  for (const [index, value] of entries.entries()) {
    const entry = objectOf(value);
    const content = objectOf(entry['content']);
    const title = textOf(entry['name']);
    const search = textOf(content['search']);
    const definition = textOf(content['definition']);
    const place = `${name} entry[${index}]`;
    const alerted = textOf(content['savedsearch_name']);
    if (alerted !== undefined && content['trigger_time'] !== undefined)
      addAlert(alerts, alerted, content['trigger_time']);
    else if (takeDataModel(textOf(content['eai:data']) ?? textOf(content['description']) ?? '', found)) continue;
    else if (title !== undefined && definition !== undefined)
      addMacro(macros, title, definition, textOf(content['args']));
    else if (title === undefined || search === undefined)
      unread.push({ place, reason: 'the entry has no name or no search' });
    else rules.push(withApp(ruleOf(title, place, search, content), textOf(objectOf(entry['acl'])['app'])));
  }
}

/** Keeps the latest alert of a search; the time is in seconds since 1970. */
function addAlert(alerts: Map<string, string>, search: string, seconds: unknown): void {
  const at = instantOf(Number(seconds) * 1000);
  if (at !== null && at > (alerts.get(search) ?? '')) alerts.set(search, at);
}

const withAlerts = (rules: readonly ExportedRule[], alerts: ReadonlyMap<string, string>): readonly ExportedRule[] =>
  rules.map((rule) => ({ ...rule, state: { ...rule.state, lastAlertAt: alerts.get(rule.name) ?? null } }));

const withApp = (rule: ExportedRule, app: string | undefined): ExportedRule =>
  app === undefined ? rule : { ...rule, key: `${app}/${rule.key}` };

function ruleOf(name: string, place: string, search: string, settings: Loose): ExportedRule {
  const isScheduled = flagOf(settings['is_scheduled'] ?? settings['enableSched']) ?? false;
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
    state: {
      ...UNTOLD,
      enabled: !(flagOf(settings['disabled']) ?? false),
      schedule: textOf(settings['cron_schedule']) ?? null,
      lastRunAt: instantOf(settings['last_run_time']),
      idle: isScheduled ? null : 'not_scheduled',
    },
    sigma: id === undefined ? null : { id, version: version ?? null },
  };
}

function jsonOf(value: unknown): Loose {
  const parsed = parsedJson(textOf(value) ?? '{}');
  return 'value' in parsed ? objectOf(parsed.value) : {};
}

/** A search is known by its name; where several apps have one of a name, by the app too. */
function withOwnKeys(rules: readonly ExportedRule[]): readonly ExportedRule[] {
  const times = new Map<string, number>();
  for (const { name } of rules) times.set(name, (times.get(name) ?? 0) + 1);
  return rules.map((rule) => ((times.get(rule.name) ?? 0) > 1 ? rule : { ...rule, key: rule.name }));
}
