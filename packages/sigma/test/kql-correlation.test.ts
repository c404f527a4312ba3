import { convert, matchCorrelation, parseSigma } from '@tripline/sigma';
import fc from 'fast-check';
import { runKql } from './support/kql-pipeline.js';

const RULES = ['a', 'b', 'c'];
const HEADER = RULES.map((name) => ({
  title: `Rule ${name}`,
  name,
  logsource: { product: 'any' },
  detection: { sel: { 'Kind|contains': name }, condition: 'sel' },
}));

function correlated(correlation: object, windows: 'sliding' | 'fixed' = 'sliding', inner: readonly object[] = []) {
  const documents = [...HEADER, ...inner, { title: 'Correlation', correlation }];
  const collection = parseSigma(documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  const document = collection.documents.at(-1);
  if (document?.kind !== 'correlation') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, 'siem_kql', { pipeline: 'none', windows });
  if (!conversion.ok) throw conversion.error;
  return {
    document,
    collection,
    query: conversion.queries[0] as string,
    notes: conversion.notes.map(({ code }) => code),
  };
}

const many = { type: 'event_count', rules: ['a'], 'group-by': ['User'], timespan: '15m', condition: { gte: 3 } };

describe('KQL correlations', () => {
  test('a count of windows that may overlap is noted, their order is not', () => {
    const inner = [{ title: 'Many', name: 'many', correlation: many }];
    const notes = (correlation: object) => correlated({ ...many, ...correlation }, 'sliding', inner).notes;
    expect(notes({ rules: ['many'] })).toEqual(['aggregation_approximated']);
    expect(notes({ rules: ['many', 'b'], type: 'temporal_ordered', condition: undefined })).toEqual([]);
  });

  test('count in the windows that begin at an event', () => {
    const { query, notes } = correlated(many);
    expect(query).toBe(`union *
| where ['Kind'] contains "a"
| project TimeGenerated, User
| as hint.materialized=true Events
| distinct TimeGenerated, User
| join kind=inner (Events | project-rename EventTime = TimeGenerated) on User
| where EventTime - TimeGenerated between (0s .. 15m)
| summarize EventCount = count(), FirstSeen = min(EventTime), LastSeen = max(EventTime) by TimeGenerated, User
| summarize arg_min(TimeGenerated, *) by LastSeen, User
| where EventCount >= 3`);
    expect(notes).toEqual([]);
  });

  test('count in windows of the clock when they are asked for, and say that they have edges', () => {
    const { query, notes } = correlated(many, 'fixed');
    expect(query).toContain(' by bin(TimeGenerated, 15m), User\n| where EventCount >= 3');
    expect(notes).toEqual(['aggregation_approximated']);
  });

  test('a correlation of a correlation takes its rows at the time of their last event', () => {
    const outer = { type: 'temporal', rules: ['many', 'b'], 'group-by': ['User'], timespan: '1h' };
    const { query, notes } = correlated(outer, 'sliding', [{ title: 'Many', name: 'many', correlation: many }]);
    expect(query).toContain('| as hint.materialized=true Events_1\n');
    expect(query).toContain('| where EventCount >= 3\n    | project TimeGenerated = LastSeen, Rule = "many", User\n');
    expect(notes).toEqual([]);
  });
});

describe('KQL correlations and the matcher', () => {
  const event = fc.record({
    TimeGenerated: fc.integer({ min: 0, max: 60 }),
    Kind: fc.constantFrom('a', 'b', 'c', 'ab', 'd'),
    User: fc.constantFrom('u', 'v'),
    Bytes: fc.integer({ min: 0, max: 9 }),
    Host: fc.constantFrom('h1', 'h2', 'h3'),
  });
  const events = fc.array(event, { maxLength: 9 });
  type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

  function expectAgreement(correlation: object, list: readonly Event[], inner: readonly object[] = []) {
    const { document, collection, query } = correlated(correlation, 'sliding', inner);
    const { matched } = matchCorrelation(document, collection, list, {
      timeMs: (one) => Number(one['TimeGenerated']) * 1000,
    });
    if (runKql(query, list).length > 0 !== matched) {
      throw new Error(`the correlation ${matched ? 'matches' : 'does not match'}, but not so\n${query}`);
    }
  }

  test('agree on counts, sums and averages wherever the events lie in time', () => {
    const threshold = fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq', 'neq'), fc.integer({ min: 0, max: 12 }));
    const kind = fc.constantFrom(
      ['event_count', {}],
      ['value_count', { field: 'Host' }],
      ['value_count', { field: ['Host', 'Bytes'] }],
      ['value_sum', { field: 'Bytes' }],
      ['value_avg', { field: 'Bytes' }],
    ) as fc.Arbitrary<[string, object]>;
    fc.assert(
      fc.property(kind, threshold, fc.boolean(), events, ([type, extra], [operator, value], isGrouped, list) => {
        const groups = isGrouped ? { 'group-by': ['User'] } : {};
        const condition = { ...extra, [operator]: value };
        expectAgreement({ type, rules: ['a', 'c'], ...groups, timespan: '20s', condition }, list);
      }),
      { numRuns: 400 },
    );
  });

  test('agree wherever a temporal correlation lies in time', () => {
    const condition = fc.constantFrom('a or b', 'a and (b or c)', 'a and not b', 'not (a or b)', { gte: 2 });
    fc.assert(
      fc.property(condition, events, (extra, list) => {
        expectAgreement(
          { type: 'temporal', rules: RULES, 'group-by': ['User'], timespan: '20s', condition: extra },
          list,
        );
      }),
      { numRuns: 400 },
    );
  });

  test.each([['User'], ['Host']])('agree on a chain of a count by %s and another event by user', (group) => {
    const inner = { ...many, timespan: '20s', condition: { gte: 2 }, 'group-by': [group] };
    const outer = { type: 'temporal', rules: ['many', 'b'], 'group-by': ['User'], timespan: '10s' };
    fc.assert(
      fc.property(events, (list) => {
        expectAgreement(outer, list, [{ title: 'Many', name: 'many', correlation: inner }]);
      }),
      { numRuns: 200 },
    );
  });
});
