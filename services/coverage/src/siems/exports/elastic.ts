import { isQueryLanguage, type QueryLanguage } from '@tripline/sigma';
import { parse } from 'smol-toml';
import {
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  nameOfPiece,
  UNTOLD,
  type Unread,
} from './exported-rule.js';
import { flagOf, instantOf, type Loose, listOf, objectOf, parsedJson, textOf, textsOf } from './json-values.js';

/**
 * Elastic's detection rules: the NDJSON that Kibana exports, the JSON of `GET /api/detection_engine/rules/_find`, or the TOML of the public
 * repository.
 * @see https://www.elastic.co/docs/api/doc/kibana/operation/operation-exportrules
 * @see https://github.com/elastic/detection-rules
 */
export function readElastic(files: readonly ExportFile[]): ExportContent {
  const rules: ExportedRule[] = [];
  const unread: Unread[] = [];
  const pages = { seen: 0, total: 0 };
  for (const file of files) {
    const { name, piece, text } = file;
    if (/\.toml$/i.test(name)) readToml(name, text, rules, unread);
    else if (piece !== undefined || /\.(?:ndjson|jsonl|json)$/i.test(name) || text.trimStart().startsWith('{'))
      readLines(file, rules, unread, pages);
  }
  return { rules, unread, pages };
}

function readToml(name: string, text: string, rules: ExportedRule[], unread: Unread[]): void {
  let file: Loose;
  try {
    file = objectOf(parse(text));
  } catch (error) {
    return void unread.push({ place: name, reason: `it is no TOML: ${(error as Error).message.split('\n')[0]}` });
  }
  if (file['rule'] === undefined) return;
  const isDeprecated = objectOf(file['metadata'])['maturity'] === 'deprecated';
  // The repository does not say whether a rule is switched on anywhere.
  addRule(objectOf(file['rule']), name, rules, unread, { enabled: null, isDeprecated });
}

function readLines(
  file: ExportFile,
  rules: ExportedRule[],
  unread: Unread[],
  pages: { seen: number; total: number },
): void {
  const { name, piece, text } = file;
  const first = piece?.first ?? 0;
  const isWhole = piece === undefined ? /\.json$/i.test(name) : piece.form !== 'lines';
  const whole = isWhole ? parsedJson(text) : { fault: '' };
  if ('value' in whole) {
    const { value } = whole;
    const found = Array.isArray(value) ? value : (objectOf(value)['data'] ?? [value]);
    const { total } = objectOf(value);
    if (typeof total === 'number' || piece !== undefined) pages.seen += listOf(found).length;
    if (typeof total === 'number') pages.total = Math.max(pages.total, total);
    listOf(found).forEach((rule, index) => {
      addLine(objectOf(rule), `${name} data[${first + index}]`, rules, unread);
    });
    return;
  }
  if (isWhole && piece !== undefined)
    return void unread.push({ place: nameOfPiece(file), reason: `it is no JSON: ${whole.fault}` });
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const place = `${name}:${first + index + 1}`;
    const parsed = parsedJson(line);
    if ('fault' in parsed) unread.push({ place, reason: `the line is no JSON: ${parsed.fault}` });
    else addLine(objectOf(parsed.value), place, rules, unread);
  });
}

/** A line of an export may also be a list of exceptions, a connector, or the export's own summary. */
function addLine(rule: Loose, place: string, rules: ExportedRule[], unread: Unread[]): void {
  const isRule = rule['rule_id'] !== undefined || (rule['query'] !== undefined && rule['name'] !== undefined);
  if (isRule) addRule(rule, place, rules, unread, { enabled: flagOf(rule['enabled']) ?? true, isDeprecated: false });
}

function addRule(
  rule: Loose,
  place: string,
  rules: ExportedRule[],
  unread: Unread[],
  { enabled, isDeprecated }: { readonly enabled: boolean | null; readonly isDeprecated: boolean },
): void {
  const name = textOf(rule['name']);
  const key = textOf(rule['rule_id']) ?? textOf(rule['id']) ?? name;
  const query = textOf(rule['query']);
  const type = textOf(rule['type']) ?? 'query';
  if (name === undefined || key === undefined)
    return void unread.push({ place, reason: 'the rule has no name or no rule_id' });
  if (query === undefined) return void unread.push({ place, reason: `"${name}" of type ${type} has no query` });
  const last = objectOf(objectOf(rule['execution_summary'])['last_execution']);
  const sigma = objectOf(objectOf(rule['meta'])['sigma']);
  const id = textOf(sigma['id']);
  rules.push({
    key,
    name,
    description: textOf(rule['description']) ?? null,
    place,
    language: languageOf(rule),
    query,
    beside: besideOf(rule, type),
    unsaid: narrowings(rule),
    techniques: techniquesOf(rule),
    state: {
      ...UNTOLD,
      enabled,
      schedule: textOf(rule['interval']) ?? null,
      lastRunAt: instantOf(last['date']),
      failing: last['status'] === 'failed' ? (textOf(last['message']) ?? 'its last run failed').slice(0, 300) : null,
      idle: isDeprecated ? 'deprecated' : null,
      heldBack: holdingBack(rule),
    },
    sigma: id === undefined ? null : { id, version: textOf(sigma['version']) ?? null },
  });
}

/**
 * What notices less than the query: exceptions, and filters that stand beside it.
 * @see https://www.elastic.co/docs/solutions/security/detect-and-alert/add-manage-exceptions
 */
function narrowings(rule: Loose): readonly string[] {
  const exceptions = listOf(rule['exceptions_list']).map(objectOf);
  const filters = listOf(rule['filters']).filter((one) => objectOf(objectOf(one)['meta'])['disabled'] !== true);
  const named = exceptions.map((one) => (textOf(one['list_id']) ?? 'without an id').slice(0, 100));
  return [
    ...(named.length === 0 ? [] : [`its exceptions are not read (${named.slice(0, 5).join(', ')})`]),
    ...(filters.length === 0 ? [] : [`the ${filters.length} filters beside its query are not read`]),
  ];
}

/**
 * Whom a rule that runs does not tell: whoever waits for its actions while they are muted, and whoever looks at alerts for those that are
 * grouped away, or that are only blocks of other rules.
 * @see https://www.elastic.co/docs/api/doc/kibana/group/endpoint-alerting, "mute_all", "snooze_schedule"
 * @see https://www.elastic.co/docs/solutions/security/detect-and-alert/alert-suppression
 * @see https://www.elastic.co/docs/solutions/security/detect-and-alert/about-building-block-rules
 */
function holdingBack(rule: Loose): readonly string[] {
  const until = textOf(rule['is_snoozed_until'])?.slice(0, 30);
  const grouped = textsOf(objectOf(rule['alert_suppression'])['group_by']);
  const threshold = objectOf(objectOf(rule['alert_suppression'])['duration']);
  return [
    ...(flagOf(rule['mute_all']) === true ? ['its actions are muted'] : []),
    ...(until === undefined ? [] : [`its actions are muted until ${until}`]),
    ...(grouped.length > 0 ? [`alerts with the same ${grouped.slice(0, 5).join(', ').slice(0, 100)} are one`] : []),
    ...(grouped.length === 0 && typeof threshold['value'] === 'number'
      ? [`alerts within ${threshold['value']}${(textOf(threshold['unit']) ?? '').slice(0, 5)} are one`]
      : []),
    ...(textOf(rule['building_block_type']) === undefined ? [] : ['its alerts are building blocks, hidden by default']),
  ];
}

/** KQL (`kuery`) is read by the reader of Lucene, which knows both. */
function languageOf(rule: Loose): QueryLanguage {
  const language = textOf(rule['language']) ?? textOf(rule['type']) ?? '';
  return isQueryLanguage(language) && language !== 'kql' ? language : 'lucene';
}

function besideOf(rule: Loose, type: string): NonNullable<ExportedRule['beside']> {
  const threshold = objectOf(rule['threshold']);
  const value = Number(threshold['value']);
  const cardinality = listOf(threshold['cardinality']).map(objectOf);
  return {
    type,
    index: textsOf(rule['index']),
    from: textOf(rule['from']),
    interval: textOf(rule['interval']),
    ...(rule['threshold'] === undefined
      ? {}
      : {
          threshold: {
            field: textsOf(threshold['field']),
            value,
            cardinality: cardinality.map((one) => ({ field: textOf(one['field']) ?? '', value: Number(one['value']) })),
          },
        }),
    ...(type === 'new_terms' ? { new_terms: rule['new_terms_fields'] ?? rule['new_terms'] ?? true } : {}),
  };
}

/** The techniques and sub-techniques of `threat`. A sub-technique says its technique too, which is not counted beside it. */
function techniquesOf(rule: Loose): readonly string[] {
  const found = listOf(rule['threat']).flatMap((threat) =>
    listOf(objectOf(threat)['technique']).flatMap((value) => {
      const technique = objectOf(value);
      const below = listOf(technique['subtechnique']).flatMap((one) => textOf(objectOf(one)['id']) ?? []);
      return below.length > 0 ? below : (textOf(technique['id']) ?? []);
    }),
  );
  return [...new Set(found)];
}
