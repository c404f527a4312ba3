import { parseSigma, type SigmaRule } from '@tripline/sigma';
import fc from 'fast-check';

const letters = fc.constantFrom('a', 'B', 'b', 'ü', '*', '?', '\\', '"', ' ', '.', '/', '\n');
const text = fc.string({ unit: letters, maxLength: 5 });
const field = fc.constantFrom('F', 'G.h', 'M[].n', 'G', '__proto__');
const oneOrMore = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 }));
const expression = fc.constantFrom(
  '^a',
  'b$',
  'a.b',
  '[ab]+',
  '[^a]{2,3}x',
  '^$',
  '(?i)^B',
  'ü|\\*',
  '(a|(b|c)d)?\\d',
  '\\bword\\b',
);

/** One item of a selection: every kind of value test, on few fields, so that tests meet on one field. */
const item: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc
    .tuple(
      field,
      fc.constantFrom('', '|contains', '|startswith', '|endswith', '|cased', '|contains|cased', '|neq'),
      oneOrMore,
    )
    .map(([name, modifiers, value]) => [`${name}${modifiers}`, value] as const),
  fc
    .tuple(field, fc.array(text, { minLength: 2, maxLength: 3 }))
    .map(([name, all]) => [`${name}|contains|all`, all] as const),
  fc
    .tuple(field, expression, fc.constantFrom('', '|i'))
    .map(([name, source, flag]) => [`${name}|re${flag}`, source] as const),
  field.map((name) => [name, null] as const),
  fc.tuple(field, fc.boolean()).map(([name, exists]) => [`${name}|exists`, exists] as const),
  fc.tuple(field, fc.integer({ min: -3, max: 5 })).map(([name, value]) => [name, value] as const),
  fc
    .tuple(field, fc.constantFrom('gt', 'gte', 'lt', 'lte'), fc.integer({ min: -3, max: 5 }))
    .map(([name, operator, value]) => [`${name}|${operator}`, value] as const),
  fc.tuple(field, fc.boolean()).map(([name, value]) => [name, value] as const),
  fc
    .tuple(field, fc.constantFrom('10.0.0.0/8', '10.1.2.3/32', '192.168.0.0/24', 'fe80::/10', '2001:db8::/32'))
    .map(([name, network]) => [`${name}|cidr`, network] as const),
  fc
    .tuple(field, fc.constantFrom('', '|startswith', '|endswith', '|contains', '|cased'))
    .map(([name, modifiers]) => [`${name}|fieldref${modifiers}`, 'other'] as const),
  fc
    .tuple(
      field,
      fc.constantFrom(['hour', 3], ['minute|gte', 50], ['day', 31], ['week', 53], ['month|lte', 2], ['year', 2023]),
    )
    .map(([name, [part, value]]) => [`${name}|${part}`, value] as const),
);
const items = fc.array(item, { minLength: 1, maxLength: 3 }).map((pairs) => new Map(pairs));
const selection: fc.Arbitrary<ReadonlyMap<string, unknown> | readonly unknown[]> = fc.oneof(
  { weight: 4, arbitrary: items },
  { weight: 1, arbitrary: fc.array(items, { minLength: 2, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom('a word', 'B*c', '\\*', 7), { minLength: 1, maxLength: 2 }) },
);
const condition = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc.constantFrom('s0', 's1', 's2', '1 of s*', 'all of s*'),
    tie('tree').map((child) => `not (${child})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
})).tree;

/** Any rule: three random selections under a random condition. */
export const randomRule: fc.Arbitrary<SigmaRule> = fc
  .tuple(selection, selection, selection, condition)
  .map(([s0, s1, s2, source]) => ruleOf({ s0, s1, s2 }, source));

/** A rule that asks one thing of each of some fields and excludes nothing. */
export const plainRule: fc.Arbitrary<SigmaRule> = fc
  .array(
    item.filter(([key]) => !key.includes('|neq')),
    { minLength: 1, maxLength: 4 },
  )
  .map((pairs) => {
    const apart = pairs.map(([key, value], index) => [key.replace(/^[^|]+/, `field${index}`), value] as const);
    return ruleOf({ s0: new Map(apart) }, 's0');
  });

function ruleOf(selections: Readonly<Record<string, unknown>>, condition: string): SigmaRule {
  const text = json({ title: 'A random rule', logsource: { product: 'any' }, detection: { ...selections, condition } });
  const { documents, errors } = parseSigma(text);
  const [rule] = documents;
  if (rule?.kind !== 'rule') throw new Error(`the random rule is refused: ${errors[0]?.message}: ${text}`);
  return rule;
}

/** JSON, which is YAML; maps may hold a key that an object literal would swallow. */
function json(value: unknown): string {
  if (value instanceof Map) {
    return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}:${json(inner)}`).join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return json(new Map(Object.entries(value)));
}
