import { readdirSync, readFileSync } from 'node:fs';
import { convert, parseSigma } from '@tripline/sigma';
import { faultyQueries, kustoFaults } from './support/kusto-parser.js';

interface MapFile {
  readonly extends?: string;
  readonly logsources?: readonly Readonly<Record<string, string>>[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

const folder = new URL('../data/maps/kql/', import.meta.url);
const maps = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as MapFile]),
);

function fieldsOf(name: string): readonly string[] {
  const map = maps.get(name);
  return [...(map?.extends === undefined ? [] : fieldsOf(map.extends)), ...Object.keys(map?.fields ?? {})];
}

function ruleOf(logsource: Readonly<Record<string, string>>, detection: unknown): string {
  return JSON.stringify({ title: 'Probe', logsource, detection });
}

function queriesOf(text: string): readonly string[] {
  const collection = parseSigma(text);
  expect(collection.errors).toEqual([]);
  return collection.documents.flatMap((document) => {
    if (document.kind === 'filter') return [];
    const conversion = convert(document, collection, 'siem_kql');
    if (!conversion.ok) throw conversion.error;
    return conversion.queries;
  });
}

test("Microsoft's parser finds the faults it is loaded for", () => {
  const [column, operator, none] = [
    'DeviceProcessEvents | where NoSuchColumn == "a"',
    'DeviceProcessEvents | where FolderPath = "a"',
    'DeviceProcessEvents | where FolderPath =~ "a"',
  ].map(kustoFaults);
  expect([column?.length, operator?.length, none?.length]).toEqual([1, 1, 0]);
});

/** The kinds of test that a rule can apply to a field. */
const KINDS: readonly ((field: string) => object)[] = [
  (field) => ({ [field]: ['exact', 'with*wild', 5, null, true] }),
  (field) => ({ [`${field}|contains|cased`]: 'Abc', [`${field}|re|i`]: 'a+b', [`${field}|gt`]: 5 }),
  (field) => ({ [`${field}|cidr`]: ['10.0.0.0/8', 'fe80::/10'], [`${field}|exists`]: true, [`${field}|hour`]: 3 }),
];

// The parser takes 50 ms per field and kind, and there are hundreds of fields: so each field gets one kind, and the fields after it the
// others.
test('every field of every map parses in a test and in its negation, and every kind of test in every table', () => {
  const parsed = new Set<string>();
  const queries = [...maps].flatMap(([name, { logsources = [], extends: base = '' }]) => {
    const [logsource] = logsources;
    if (logsource === undefined) return [];
    const all = fieldsOf(name);
    // Every field is converted for every table, but the slow parser checks an inherited field only once.
    for (const field of all) queriesOf(ruleOf(logsource, { sel: { [field]: 'a' }, condition: 'sel' }));
    const own = Object.keys(maps.get(name)?.fields ?? {});
    const fields = parsed.has(base) ? [...own, 'NotMapped', 'a.b c'] : [...new Set([...all, 'NotMapped', 'a.b c'])];
    parsed.add(base === '' ? name : base);
    const chunks = Array.from({ length: Math.ceil(fields.length / 3) }, (_, at) => fields.slice(at * 3, at * 3 + 3));
    return chunks.flatMap((chunk) => {
      const selection = chunk.map((field, at) => KINDS[at % KINDS.length]?.(field));
      return queriesOf(ruleOf(logsource ?? {}, { sel: selection, neg: selection, condition: 'sel and not neg' }));
    });
  });
  expect(queries.length).toBeGreaterThan(100);
  expect(faultyQueries(queries)).toEqual([]);
});

test('every log source a map names leads to a query that parses', () => {
  const queries = [...maps.values()].flatMap(({ logsources = [] }) =>
    logsources.flatMap((logsource) =>
      queriesOf(ruleOf(logsource, { sel: { EventID: 1 }, words: ['a b', 42], condition: '1 of them' })),
    ),
  );
  expect(faultyQueries(queries)).toEqual([]);
});

test('correlations of every type, ordered and nested, parse', () => {
  const base = [
    'title: A\nname: rule_a\nlogsource: {category: process_creation, product: windows}\ndetection: {s: {Image|endswith: \\a.exe}, condition: s}',
    'title: B\nname: rule_b\nlogsource: {service: security, product: windows}\ndetection: {s: {EventID: 4625}, condition: s}',
  ];
  const types = [
    'type: event_count, rules: [rule_a, rule_b], group-by: [Computer], timespan: 5m, condition: {gte: 3, lt: 9}',
    'type: event_count, rules: [rule_a], timespan: 90s, condition: {eq: 3}',
    'type: value_count, rules: [rule_b], group-by: [IpAddress], timespan: 1d, condition: {field: TargetUserName, gt: 3}',
    'type: value_sum, rules: [rule_b], group-by: [Computer], timespan: 1h, condition: {field: LogonType, gt: 3}',
    'type: value_avg, rules: [rule_b], group-by: [Computer], timespan: 1h, condition: {field: LogonType, gt: 3}',
    'type: value_percentile, rules: [rule_b], timespan: 1h, condition: {field: LogonType, percentile: 95, gt: 3}',
    'type: value_median, rules: [rule_b], timespan: 1h, condition: {field: LogonType, gt: 3}',
    'type: temporal, rules: [rule_a, rule_b], group-by: [who], timespan: 1h, aliases: {who: {rule_a: User, rule_b: TargetUserName}}',
    'type: temporal_ordered, rules: [rule_a, rule_b], group-by: [who, Computer], timespan: 1h, aliases: {who: {rule_a: User, rule_b: TargetUserName}}',
    'type: temporal, rules: [c7, c8], group-by: [who], timespan: 2h',
  ].map((body, index) => `title: C${index}\nname: c${index}\ncorrelation: {${body}}`);
  const queries = queriesOf([...base, ...types].join('\n---\n'));
  expect(queries).toHaveLength(12);
  expect(faultyQueries(queries)).toEqual([]);
});
