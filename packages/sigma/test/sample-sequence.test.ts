import { matchCorrelation, parseSigma, type SigmaCollection, sampleSequence } from '@tripline/sigma';

const LOGSOURCE = 'logsource: {product: windows, category: process_creation}';
const BASE = `title: Base\nname: base\n${LOGSOURCE}\ndetection: {sel: {Image|endswith: '\\a.exe'}, condition: sel}\n`;
const OTHER = `title: Other\nname: other\n${LOGSOURCE}\ndetection: {sel: {Image|endswith: '\\b.exe'}, condition: sel}\n`;
const correlation = (body: string) => `title: Many\ncorrelation: {${body}}\n---\n${BASE}---\n${OTHER}`;
const counting = (tail: string) =>
  `title: Old\n${LOGSOURCE}\ndetection: {sel: {Image|endswith: '\\a.exe'}, condition: 'sel | ${tail}', timeframe: 5m}\n`;

function read(text: string): SigmaCollection {
  const collection = parseSigma(text);
  expect(collection.errors).toEqual([]);
  return collection;
}

describe('sample sequences', () => {
  test.each([
    [
      'a count',
      correlation('type: event_count, rules: [base], group-by: [User], timespan: 5m, condition: {gte: 4}'),
      4,
    ],
    [
      'a count of several rules',
      correlation('type: event_count, rules: [base, other], timespan: 5m, condition: {gt: 2}'),
      3,
    ],
    [
      'different values',
      correlation(
        'type: value_count, rules: [base], group-by: [User], timespan: 5m, condition: {field: SourceIp, gte: 3}',
      ),
      3,
    ],
    [
      'rules that come together',
      correlation('type: temporal, rules: [base, other], group-by: [User], timespan: 5m'),
      2,
    ],
    ['rules in their order', correlation('type: temporal_ordered, rules: [other, base], timespan: 1h'), 2],
    ['a sum', correlation('type: value_sum, rules: [base], timespan: 5m, condition: {field: Bytes, gt: 100}'), 1],
    ['an average', correlation('type: value_avg, rules: [base], timespan: 5m, condition: {field: Bytes, gte: 7.5}'), 1],
    [
      'an alias',
      correlation(
        'type: temporal, rules: [base, other], group-by: [who], timespan: 5m, aliases: {who: {base: User, other: Target.user}}',
      ),
      2,
    ],
    ['an old tail', counting('count() by User > 3'), 4],
    ['an old tail of values', counting('count(Target) by User >= 2'), 2],
  ])('fire and do not fire for %s', (_what, text, length) => {
    const collection = read(text);
    const document = collection.documents[0]!;
    if (document.kind === 'filter') throw new Error('no rule was read');
    const { match, noMatch } = sampleSequence(document, collection);
    expect(match).toHaveLength(length);
    expect(noMatch).not.toEqual([]);
    expect(matchCorrelation(document, collection, match).matched).toBe(true);
    expect(matchCorrelation(document, collection, noMatch).matched).toBe(false);
    expect(sampleSequence(document, collection)).toEqual({ match, noMatch });
  });

  test('of a count lack one event when they do not fire', () => {
    const collection = read(
      correlation('type: event_count, rules: [base], group-by: [User], timespan: 10m, condition: {gte: 2}'),
    );
    const document = collection.documents[0]!;
    if (document.kind !== 'correlation') throw new Error('no correlation was read');
    const event = (timestamp: string) => ({ Image: 'C:\\Temp\\a.exe', User: 'sample', timestamp });
    expect(sampleSequence(document, collection)).toEqual({
      match: [event('2026-01-05T08:00:00.000Z'), event('2026-01-05T08:02:30.000Z')],
      noMatch: [event('2026-01-05T08:00:00.000Z')],
    });
  });

  test.each([
    [
      'a threshold beyond any test',
      correlation('type: event_count, rules: [base], timespan: 5m, condition: {gte: 1000000}'),
    ],
    [
      'a rule that nothing can match',
      correlation('type: event_count, rules: [base], timespan: 5m, condition: {gte: 2}').replace(
        'condition: sel}',
        'condition: sel and not sel}',
      ),
    ],
    ['a rule that counts nothing', BASE],
  ])('are missing for %s', (_what, text) => {
    const collection = read(text);
    const document = collection.documents[0]!;
    if (document.kind === 'filter') throw new Error('no rule was read');
    expect(sampleSequence(document, collection)).toEqual({ match: [], noMatch: [] });
  });
});
