import { parseSigma, type RuleObject, type RuleValue, stringifySigma } from '@tripline/sigma';
import fc from 'fast-check';
import { load } from 'js-yaml';

const RULE: RuleObject = {
  level: 'high',
  title: 'A title: with a colon',
  date: '2024-01-02',
  detection: { condition: 'sel', sel: { 'Image|endswith': '\\cmd.exe', Note: ["it's", 'yes', '1', 1, null] } },
  logsource: { product: 'windows', category: 'process_creation' },
  description: 'two\nlines',
};

const scalar: fc.Arbitrary<RuleValue> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'yes',
    'null',
    '~',
    '0x10',
    '1e3',
    '.inf',
    '<<',
    '=',
    '---',
    '- a',
    '# x',
    'a: b',
    '2024-01-01',
    ' a ',
    'a\n',
    '\ta',
    '12:30',
    '!x',
    '&a',
    '*a',
    '%a',
    '@a',
    '`a',
    '\u2028',
    '\u0085',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const key = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => !/^\d+$/.test(text) && text !== '<<' && text !== '__proto__');

describe('writing rules', () => {
  test('keys stand in the usual order and detection texts in single quotes', () => {
    expect(stringifySigma(RULE)).toBe(`title: 'A title: with a colon'
description: |-
    two
    lines
date: 2024-01-02
logsource:
    category: process_creation
    product: windows
detection:
    sel:
        Image|endswith: '\\cmd.exe'
        Note:
            - 'it''s'
            - 'yes'
            - '1'
            - 1
            - null
    condition: sel
level: high
`);
  });

  test('several rules are several documents', () => {
    const { documents, errors } = parseSigma(stringifySigma([RULE, { ...RULE, title: 'Second' }]));
    expect(errors).toEqual([]);
    expect(documents.map(({ title }) => title)).toEqual(['A title: with a colon', 'Second']);
  });

  test('whatever values a detection has, they are read back as the same', () => {
    const map = fc.dictionary(key, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(map, scalar, (sel, description) => {
        const rule: RuleObject = { ...RULE, description, detection: { sel: { ...sel }, condition: 'sel' } };
        expect(load(stringifySigma(rule))).toEqual(JSON.parse(JSON.stringify(rule)));
      }),
      { numRuns: 500 },
    );
  });

  test('a rule is written the same whether or not something unusual stands beside it', () => {
    // A document with multi-line texts is written entirely by the library.
    const unusual = { zz: 'two\nlines' };
    const value = fc.letrec<{ value: RuleValue; list: RuleValue; map: RuleObject }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('map')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(fc.oneof(key, fc.constantFrom('a|contains', 'yes', 'rules', 'condition')), tie('value'), {
        maxKeys: 3,
      }),
    }));
    const text = fc.oneof(scalar, fc.stringMatching(/^[A-Za-z ,.;:'#()-]{0,20}$/));
    fc.assert(
      fc.property(value.map, value.map, fc.array(text, { maxLength: 3 }), text, (detection, logsource, tags, title) => {
        const rule: RuleObject = { ...RULE, description: 'One line.', title, tags, logsource, detection };
        const beside = stringifySigma({ ...rule, ...unusual });
        expect(stringifySigma(rule)).toBe(beside.replace('zz: |-\n    two\n    lines\n', ''));
      }),
      { numRuns: 1000 },
    );
  });
});
