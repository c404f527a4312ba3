import { readFault, readRule } from './support/read.js';

const SELECTIONS = 'a:\n  A: 1\nb:\n  B: 2\nc:\n  C: 3\nsel_1:\n  D: 4\nsel_2:\n  E: 5\n_aside:\n  G: 6\n';

/** The condition as a prefix expression over field names: `(or A (and B C))`. */
function shape(condition: string): string {
  const show = (node: { kind: string; field?: string; child?: never; children?: readonly never[] }): string => {
    if (node.kind === 'field') return node.field ?? '';
    if (node.kind === 'not') return `(not ${show(node.child as never)})`;
    return `(${node.kind} ${(node.children ?? []).map(show).join(' ')})`;
  };
  return show(readRule(`${SELECTIONS}condition: ${JSON.stringify(condition)}`).conditions[0]?.tree as never);
}

describe('conditions', () => {
  test.each([
    ['a', 'A'],
    ['a or b and c', '(or A (and B C))'],
    ['(a or b) and c', '(and (or A B) C)'],
    ['not a and b', '(and (not A) B)'],
    ['not (a or b)', '(not (or A B))'],
    ['not not a', 'A'],
    ['not (not a)', 'A'],
    ['a and (b and c)', '(and A B C)'],
    ['a AND NOT b', '(and A (not B))'],
    ['1 of sel_*', '(or D E)'],
    ['any of sel_*', '(or D E)'],
    ['all of sel_*', '(and D E)'],
    ['all of *_1', 'D'],
    ['1 of s*_2', 'E'],
    ['1 of them', '(or A B C D E)'],
    ['all of them', '(and A B C D E)'],
    ['1 of _*', 'G'],
    ['a and not 1 of sel_*', '(and A (not (or D E)))'],
  ])('%s', (condition, expected) => {
    expect(shape(condition)).toBe(expected);
  });

  test.each([
    ['a and', 'InvalidCondition'],
    ['a b', 'InvalidCondition'],
    ['(a or b', 'InvalidCondition'],
    ['a)', 'InvalidCondition'],
    ['2 of sel_*', 'InvalidCondition'],
    ['1 of', 'InvalidCondition'],
    ['missing', 'UnknownSelection'],
    ['a and not 1 of filter_*', 'UnknownSelection'],
    ['', 'InvalidCondition'],
  ])('%j is refused with %s', (condition, code) => {
    expect(readFault(`${SELECTIONS}condition: ${JSON.stringify(condition)}`).code).toBe(code);
  });

  test('a fault names line and column of the offending word', () => {
    expect(readFault(`${SELECTIONS}condition: a and missing`)).toMatchObject({
      path: 'detection.condition',
      line: 18,
      column: 20,
    });
  });

  test('a list of conditions gives one tree each', () => {
    expect(readRule(`${SELECTIONS}condition:\n  - a\n  - b`).conditions.map(({ source }) => source)).toEqual([
      'a',
      'b',
    ]);
  });

  test('a list of maps is an OR of ANDs, a bare list a keyword search', () => {
    const rule = readRule('maps:\n  - A: 1\n    B: 2\n  - C: 3\nwords:\n  - x\n  - y\ncondition: maps or words');
    expect(rule.selections.get('maps')).toMatchObject({ kind: 'or', children: [{ kind: 'and' }, { kind: 'field' }] });
    expect(rule.selections.get('words')).toMatchObject({ kind: 'keyword', join: 'any', tests: [{}, {}] });
  });

  test('|all makes keywords an AND, |re regular expressions', () => {
    expect(readRule("k:\n  '|all':\n    - x\n    - y\ncondition: k").conditions[0]?.tree).toMatchObject({
      kind: 'keyword',
      join: 'all',
    });
    expect(readRule("k:\n  '|re': a.b\ncondition: k").conditions[0]?.tree).toMatchObject({ tests: [{ op: 'regex' }] });
  });
});

describe('old aggregations', () => {
  test.each([
    ['a | count() > 5', { type: 'event_count', groupBy: [], thresholds: [{ operator: 'gt', value: 5 }] }],
    [
      'a | count(F) by G, H >= 3',
      { type: 'value_count', fields: ['F'], groupBy: ['G', 'H'], thresholds: [{ operator: 'gte', value: 3 }] },
    ],
    ['a | sum(F) by G < 100 within 5m', { type: 'value_sum', fields: ['F'], groupBy: ['G'], timespanSeconds: 300 }],
    ['a | max(F) by G > 9', { type: 'value_percentile', percentile: 100, fields: ['F'] }],
    ['a | min(F) > 9', { type: 'value_percentile', percentile: 0 }],
    ['a | avg(x.y) = 2', { type: 'value_avg', fields: ['x.y'], thresholds: [{ operator: 'eq', value: 2 }] }],
    [
      'a | near b and c within 30s',
      { type: 'temporal', timespanSeconds: 30, near: [{ field: 'A' }, { field: 'B' }, { field: 'C' }] },
    ],
    ['near a and b', { type: 'temporal', near: [{ field: 'A' }, { field: 'B' }] }],
  ])('%s', (condition, aggregation) => {
    expect(readRule(`${SELECTIONS}condition: ${condition}`).conditions[0]).toMatchObject({
      tree: { field: 'A' },
      aggregation,
    });
  });

  test('the timeframe of the detection is the timespan', () => {
    const rule = readRule(`${SELECTIONS}timeframe: 15m\ncondition: a | count() > 5`);
    expect(rule).toMatchObject({ timeframeSeconds: 900, conditions: [{ aggregation: { timespanSeconds: 900 } }] });
  });

  test.each([
    'a | count()',
    'a | frobnicate(F) > 1',
    'a | sum() > 1',
    'a | near b and not c',
    'a | count() > 5 garbage',
  ])('%s is refused', (condition) => {
    expect(readFault(`${SELECTIONS}condition: ${condition}`).code).toBe('InvalidCondition');
  });
});
