import { type Conversion, convert, createMatcher, parseSigma, type SigmaRule, type TargetId } from '@tripline/sigma';
import fc from 'fast-check';
import { kqlReturns } from './support/kql-interpreter.js';
import { luceneMatches } from './support/lucene-interpreter.js';
import { udmSearch } from './support/udm-interpreter.js';

function ruleOf(expression: string, condition = 'sel') {
  const detection = { sel: { 'A|re': expression }, other: { B: 'b' }, condition };
  const collection = parseSigma(JSON.stringify({ title: 'T', logsource: { product: 'any' }, detection }));
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw collection.errors[0] ?? new Error('no rule');
  return { rule, collection };
}

function converted(expression: string, target: TargetId, condition?: string): Extract<Conversion, { ok: true }> {
  const { rule, collection } = ruleOf(expression, condition);
  const conversion = convert(rule, collection, target, { pipeline: 'none' });
  if (!conversion.ok) throw conversion.error;
  return conversion;
}

const matches = (rule: SigmaRule, text: string) => createMatcher(rule).matches({ A: text, B: 'b' });

/** An expression, and the same for JavaScript's engine, which has no atomic groups: there a look-ahead with a back-reference stands for one. */
interface Both {
  readonly ours: string;
  readonly javascript: string;
}

let groups = 0;
const same = (text: string): Both => ({ ours: text, javascript: text });
const wrap = (before: string, { ours, javascript }: Both, after: string): Both => ({
  ours: before + ours + after,
  javascript: before + javascript + after,
});
function atomic({ ours, javascript }: Both, quantifier: string): Both {
  const name = `g${groups++}`;
  const quantified = quantifier === '' ? ours : `(?:${ours})${quantifier}+`;
  return {
    ours: quantifier === '' ? `(?>${ours})` : quantified,
    javascript: `(?=(?<${name}>${quantifier === '' ? javascript : `(?:${javascript})${quantifier}`}))\\k<${name}>`,
  };
}

const { expression } = fc.letrec<{ expression: Both; special: Both }>((tie) => ({
  special: fc.oneof(
    fc.tuple(fc.constantFrom('(?=', '(?!'), tie('expression')).map(([open, inner]) => wrap(open, inner, ')')),
    fc
      .tuple(fc.constantFrom('(?<=', '(?<!'), fc.constantFrom('a', 'ab', 'a|bc', '[ab]c', '\\ba'))
      .map(([open, inner]) => wrap(open, same(inner), ')')),
    fc
      .tuple(tie('expression'), fc.constantFrom('', '*', '+', '?', '{1,2}'))
      .map(([inner, quantifier]) => atomic(inner, quantifier)),
  ),
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\b', '^', '$').map(same),
    tie('special'),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([left, right]) => ({ ours: left.ours + right.ours, javascript: left.javascript + right.javascript })),
    fc.tuple(tie('expression'), tie('expression')).map(([left, right]) => ({
      ours: `(?:${left.ours}|${right.ours})`,
      javascript: `(?:${left.javascript}|${right.javascript})`,
    })),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '*?', '+?', '{1,2}'))
      .map(([inner, quantifier]) => wrap('(?:', inner, `)${quantifier}`)),
  ),
}));
const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 }), {
  minLength: 1,
  maxLength: 8,
});

describe('expressions with look-around, possessive quantifiers and atomic groups', () => {
  test('match what JavaScript matches', () => {
    fc.assert(
      fc.property(expression, texts, ({ ours, javascript }, list) => {
        const { rule } = ruleOf(ours);
        const expected = new RegExp(javascript);
        for (const text of list) expect([ours, text, matches(rule, text)]).toEqual([ours, text, expected.test(text)]);
      }),
      { numRuns: 300 },
    );
  });

  test('become queries that miss no event of the rule, also where they are excluded', () => {
    const running: readonly [TargetId, (query: string, text: string) => boolean][] = [
      ['siem_kql', (query, text) => kqlReturns(query, { A: text, B: 'b' })],
      ['siem_lucene', (query, text) => luceneMatches(query, { A: text, B: 'b' })],
      [
        'siem_udm',
        (query, text) =>
          udmSearch(query)(
            new Map([
              ['A', [text]],
              ['B', ['b']],
            ]),
          ),
      ],
    ];
    fc.assert(
      fc.property(expression, texts, fc.constantFrom('sel', 'other and not sel'), ({ ours }, list, condition) => {
        const { rule } = ruleOf(ours, condition);
        for (const [target, finds] of running) {
          const [query = ''] = converted(ours, target, condition).queries;
          for (const text of list) {
            if (text !== '' && matches(rule, text))
              expect([query, text, finds(query, text)]).toEqual([query, text, true]);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('stand in SPL as they are, and elsewhere without, with a note', () => {
    const expression = 'run(?!dll32)\\w++(?=\\.exe)';
    expect(converted(expression, 'siem_spl')).toMatchObject({
      queries: ['*\n| regex A="run(?!dll32)\\\\w++(?=\\\\.exe)"'],
      notes: [],
    });
    for (const condition of ['sel', 'other and not sel']) {
      for (const target of ['siem_kql', 'siem_lucene', 'siem_udm', 'siem_dql', 'siem_yaral'] as const) {
        const { queries, notes } = converted(expression, target, condition);
        expect([target, notes.map(({ code }) => code)]).toEqual([target, expect.arrayContaining(['widened_regex'])]);
        expect(queries.join()).not.toMatch(/\?[!=]|\+\+/);
      }
    }
  });

  test('are refused where they cannot be run: back-references, and look-behind without a fixed length', () => {
    expect(() => ruleOf('(a)(?=b)\\1')).toThrow(expect.objectContaining({ code: 'InvalidRegex' }));
    expect(() => ruleOf('(?<=a+)b')).toThrow(/no fixed length/);
    expect(() => ruleOf('(?=(?:(?:a{100}){100}){100})')).toThrow(/too large/);
  });

  test('a text that takes too many steps counts as a match of the wider expression', () => {
    const { rule } = ruleOf('^(?:(?=.*b)a)*(?!d)d');
    expect(matches(rule, 'aaadb')).toBe(false);
    expect(matches(rule, `${'a'.repeat(5_000)}db`)).toBe(true);
    expect(matches(rule, `${'a'.repeat(5_000)}eb`)).toBe(false);
  });
});
