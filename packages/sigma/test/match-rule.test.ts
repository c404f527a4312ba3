import { createMatcher, matchRule } from '@tripline/sigma';
import fc from 'fast-check';
import { readRule } from './support/read.js';

/** Whether an event satisfies one item, written `key: value`. */
const matches = (item: string, event: Record<string, unknown>) =>
  matchRule(readRule(`sel:\n  ${item.replaceAll('\n', '\n  ')}\ncondition: sel`), event).matched;

describe('matching values', () => {
  test.each<[string, unknown, boolean]>([
    ['F: abc', 'ABC', true],
    ['F: abc', 'abcd', false],
    ['F|cased: abc', 'ABC', false],
    ['F|cased: abc', 'abc', true],
    ['F: straße', 'STRAßE', true],
    ['F|contains: bc', 'aBCd', true],
    ['F|startswith: bc', 'abc', false],
    ["F|endswith: '\\cmd.exe'", 'C:\\Windows\\CMD.EXE', true],
    ['F: a?c', 'abc', true],
    ['F: a?c', 'a😀c', true],
    ['F: a?c', 'ac', false],
    ['F: a*b?d', 'aXXbYbcd', true],
    ['F: a*b?d', 'abd', false],
    ['F: "?*"', '', false],
    ['F: "*"', '', true],
    ['F: "*"', null, false],
    ['F: "*"', undefined, false],
    ["F: 'a\\*c'", 'a*c', true],
    ["F: 'a\\*c'", 'abc', false],
    ["F: ''", '', true],
    ["F: ''", null, false],
    ["F: ''", undefined, false],
    ['F: null', null, true],
    ['F: null', undefined, true],
    ['F: null', '', false],
    ['F|exists: true', null, true],
    ['F|exists: true', undefined, false],
    ['F|exists: false', undefined, true],
    ['F|exists: false', '', false],
    ['F: 4', 4, true],
    ['F: 4', '4', true],
    ['F: 4', '4.0', true],
    ['F: 4', '44', false],
    ["F: '4'", 4, true],
    ['F: true', true, true],
    ['F: true', 'True', true],
    ['F: true', 1, false],
    ['F|contains: 4', 142, true],
    ['F|gt: 5', 6, true],
    ['F|gt: 5', '6', true],
    ['F|gt: 5', 5, false],
    ['F|gte: 5', 5, true],
    ['F|lt: 5', 'many', false],
    ['F|lte: 5', -1, true],
    ['F|re: ^a.*b$', 'axxb', true],
    ['F|re: b', 'abc', true],
    ['F|re: A', 'a', false],
    ['F|re|i: A', 'a', true],
    ['F|re: a.b', 'a\nb', false],
    ['F|re|s: a.b', 'a\nb', true],
    ['F|re|m: ^b$', 'a\nb\nc', true],
    ['F|cidr: 10.0.0.0/8', '10.200.1.1', true],
    ['F|cidr: 10.0.0.0/8', '11.0.0.1', false],
    ['F|cidr: 10.16.0.0/20', '10.16.15.255', true],
    ['F|cidr: 10.16.0.0/20', '10.16.16.0', false],
    ["F|cidr: 'fe80::/10'", 'FE80:0:0::1', true],
    ["F|cidr: 'fe80::/10'", 'fec0::1', false],
    ["F|cidr: '::/0'", '10.0.0.1', false],
    ['F|cidr: 0.0.0.0/0', 'no address', false],
    ['F|fieldref: G', 'same', true],
    ['F|fieldref: G', 'other', false],
    ['F|fieldref|cased: G', 'same', false],
    ['F|fieldref|startswith: G', 'sameness', true],
    ['F|hour: 22', '2024-01-02T23:30:00+01:00', true],
    ['F|hour: 22', '2024-01-02 22:30:00.123', true],
    ['F|day: 2', 1704153600, true],
    ['F|minute: 0', 1704153600000, true],
    ['F|week: 53', '2020-12-31', true],
    ['F|week: 1', '2024-12-30', true],
    ['F|month: 12', '2024-12-30T00:00:00Z', true],
    ['F|year: 2024', 'last year', false],
    ['F|base64offset|contains: foobar', `xx${Buffer.from('1foobar2').toString('base64')}`, true],
    ["F|windash|contains: ' -enc'", 'powershell /enc x', true],
    ['F|expand: "%unknown%"', 'anything', false],
    ['F|neq: abc', 'abd', true],
    ['F|neq: abc', undefined, true],
    ['F|neq: abc', 'ABC', false],
  ])('%s against %j is %s', (item, value, expected) => {
    expect(matches(item, value === undefined ? { G: 'SAME' } : { F: value, G: 'SAME' })).toBe(expected);
  });

  test('any element of an array satisfies a test, all needs each value somewhere', () => {
    expect(matches('F: b', { F: ['a', 'B'] })).toBe(true);
    expect(matches('F|all:\n  - a\n  - b', { F: ['b', 'a'] })).toBe(true);
    expect(matches('F|all:\n  - a\n  - c', { F: ['b', 'a'] })).toBe(false);
    expect(matches('F: null', { F: [] })).toBe(true);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a.b.c: x', { a: { b: { c: 'x' } } }],
    ['a.b.c: x', { 'a.b.c': 'x' }],
    ['a.b.c: x', { a: { 'b.c': 'x' } }],
    ['a.b.c: x', { 'a.b': { c: 'x' } }],
    ['a.b: x', { a: [{ b: 'y' }, { b: 'x' }] }],
    ['"target[].type": x', { target: [{ type: 'y' }, { type: 'x' }] }],
    ['"target{}.type": x', { target: [{ type: 'x' }] }],
    ['"ips[]": x', { ips: ['y', 'x'] }],
    ['"ips[]": x', { 'ips[]': 'x' }],
    ['a.1: x', { a: ['y', 'x'] }],
  ])('%s reaches %j', (item, event) => {
    expect(matches(item, event)).toBe(true);
  });

  test('inherited properties are not fields', () => {
    expect(matches('constructor|exists: true', {})).toBe(false);
    expect(matches('__proto__.a: x', JSON.parse('{"__proto__": {"a": "x"}}'))).toBe(true);
    expect(matches('a.length|exists: true', { a: 'text' })).toBe(false);
  });

  test('a dotted name with many readings is looked up in bounded time', () => {
    let event: Record<string, unknown> = {};
    for (let level = 0; level < 60; level++) event = { a: event, 'a.a': event };
    expect(matches(`${Array(100).fill('a').join('.')}.b: x`, event)).toBe(false);
  });
});

describe('keywords', () => {
  const keyword = (definition: string, event: Record<string, unknown>) =>
    matchRule(readRule(`k:\n  ${definition.replaceAll('\n', '\n  ')}\ncondition: k`), event).matched;

  test('are searched anywhere in any value, nested ones too', () => {
    expect(keyword('- mimi', { a: { b: ['x', 'call MIMIkatz'] } })).toBe(true);
    expect(keyword('- b', { b: 'x' })).toBe(false);
    expect(keyword('- a*c', { x: 'xxabcxx' })).toBe(true);
  });

  test('a number is a word of its own', () => {
    expect(keyword('- 4711', { x: 'id=4711;' })).toBe(true);
    expect(keyword('- 4711', { x: 4711 })).toBe(true);
    expect(keyword('- 4711', { x: 'id=47110' })).toBe(false);
  });

  test('all may find its words in different values', () => {
    expect(keyword("'|all':\n  - a\n  - b", { x: 'a', y: 'b' })).toBe(true);
    expect(keyword("'|all':\n  - a\n  - b", { x: 'a' })).toBe(false);
  });
});

describe('matching rules', () => {
  const rule = readRule(
    "sel:\n  Image|endswith: '\\cmd.exe'\n  User:\n    - a\n    - b\nfilter:\n  Parent: x\ncondition: sel and not filter",
  );

  test('the explanation names selection, item, field and value of every test', () => {
    const { matched, conditions } = matchRule(rule, { Image: 'C:\\cmd.exe', User: 'B' });
    expect(matched).toBe(true);
    expect(conditions).toMatchObject([
      {
        source: 'sel and not filter',
        explanation: {
          kind: 'and',
          matched: true,
          children: [
            { field: 'Image', value: 'C:\\cmd.exe', path: { selection: 'sel', item: 'Image|endswith' }, matched: true },
            { field: 'User', tests: [{ matched: false }, { matched: true }], matched: true },
            { kind: 'not', matched: true, child: { field: 'Parent', matched: false } },
          ],
        },
      },
    ]);
  });

  test('several conditions are alternatives', () => {
    const either = readRule('a:\n  A: 1\nb:\n  B: 2\ncondition:\n  - a\n  - b');
    expect(matchRule(either, { B: 2 }).matched).toBe(true);
    expect(matchRule(either, { C: 3 }).matched).toBe(false);
  });

  test('the quick answer and the explained one agree', () => {
    const value = fc.constantFrom<unknown>('C:\\cmd.exe', 'a', 'b', 'x', null, undefined, 4, ['a', 'x']);
    const matcher = createMatcher(rule);
    fc.assert(
      fc.property(fc.record({ Image: value, User: value, Parent: value }, { requiredKeys: [] }), (event) => {
        expect(matcher.matches(event)).toBe(matcher.explain(event).matched);
      }),
    );
  });

  test('a wildcard pattern fits exactly what the regular expression it stands for fits', () => {
    const part = fc.constantFrom('a', 'b', '*', '?');
    const pattern = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 }), (wild, text) => {
        const expected = new RegExp(`^${wild.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(text);
        expect(matches(`F: ${JSON.stringify(wild)}`, { F: text })).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

test('a key with dots of its own is found by its name in brackets', () => {
  const rule = readRule('sel:\n  \'Data["TO.GROUP"]\': x\ncondition: sel');
  expect(matchRule(rule, { Data: { 'TO.GROUP': 'x' } }).matched).toBe(true);
  expect(matchRule(rule, { Data: { 'TO.GROUP': 'y' } }).matched).toBe(false);
});
