import {
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  isAlone,
  type SigmaFile,
  UNTOLD,
  type Unread,
} from './exported-rule.js';
import {
  flagOf,
  instantOf,
  type Loose,
  listOf,
  objectOf,
  parsedJson,
  techniquesIn,
  textOf,
  textsOf,
} from './json-values.js';

/**
 * OpenSearch: monitors of its alerting plugin (one, a list, or the answer of `_plugins/_alerting/monitors/_search`), and rules of Security
 * Analytics, which are Sigma, as YAML or as the answer of `_plugins/_security_analytics/rules/_search`.
 * @see https://docs.opensearch.org/latest/observing-your-data/alerting/api/
 * @see https://docs.opensearch.org/latest/security-analytics/api-tools/rule-api/
 */
export function readOpenSearch(files: readonly ExportFile[]): ExportContent {
  const rules: (ExportedRule | SigmaFile)[] = [];
  const unread: Unread[] = [];
  for (const file of files) {
    const { name, text } = file;
    if (/\.ya?ml$/i.test(name)) rules.push({ place: name, text });
    else if (/\.(?:json|ndjson|jsonl)$/i.test(name) || isAlone(files)) {
      for (const { place, value } of valuesOf(file, unread)) addValue(value, place, rules, unread);
    }
  }
  return { rules, unread };
}

interface Placed {
  readonly place: string;
  readonly value: Loose;
}

function valuesOf({ name, piece, text }: ExportFile, unread: Unread[]): readonly Placed[] {
  const first = piece?.first ?? 0;
  const whole = piece?.form === 'lines' ? { fault: '' } : parsedJson(text);
  if ('value' in whole) {
    const hits = listOf(objectOf(objectOf(whole.value)['hits'])['hits']);
    if (piece?.form === 'around') return [];
    const list = hits.length > 0 ? hits : Array.isArray(whole.value) ? whole.value : [whole.value];
    return list.map((value, index) => ({ place: `${name} [${first + index}]`, value: sourceOf(objectOf(value)) }));
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${name}:${first + index + 1}`;
    const parsed = parsedJson(line);
    if ('value' in parsed) return [{ place, value: sourceOf(objectOf(parsed.value)) }];
    unread.push({ place, reason: `it is no JSON: ${parsed.fault}` });
    return [];
  });
}

/** A hit's content, with the id that it was found under. */
function sourceOf(hit: Loose): Loose {
  return hit['_source'] === undefined ? hit : { id: hit['_id'], ...objectOf(hit['_source']) };
}

function addValue(value: Loose, place: string, rules: (ExportedRule | SigmaFile)[], unread: Unread[]): void {
  const sigma = textOf(value['rule']);
  if (sigma !== undefined) return void rules.push({ place, text: sigma });
  const monitor = value['monitor'] === undefined ? value : objectOf(value['monitor']);
  const name = textOf(monitor['name']);
  const searches = listOf(monitor['inputs']).map((input) => objectOf(objectOf(input)['search']));
  if (name === undefined || searches.length === 0)
    return void unread.push({ place, reason: 'it is no monitor with a search' });
  const unsaid: string[] = [];
  const texts = searches.flatMap((search) => queryStrings(objectOf(search['query'])['query'], 0, unsaid));
  if (texts.length === 0)
    return void unread.push({ place, reason: `the search of "${name}" has no query_string that could be read` });
  const params = objectOf(sigmaParams(monitor));
  const id = textOf(params['sigma_id']);
  rules.push({
    key: textOf(value['id']) ?? textOf(value['_id']) ?? name,
    name,
    description: null,
    place,
    language: 'lucene',
    query: texts.length === 1 ? (texts[0] as string) : texts.map((text) => `(${text})`).join(' AND '),
    ...(unsaid.length === 0 ? {} : { unsaid }),
    beside: { index: searches.flatMap((search) => textsOf(search['indices'])) },
    techniques: techniquesIn([name]),
    state: {
      ...UNTOLD,
      enabled: flagOf(monitor['enabled']) ?? true,
      schedule: periodOf(monitor),
      lastRunAt: instantOf(monitor['last_run_time']),
      // Alerts are what a trigger makes, also one without an action.
      idle: Array.isArray(monitor['triggers']) && monitor['triggers'].length === 0 ? 'tells_nobody' : null,
    },
    sigma: id === undefined ? null : { id, version: textOf(params['sigma_version']) ?? null },
  });
}

function periodOf(monitor: Loose): string | null {
  const { interval, unit } = objectOf(objectOf(monitor['schedule'])['period']);
  return typeof interval === 'number' && typeof unit === 'string' ? `${interval} ${unit}` : null;
}

const DEEPEST = 8;

/**
 * The `query_string` texts that must all match: those of `must` and `filter`. What excludes, is one of several or is another kind of clause is named in
 * `unsaid`; a range of time only says how far a run looks back.
 */
function queryStrings(query: unknown, depth: number, unsaid: string[]): readonly string[] {
  if (depth > DEEPEST) return [];
  return Object.entries(objectOf(query)).flatMap(([kind, value]) => {
    const own = kind === 'query_string' ? textOf(objectOf(value)['query']) : undefined;
    if (own !== undefined) return [own];
    if (kind === 'range') return [];
    if (kind !== 'bool') {
      unsaid.push(`a clause of kind ${kind.slice(0, 50)} is not read`);
      return [];
    }
    return Object.entries(objectOf(value)).flatMap(([occurrence, part]) => {
      if (occurrence === 'must' || occurrence === 'filter')
        return (Array.isArray(part) ? part : [part]).flatMap((one) => queryStrings(one, depth + 1, unsaid));
      if (listOf(part).length > 0) unsaid.push(`the clauses of ${occurrence.slice(0, 50)} are not read`);
      return [];
    });
  });
}

/** Our monitors keep id and version of their Sigma rule in the parameters of the trigger's script. */
function sigmaParams(monitor: Loose): unknown {
  for (const value of listOf(monitor['triggers'])) {
    for (const trigger of Object.values(objectOf(value))) {
      const { params } = objectOf(objectOf(objectOf(trigger)['condition'])['script']);
      if (params !== undefined) return params;
    }
  }
  return undefined;
}
