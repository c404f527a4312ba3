import { isWords, onOneLine } from '../characters.js';
import type { Level } from '../model/rule.js';
import { type AboutPart, aboutRule, techniquesOf } from './about.js';
import { type Deployable, importId, timespanSeconds, windowSeconds } from './counted.js';
import { ARRIVAL_SECONDS, endsOnlyWithItsWindow } from './schedule.js';
import { tellingFields } from './telling-fields.js';

/** Splunk's alert severities: 1 info, 2 low, 3 medium, 4 high, 5 critical. */
const SEVERITIES: Readonly<Record<Level, number>> = { informational: 1, low: 2, medium: 3, high: 4, critical: 5 };

/** Minutes between two runs, and minutes between a run and the events that it reads. Each run reads what the one before did not. */
const EVERY_MINUTES = 15;
const DELAY_MINUTES = ARRIVAL_SECONDS / 60;

const STANZA_NAME_MAX = 100;
/** More fields make nearly every row an alert of its own. */
const SUPPRESSION_FIELDS_MAX = 5;

/**
 * A `savedsearches.conf` stanza that runs a converted query as a scheduled alert: search, schedule and window (with the timespan of what
 * the rule counts), severity, a description with author, references and false positives, ATT&CK annotations, and with `enterpriseSecurity` the
 * finding of Splunk Enterprise Security. It is disabled, so that a person turns it on. The same values of the fields that the rule groups by, or names as worth reading, alert once in the window. `query`
 * is the document's `siem_spl` conversion. Ends with a line break. Splunk ignores keys that it does not know.
 */
export function toSavedSearch(source: Deployable, query: string, enterpriseSecurity: boolean): string {
  const { document: rule } = source;
  const { name, description, settings } = savedSearch(source, query, ['author', 'references', 'false positives']);
  const all: readonly Setting[] = [
    ...(enterpriseSecurity ? finding(oneLine(rule.title), description, rule.level ?? 'medium') : []),
    ...annotations(rule.tags),
    ['action.correlationsearch.metadata', metadata(source)],
    ...settings,
  ];
  return `[${name}]\n${all.map(([key, value]) => `${key} = ${continued(String(value))}`).join('\n')}\n`;
}

/** A setting of a saved search: its key in `savedsearches.conf`, and its value, which may have line breaks. */
export type Setting = readonly [key: string, value: string | number];

/** A scheduled alert, without what Enterprise Security alone reads. */
export interface SavedSearch {
  readonly name: string;
  readonly description: string;
  readonly settings: readonly Setting[];
}

/** The scheduled alert of a rule, whose description has these parts. */
export function savedSearch(source: Deployable, query: string, parts: readonly AboutPart[]): SavedSearch {
  const { document: rule } = source;
  const description = oneLine([rule.description ?? rule.title, ...aboutRule(source, parts)].join(' | '));
  const lookbackMinutes = EVERY_MINUTES + DELAY_MINUTES + windowMinutes(source);
  const settings: readonly Setting[] = [
    ['alert.severity', SEVERITIES[rule.level ?? 'medium']],
    ...suppression(source),
    ['alert.track', 1],
    ['counttype', 'number of events'],
    ['relation', 'greater than'],
    ['quantity', 0],
    ['cron_schedule', `*/${EVERY_MINUTES} * * * *`],
    // Splunk may start it later, as all begin at the same minute; what it searches depends on the time that it was due.
    ['schedule_window', 'auto'],
    ['description', description],
    ['disabled', 1],
    ['dispatch.earliest_time', `-${lookbackMinutes}m@m`],
    ['dispatch.latest_time', `-${DELAY_MINUTES}m@m`],
    ['enableSched', 1],
    ['search', `${query}${onlyWholeWindows(source)}`],
  ];
  return { name: stanzaName(source), description, settings };
}

/** The settings by which Enterprise Security makes a finding of each row. Without the product they are actions that nothing runs. */
function finding(title: string, description: string, level: Level): readonly Setting[] {
  return [
    ['action.correlationsearch.enabled', 1],
    ['action.correlationsearch.label', title],
    ['action.notable', 1],
    ['action.notable.param.rule_title', title],
    ['action.notable.param.rule_description', description],
    ['action.notable.param.severity', level],
  ];
}

/** Drops the windows that are not over when the search ends, where what is still to come can undo a match. The next run has them. */
function onlyWholeWindows({ document, aggregation }: Deployable): string {
  if (aggregation === undefined || !endsOnlyWithItsWindow(document, aggregation)) return '';
  return `\n| addinfo\n| where _time<=info_max_time-${timespanSeconds(aggregation)}\n| fields - info_*`;
}

/** A value on several lines: a backslash at the end of a line continues it on the next. */
function continued(query: string): string {
  return query.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\n', '\\\n');
}

/** Text that neither ends its line nor continues it: no line breaks, no control characters, no backslash at the end. */
function oneLine(text: string): string {
  const line = onOneLine(text);
  let end = line.length;
  while (end > 0 && (line[end - 1] === '\\' || line[end - 1] === ' ')) end--;
  return line.slice(0, end).trimStart();
}

/**
 * A stanza's name without closing brackets, short enough for Splunk, which cuts longer names. A second stanza of one name would replace
 * the first, so a name that is cut ends in its rule's id.
 */
function stanzaName({ document }: Deployable): string {
  const title = oneLine(document.title).replaceAll('[', '').replaceAll(']', '').trim() || 'Sigma rule';
  // Settings under [default] would be those of every search.
  const name = title.toLowerCase() === 'default' ? 'default (Sigma rule)' : title;
  return name.length <= STANZA_NAME_MAX ? name : nameWithId(name, document);
}

/** A name that ends in the beginning of its rule's id, once, and is short enough for Splunk. */
export function nameWithId(name: string, document: Deployable['document']): string {
  const id = importId(document, 'splunk').slice(0, 8);
  return name.endsWith(` ${id}`) ? name : `${name.slice(0, STANZA_NAME_MAX - id.length - 1).trim()} ${id}`;
}

/** The ATT&CK techniques as Enterprise Security reads them; nothing where the rule names none. */
function annotations(tags: readonly string[]): readonly (readonly [string, string])[] {
  const techniques = techniquesOf(tags);
  if (techniques.length === 0) return [];
  return [['action.correlationsearch.annotations', JSON.stringify({ mitre_attack: techniques })]];
}

/** Which rule a search is, under the names that Splunk's security content uses. */
function metadata({ identity: { id, version, libraryVersion } }: Deployable): string {
  return JSON.stringify({
    ...(id === undefined ? {} : { detection_id: id }),
    detection_version: version,
    ...(libraryVersion === undefined ? {} : { library_version: String(libraryVersion) }),
  });
}

/** Minutes of the window in which the rule counts; 0 where it does not. */
function windowMinutes({ document, ctx }: Deployable): number {
  return Math.ceil(windowSeconds(document, ctx) / 60);
}

/** A row for the same values again is no new alert: within the counting window, or an hour. */
function suppression(source: Deployable): readonly Setting[] {
  const { rules, ctx } = source;
  const [first] = rules;
  const map = first === undefined ? undefined : ctx.fieldMap('spl', first.logsource);
  const telling = tellingFields(source, ['host'], (name) => [map?.fields.get(name)?.names[0] ?? name]);
  const fields = telling.filter((name) => isWords(name, '.{}:-')).slice(0, SUPPRESSION_FIELDS_MAX);
  const period = ['alert.suppress.period', `${Math.max(60, windowMinutes(source))}m`] as const;
  // Without a field that tells them apart, all rows of a run are one alert.
  if (fields.length === 0) return [['alert.suppress', 1], period];
  return [['alert.digest_mode', 0], ['alert.suppress', 1], ['alert.suppress.fields', fields.join(',')], period];
}
