import { fieldQueries, fieldsOf, maps, queriesOf, ruleOf } from './support/kql-probes.js';
import { faultyQueries, kustoFaults } from './support/kusto-parser.js';

test("Microsoft's parser finds the faults it is loaded for", () => {
  const [column, operator, none] = [
    'DeviceProcessEvents | where NoSuchColumn == "a"',
    'DeviceProcessEvents | where FolderPath = "a"',
    'DeviceProcessEvents | where FolderPath =~ "a"',
  ].map(kustoFaults);
  expect([column?.length, operator?.length, none?.length]).toEqual([1, 1, 0]);
});

test('every field of every map converts, and every kind of test parses in every table', () => {
  const queries = [...maps].flatMap(([name, { logsources = [] }]) => {
    const [logsource] = logsources;
    if (logsource === undefined) return [];
    const fields = fieldsOf(name);
    for (const field of fields) queriesOf(ruleOf(logsource, { sel: { [field]: 'a' }, condition: 'sel' }));
    return fieldQueries(logsource, [...fields, 'NotMapped', 'a.b c', 'other'].slice(0, 3));
  });
  expect(queries.length).toBeGreaterThan(30);
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
