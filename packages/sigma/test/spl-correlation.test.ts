import { convert, matchCorrelation, parseSigma } from '@tripline/sigma';
import fc from 'fast-check';
import { runPipeline } from './support/spl-pipeline.js';
import { toSplEvent } from './support/spl-values.js';

const RULES = ['a', 'b', 'c'];
const HEADER = RULES.map((name) => ({
  title: `Rule ${name}`,
  name,
  logsource: { product: 'any' },
  detection: { sel: { 'Kind|contains': name }, condition: 'sel' },
}));

/** Gives the query of a correlation over the three rules, with what matching it needs. */
function correlated(
  correlation: object,
  pipeline: 'default' | 'none' = 'none',
  rules: readonly object[] = HEADER,
  windows: 'sliding' | 'fixed' = 'sliding',
) {
  const documents = [...rules, { title: 'Correlation', correlation }];
  const collection = parseSigma(documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  const document = collection.documents.at(-1);
  if (document?.kind !== 'correlation') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, 'siem_spl', { pipeline, windows });
  if (!conversion.ok) throw conversion.error;
  const query = conversion.queries[0] as string;
  return { document, collection, query, notes: conversion.notes.map(({ code }) => code) };
}

describe('SPL correlations', () => {
  const base = { rules: ['a'], 'group-by': ['User'], timespan: '15m' };
  const counted = (functions: string, column: string) =>
    `Kind="*a*"\n| sort 0 -_time\n| streamstats time_window=15m ${functions} AS ${column}, max(_time) AS window_end BY User\n| reverse\n| dedup window_end User\n| where ${column} >= 10`;
  it.each([
    ['event_count', {}, counted('count', 'event_count')],
    ['value_count', { field: 'Host' }, counted('dc(Host)', 'value_count')],
    ['value_sum', { field: 'Bytes' }, counted('sum(Bytes)', 'value_sum')],
    ['value_avg', { field: 'Bytes' }, counted('avg(Bytes)', 'value_avg')],
    ['value_median', { field: 'Bytes' }, counted('median(Bytes)', 'value_median')],
    ['value_percentile', { field: 'Bytes', percentile: 95 }, counted('exactperc95(Bytes)', 'value_percentile')],
  ])('%s counts per group in the windows that begin at an event', (type, extra, expected) => {
    const { query, notes } = correlated({ ...base, type, condition: { ...extra, gte: 10 } });
    expect(query).toBe(expected);
    expect(notes).toEqual([]);
  });

  it.each([
    ['when they are asked for', 'fixed', 10],
    ['when a sliding window cannot hold as many events', 'sliding', 20_000],
  ] as const)('counts in windows of the clock %s, and says that they have edges', (_, windows, gte) => {
    const correlation = { ...base, type: 'event_count', condition: { gte } };
    const { query, notes } = correlated(correlation, 'none', HEADER, windows);
    expect(query).toBe(
      `Kind="*a*"\n| bin _time span=15m\n| stats count AS event_count BY _time, User\n| where event_count >= ${gte}`,
    );
    expect(notes).toEqual(['aggregation_approximated']);
  });

  it('several thresholds make a range, and no group counts everything', () => {
    const { query } = correlated({ type: 'event_count', rules: ['a'], timespan: '1h', condition: { gt: 5, lte: 9 } });
    expect(query).toBe(
      'Kind="*a*"\n| sort 0 -_time\n| streamstats time_window=1h count AS event_count, max(_time) AS window_end\n| reverse\n| dedup window_end\n| where event_count > 5 AND event_count <= 9',
    );
  });

  it('temporal looks back from each event for the last of every rule, exactly', () => {
    const { query, notes } = correlated({ ...base, type: 'temporal', rules: ['a', 'b'] });
    expect(query).toBe(`| multisearch
    [ search Kind="*a*" | eval rule="a" ]
    [ search Kind="*b*" | eval rule="b" ]
| sort 0 _time
| streamstats max(eval(if(rule="a", _time, null()))) AS seen_0, max(eval(if(rule="b", _time, null()))) AS seen_1 BY User
| where _time-seen_0<=900 AND _time-seen_1<=900`);
    expect(notes).toEqual([]);
  });

  it('temporal_ordered carries the start of the chain through its steps, exactly', () => {
    const { query, notes } = correlated({ ...base, type: 'temporal_ordered', rules: RULES });
    expect(query).toBe(`| multisearch
    [ search Kind="*a*" | eval rule="a", rule_order=1 ]
    [ search Kind="*b*" | eval rule="b", rule_order=2 ]
    [ search Kind="*c*" | eval rule="c", rule_order=3 ]
| sort 0 _time, rule_order
| streamstats max(eval(if(rule="a", _time, null()))) AS step_0 BY User
| streamstats max(eval(if(rule="b" AND _time-step_0<=900, step_0, null()))) AS step_1 BY User
| where rule="c" AND isnotnull(step_1) AND _time-step_1<=900`);
    expect(notes).toEqual([]);
  });

  it('counting in windows of the clock says in words that a burst across an edge can be missed', () => {
    const text =
      'title: T\nlogsource: {category: any}\ndetection: {s: {A: x}, timeframe: 10m, condition: s | count() > 5}\n';
    const collection = parseSigma(text);
    const [rule] = collection.documents;
    if (rule?.kind !== 'rule') throw new Error('no rule was read');
    for (const target of ['siem_spl', 'siem_kql'] as const) {
      const conversion = convert(rule, collection, target, { pipeline: 'none', windows: 'fixed' });
      expect(conversion.ok && conversion.notes.map(({ message }) => message)).toEqual([
        'Events are counted in fixed windows of 10m: a burst that lies across the edge of two windows is counted in two parts and can be missed.',
      ]);
    }
  });

  it('an absent rule is looked for in whole windows', () => {
    const { query, notes } = correlated({ ...base, type: 'temporal', rules: ['a', 'b'], condition: 'a and not b' });
    expect(query).toContain(
      '| streamstats time_window=15m count(eval(rule="a")) AS seen_0, count(eval(rule="b")) AS seen_1, max(_time) AS window_end BY User\n| reverse\n| dedup window_end User\n| where seen_0>0 AND NOT (seen_1>0)',
    );
    expect(notes).toEqual([]);
  });

  it('aliases become one column over the rules', () => {
    const aliases = { peer: { a: 'src.ip', b: 'dst.ip' } };
    const { query } = correlated({ ...base, type: 'temporal', rules: ['a', 'b'], 'group-by': ['peer'], aliases });
    expect(query).toContain(`[ search Kind="*a*" | eval rule="a", peer='src.ip' ]`);
    expect(query).toContain(`[ search Kind="*b*" | eval rule="b", peer='dst.ip' ]`);
    expect(query).toContain('BY peer\n');
  });

  it('fields with dots, braces and dashes are named as each command takes them', () => {
    const condition = { field: 'target{}.id', gte: 2 };
    const { query } = correlated({ ...base, type: 'value_count', 'group-by': ['actor.id', 'c-ip'], condition });
    expect(query).toContain('dc(target{}.id) AS value_count, max(_time) AS window_end BY actor.id, "c-ip"\n');
    const aliases = { 'who.id': { a: 'x.id', b: 'y.id' } };
    const other = correlated({ ...base, type: 'temporal', rules: ['a', 'b'], 'group-by': ['who.id'], aliases });
    expect(other.query).toContain(`"who.id"='x.id' ]`);
  });

  it('fields are named as each rule finds them in its log source', () => {
    const sources = [
      { product: 'windows', category: 'process_creation' },
      { product: 'macos', category: 'process_creation' },
    ];
    const rules = sources.map((logsource, index) => ({
      ...HEADER[index],
      logsource,
      detection: { sel: { Image: 'x' }, condition: 'sel' },
    }));
    const { query } = correlated(
      { ...base, type: 'event_count', rules: ['a', 'b'], condition: { gte: 2 } },
      'default',
      rules,
    );
    expect(query).toBe(`| multisearch
    [ search source="XmlWinEventLog:Microsoft-Windows-Sysmon/Operational" EventCode=1 Image="x" ]
    [ search tag=process tag=report process_path="x" | eval User='user' ]
| sort 0 -_time
| streamstats time_window=15m count AS event_count, max(_time) AS window_end BY User
| reverse
| dedup window_end User
| where event_count >= 2`);
  });

  it('a correlation of a correlation takes its rows as events, at the time of their last', () => {
    const inner = { title: 'Many', name: 'many', correlation: { ...base, type: 'event_count', condition: { gte: 3 } } };
    const { query } = correlated({ ...base, type: 'temporal_ordered', rules: ['many', 'b'] }, 'none', [
      ...HEADER,
      inner,
    ]);
    expect(query).toBe(`| union
    [ search Kind="*a*" | sort 0 -_time | streamstats time_window=15m count AS event_count, max(_time) AS window_end BY User | reverse | dedup window_end User | eval _time=window_end | where event_count >= 3 | eval rule="many", rule_order=1 ]
    [ search Kind="*b*" | eval rule="b", rule_order=2 ]
| sort 0 _time, rule_order
| streamstats max(eval(if(rule="many", _time, null()))) AS step_0 BY User
| where rule="b" AND isnotnull(step_0) AND _time-step_0<=900`);
  });

  it('a count of windows that may overlap is noted, their order is not', () => {
    const many = { ...base, type: 'event_count', condition: { gte: 3 } };
    const documents = [...HEADER, { title: 'Many', name: 'many', correlation: many }];
    const notes = (correlation: object) => correlated({ ...many, ...correlation }, 'none', documents).notes;
    expect(notes({ rules: ['many'] })).toEqual(['aggregation_approximated']);
    expect(notes({ rules: ['many', 'b'], type: 'temporal_ordered', condition: undefined })).toEqual([]);
  });

  it('a correlation of a correlation finds the fields it asks for in the inner rows, by whatever name', () => {
    const rules = HEADER.map((rule) => ({ ...rule, logsource: { product: 'macos', category: 'process_creation' } }));
    const inner = {
      title: 'Many',
      name: 'many',
      correlation: { ...base, type: 'event_count', 'group-by': ['Computer'], condition: { gte: 3 } },
    };
    const { query } = correlated({ ...base, type: 'temporal', rules: ['many', 'b'] }, 'default', [...rules, inner]);
    expect(query).toContain('max(_time) AS window_end, values(user) AS user BY dest | reverse');
    expect(query).toContain(' BY user\n');
  });

  it('refuses a correlation that refers to itself, where a collection was not made by the parser', () => {
    const { document, collection } = correlated({ ...base, type: 'temporal' });
    const loop = { ...document, name: 'loop', rules: ['loop2'] };
    const documents = [loop, { ...loop, name: 'loop2', rules: ['loop'] }];
    expect(convert(loop, { ...collection, documents }, 'siem_spl')).toMatchObject({
      ok: false,
      error: { code: 'InvalidCorrelation' },
    });
  });
});

describe('SPL of the old aggregation tails', () => {
  const rule = (condition: string, timeframe?: string) => {
    const detection = { a: { A: 1 }, b: { B: 2 }, condition, ...(timeframe === undefined ? {} : { timeframe }) };
    const collection = parseSigma(JSON.stringify({ title: 'Old', logsource: { product: 'any' }, detection }));
    const [document] = collection.documents;
    if (document?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
    const conversion = convert(document, collection, 'siem_spl', { pipeline: 'none' });
    return conversion.ok ? conversion.queries[0] : conversion.error;
  };

  it.each([
    [
      'a | count() by User > 5',
      '5m',
      'A=1\n| sort 0 -_time\n| streamstats time_window=5m count AS event_count, max(_time) AS window_end BY User\n| reverse\n| dedup window_end User\n| where event_count > 5',
    ],
    [
      'a | count(Host) by User >= 3',
      undefined,
      'A=1\n| stats dc(Host) AS value_count BY User\n| where value_count >= 3',
    ],
    [
      'a | max(Bytes) > 9',
      '1h',
      'A=1\n| sort 0 -_time\n| streamstats time_window=1h max(Bytes) AS value_percentile, max(_time) AS window_end\n| reverse\n| dedup window_end\n| where value_percentile > 9',
    ],
    [
      'a | near b',
      '30s',
      '| multisearch\n    [ search A=1 | eval rule="part_1" ]\n    [ search B=2 | eval rule="part_2" ]\n| transaction maxspan=30s\n| where mvcount(mvdedup(rule))>=2',
    ],
  ])('%s', (condition, timeframe, expected) => {
    expect(rule(condition, timeframe)).toBe(expected);
  });
});

describe('SPL correlations and the matcher', () => {
  const event = fc.record({
    Kind: fc.constantFrom('a', 'b', 'c', 'ab', 'd'),
    User: fc.constantFrom('u', 'v'),
    Bytes: fc.integer({ min: 0, max: 9 }),
    Host: fc.constantFrom('h1', 'h2', 'h3'),
  });
  /** Each event has a different time, so that the order is determined. */
  const events = (secondsMax: number) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max: secondsMax }), { maxLength: 9 })
      .chain((times) =>
        fc
          .tuple(...times.map(() => event))
          .map((list) => list.map((one, index) => ({ ...one, _time: times[index] as number }))),
      );

  function expectAgreement(
    correlation: object,
    list: readonly Record<string, unknown>[],
    inner: readonly object[] = [],
  ) {
    const { document, collection, query } = correlated(correlation, 'none', [...HEADER, ...inner]);
    const { matched } = matchCorrelation(document, collection, list, { timeMs: (one) => Number(one['_time']) * 1000 });
    if (runPipeline(query, list.map(toSplEvent)).length > 0 !== matched) {
      throw new Error(`the correlation ${matched ? 'matches' : 'does not match'}, but not so\n${query}`);
    }
  }

  it('agree wherever a temporal correlation lies in time', () => {
    const rules = fc.shuffledSubarray(RULES, { minLength: 1 });
    const condition = fc.constantFrom(undefined, 'a or b', 'a and (b or c)', 'a and not b', 'not (a or b)', { gte: 2 });
    fc.assert(
      fc.property(
        fc.constantFrom('temporal', 'temporal_ordered'),
        rules,
        condition,
        events(60),
        (type, chosen, extra, list) => {
          const isExtended = type === 'temporal' && extra !== undefined;
          const correlation = { type, rules: isExtended ? RULES : chosen, 'group-by': ['User'], timespan: '20s' };
          expectAgreement(isExtended ? { ...correlation, condition: extra } : correlation, list);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('agree on counts, sums and percentiles wherever the events lie in time', () => {
    const threshold = fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq', 'neq'), fc.integer({ min: 0, max: 12 }));
    const kind = fc.constantFrom(
      ['event_count', {}],
      ['value_count', { field: 'Host' }],
      ['value_count', { field: ['Host', 'Bytes'] }],
      ['value_sum', { field: 'Bytes' }],
      ['value_avg', { field: 'Bytes' }],
      ['value_median', { field: 'Bytes' }],
      ['value_percentile', { field: 'Bytes', percentile: 90 }],
    ) as fc.Arbitrary<[string, object]>;
    fc.assert(
      fc.property(kind, threshold, fc.boolean(), events(60), ([type, extra], [operator, value], isGrouped, list) => {
        const groups = isGrouped ? { 'group-by': ['User'] } : {};
        const condition = { ...extra, [operator]: value };
        expectAgreement({ type, rules: ['a', 'c'], ...groups, timespan: '20s', condition }, list);
      }),
      { numRuns: 400 },
    );
  });

  it.each([['User'], ['Host']])('agree on a chain of a count by %s and another event by user', (group) => {
    const many = { type: 'event_count', rules: ['a'], 'group-by': [group], timespan: '20s', condition: { gte: 2 } };
    const outer = { type: 'temporal', rules: ['many', 'b'], 'group-by': ['User'], timespan: '10s' };
    fc.assert(
      fc.property(events(60), (list) => {
        expectAgreement(outer, list, [{ title: 'Many', name: 'many', correlation: many }]);
      }),
      { numRuns: 200 },
    );
  });
});
