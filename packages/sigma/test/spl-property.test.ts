import { convert, createMatcher, parseSigma, type SigmaRule } from '@tripline/sigma';
import fc from 'fast-check';
import { splMatches } from './support/spl-interpreter.js';
import { toSplEvent } from './support/spl-values.js';

/**
 * Few letters, so that values and patterns often match: both cases, both wildcards, characters that need escaping, and a letter outside
 * ASCII.
 */
const letters = fc.constantFrom('a', 'B', 'b', 'ü', '*', '?', '\\', '"', "'", ' ', '.', '%', '(', '/', '|', '\n');
const text = fc.string({ unit: letters, maxLength: 5 });
const address = fc.constantFrom(
  '10.1.2.3',
  '10.200.0.1',
  '192.168.0.7',
  'fe80::1',
  '2001:db8::7',
  'no address',
  '10.0.0.0/8',
);
const time = fc.constantFrom(
  '2024-03-05T03:04:05Z',
  '2024-03-05 23:59:59.125',
  '2023-12-31',
  '2024-01-01T00:10:00',
  'never',
);
const number = fc.integer({ min: -3, max: 5 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const event = fc
  .record({
    F: optional(text),
    'G.h': optional(text),
    M: optional(fc.array(text, { minLength: 1, maxLength: 3 })),
    N: optional(number),
    B: optional(fc.constantFrom(true, false, 'true', 'False')),
    A: optional(address),
    T: optional(time),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

/** Sigma writes a literal wildcard with a backslash before it; patterns are made of letters and of free wildcards. */
const pattern = fc.oneof(
  text,
  fc.string({ unit: fc.oneof(letters, fc.constantFrom('\\*', '\\?', '\\\\')), maxLength: 5 }),
);
const textField = fc.constantFrom('F', 'G.h', 'M', 'missing');
const stringModifiers = fc.constantFrom(
  '',
  '|contains',
  '|startswith',
  '|endswith',
  '|cased',
  '|contains|cased',
  '|endswith|cased',
  '|neq',
);
const values = fc.oneof(pattern, fc.array(pattern, { minLength: 2, maxLength: 3 }));
const expression = fc.constantFrom('^a', 'b$', 'a.b', '[ab]+', '\\\\', '^$', '(?i)^B', 'ü|\\*', '"', 'a{2}');

const item: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc
    .tuple(textField, stringModifiers, values)
    .map(([field, modifiers, value]) => [`${field}${modifiers}`, value] as const),
  fc
    .tuple(textField, fc.array(pattern, { minLength: 2, maxLength: 3 }))
    .map(([field, all]) => [`${field}|contains|all`, all] as const),
  fc
    .tuple(textField, expression, fc.constantFrom('', '|i', '|s', '|m'))
    .map(([field, regex, flag]) => [`${field}|re${flag}`, regex] as const),
  fc
    .tuple(textField, fc.array(expression, { minLength: 2, maxLength: 2 }))
    .map(([field, regexes]) => [`${field}|re`, regexes] as const),
  textField.map((field) => [field, null] as const),
  fc.tuple(textField, pattern).map(([field, value]) => [field, [value, null]] as const),
  fc.tuple(textField, fc.boolean()).map(([field, exists]) => [`${field}|exists`, exists] as const),
  fc.tuple(fc.constantFrom('N', 'F'), number).map(([field, value]) => [field, value] as const),
  fc
    .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), number)
    .map(([operator, value]) => [`N|${operator}`, value] as const),
  fc.boolean().map((value) => ['B', value] as const),
  fc
    .constantFrom('10.0.0.0/8', '192.168.0.0/24', 'fe80::/10', '2001:db8::/32')
    .map((network) => ['A|cidr', network] as const),
  address.map((value) => ['A', value] as const),
  fc
    .constantFrom('', '|startswith', '|endswith', '|contains', '|cased')
    .map((modifiers) => [`F|fieldref${modifiers}`, 'G.h'] as const),
  fc
    .constantFrom(
      ['T|hour', 3],
      ['T|hour', 0],
      ['T|minute|gte', 59],
      ['T|day', 5],
      ['T|month|lte', 2],
      ['T|year', 2023],
    )
    .map(([key, value]) => [String(key), value] as const),
);
/**
 * A keyword is searched in the whole event, where values stand next to each other: a wildcard at its end could match into the next value.
 */
const keywordLetter = fc.constantFrom('a', 'B', '\\*', '\\\\', '"', 'ü');
const keywords = fc.array(
  fc.tuple(keywordLetter, fc.constantFrom('', '?', 'b', '\\?'), keywordLetter).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 2 },
);
const selection = fc.oneof(
  { weight: 5, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => Object.fromEntries(items)) },
  {
    weight: 1,
    arbitrary: fc.array(
      item.map((one) => Object.fromEntries([one])),
      { minLength: 2, maxLength: 2 },
    ),
  },
  { weight: 1, arbitrary: keywords },
);
const condition = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc.constantFrom('s0', 's1', 's2'),
    tie('tree').map((child) => `not (${child})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
})).tree;

function queryOf(selections: readonly unknown[], source: string) {
  const detection = { ...Object.fromEntries(selections.map((one, index) => [`s${index}`, one])), condition: source };
  const collection = parseSigma(JSON.stringify({ title: 'A random rule', logsource: { product: 'any' }, detection }));
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(`the generated rule is refused: ${collection.errors[0]?.message}`);
  const conversion = convert(rule satisfies SigmaRule, collection, 'siem_spl', { pipeline: 'none' });
  if (!conversion.ok) throw conversion.error;
  return { rule, query: conversion.queries[0] as string, notes: conversion.notes };
}

describe('SPL and the matcher', () => {
  it('agree on every event for every rule, whatever stands under not and or', () => {
    fc.assert(
      fc.property(
        fc.tuple(selection, selection, selection),
        condition,
        fc.array(event, { minLength: 4, maxLength: 8 }),
        (selections, source, events) => {
          const { rule, query, notes } = queryOf(selections, source);
          expect(notes).toEqual([]);
          const matcher = createMatcher(rule);
          for (const one of events) {
            const expected = matcher.matches(one);
            if (splMatches(query, toSplEvent(one)) !== expected) {
              throw new Error(
                `the rule ${expected ? 'matches' : 'does not match'} ${JSON.stringify(one)}, but not so\n${query}`,
              );
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
