import { isWords } from '../characters.js';
import type { Note } from '../convert/note.js';
import type { Level } from '../model/rule.js';
import { aboutRule } from './about.js';
import type { Deployable } from './counted.js';
import { countingSchedule } from './schedule.js';
import { tellingFields } from './telling-fields.js';
import { type TechniqueFacts, threatOf } from './threat.js';

/** Cortex takes no severity above high for a correlation rule. */
const SEVERITIES: Readonly<Record<Level, string>> = {
  informational: 'SEV_010_INFO',
  low: 'SEV_020_LOW',
  medium: 'SEV_030_MEDIUM',
  high: 'SEV_040_HIGH',
  critical: 'SEV_040_HIGH',
};
const SUPPRESSION_FIELDS_MAX = 5;
const DESCRIPTION_MAX = 5000;

/**
 * The body of Cortex' request to insert correlation rules, with one rule. `query` is the document's `siem_xql` conversion. A rule on single
 * events runs as they come; one that counts runs on a schedule over its window. It is switched off. What the product has no place for stands
 * in the description. Ends in a line break.
 * @see https://docs-cortex.paloaltonetworks.com/r/Cortex-XSIAM-Platform-APIs/Insert-or-update-Correlation-Rules
 */
export function toCortexRule(
  source: Deployable,
  query: string,
  facts?: (id: string) => TechniqueFacts | undefined,
): string {
  const { document } = source;
  const about = aboutRule(source, ['author', 'references', 'false positives', 'identity']);
  const text = (document.description ?? document.title).trimEnd().slice(0, DESCRIPTION_MAX);
  const rule = {
    name: document.title,
    severity: SEVERITIES[document.level ?? 'medium'],
    xql_query: query,
    is_enabled: false,
    description: `${text}\n\n${about.join('\n')}`,
    alert_name: document.title,
    alert_category: 'OTHER',
    alert_description: text,
    alert_fields: {},
    ...schedule(source),
    ...suppression(source),
    dataset: 'alerts',
    user_defined_severity: null,
    user_defined_category: null,
    mitre_defs: mitreOf(document.tags, facts),
    investigation_query_link: '',
    drilldown_query_timeframe: 'ALERT',
    mapping_strategy: 'AUTO',
  };
  return `${JSON.stringify({ request_data: [rule] }, null, 2)}\n`;
}

/** How the rule departs from what the document counts. */
export function cortexNotes({ document, aggregation }: Deployable): readonly Note[] {
  if (aggregation === undefined) return [];
  const late: Note = {
    code: 'aggregation_approximated',
    message:
      'A run counts what has arrived: an event that comes after it is counted by the next, if that still reads it.',
  };
  return [countingSchedule(document, aggregation).note, late];
}

function schedule({ document, aggregation }: Deployable): Readonly<Record<string, string | null>> {
  if (aggregation === undefined)
    return { execution_mode: 'REAL_TIME', search_window: null, simple_schedule: null, timezone: null, crontab: null };
  const { every, window } = countingSchedule(document, aggregation);
  const minutes = every / 60;
  return {
    execution_mode: 'SCHEDULED',
    search_window: `${Math.ceil(window / 60)} minutes`,
    simple_schedule: `${minutes} minutes`,
    timezone: 'UTC',
    crontab: `*/${minutes} * * * *`,
  };
}

/** What stands for a field that is no column of its own in the data set, by which Cortex cannot suppress. */
const NO_COLUMN = '';

/** The same values of what tells alerts apart are one alert in an hour, or in the time span that is counted. */
function suppression(source: Deployable): Readonly<Record<string, unknown>> {
  const { rules, ctx, document, aggregation } = source;
  const [first] = rules;
  const map = first === undefined ? undefined : ctx.fieldMap('cortex', first.logsource);
  const telling = tellingFields(source, ['agent_hostname'], (name) => [map?.fields.get(name)?.names[0] ?? NO_COLUMN]);
  const fields = telling.slice(0, SUPPRESSION_FIELDS_MAX);
  // By the host alone, a second attack on it would be hidden behind the first.
  if (fields.length === 0 || telling.some((name) => name === NO_COLUMN || !isWords(name, '.')))
    return { suppression_enabled: false, suppression_duration: null, suppression_fields: null };
  const hours =
    aggregation === undefined ? 1 : Math.max(1, Math.ceil(countingSchedule(document, aggregation).window / 3600));
  return { suppression_enabled: true, suppression_duration: `${hours} hours`, suppression_fields: fields };
}

/** Tactics with their techniques, in the words by which Cortex lists them: `TA0002 - Execution`. */
function mitreOf(
  tags: readonly string[],
  facts: ((id: string) => TechniqueFacts | undefined) | undefined,
): Readonly<Record<string, readonly string[]>> {
  const entries = threatOf(tags, facts).map(({ tactic, technique }) => [
    `${tactic.id} - ${tactic.name}`,
    technique.flatMap((parent) => [parent, ...parent.subtechnique]).map(({ id, name }) => `${id} - ${name}`),
  ]);
  return Object.fromEntries(entries);
}
