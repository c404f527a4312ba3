import { parseSigma } from '@tripline/sigma';
import fc from 'fast-check';
import { readFault, readRule, ruleText } from './support/read.js';

const code = (text: string) => parseSigma(text).errors[0]?.code;

describe('hostile texts', () => {
  test('a text over the size limit is refused unread', () => {
    expect(code(`title: ${'x'.repeat(2_000_000)}`)).toBe('TooLarge');
    expect(parseSigma('title: é', { maxBytes: 8 }).errors[0]?.code).toBe('TooLarge');
  });

  test('documents beyond the limit are refused, those before are read', () => {
    const { documents, errors } = parseSigma(Array(5).fill(ruleText('a:\n  B: 1\ncondition: a')).join('---\n'), {
      maxDocuments: 3,
    });
    expect(documents).toHaveLength(3);
    expect(errors).toMatchObject([{ code: 'TooManyDocuments' }]);
  });

  test('deep nesting is refused', () => {
    expect(code(`a: ${'['.repeat(5000)}`)).toBe('TooDeep');
  });

  test('an alias bomb is refused', () => {
    const levels = Array.from(
      { length: 20 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`,
    );
    expect(code(`l0: &l0 [x]\n${levels.join('\n')}\n`)).toBe('TooManyAliases');
  });

  test('aliases count as often as they are used', () => {
    const values = Array.from({ length: 9000 }, (_, index) => `v${index}`).join(', ');
    const fields = Array.from({ length: 40 }, (_, index) => `    F${index}: *v\n`).join('');
    const text = `title: x\nlogsource: {product: a}\nv: &v [${values}]\ndetection:\n  sel:\n${fields}  condition: sel\n`;
    expect(code(text)).toBe('TooLarge');
  });

  test('prototype keys are names like any other', () => {
    const rule = readRule('__proto__:\n  __proto__: 1\n  constructor|contains: x\ncondition: __proto__');
    expect(rule.conditions[0]?.tree).toMatchObject({ children: [{ field: '__proto__' }, { field: 'constructor' }] });
    expect(readFault('sel:\n  A|__proto__: 1\ncondition: sel').code).toBe('UnknownModifier');
    expect(readFault('sel:\n  A|constructor: 1\ncondition: sel').code).toBe('UnknownModifier');
    expect(({} as Record<string, unknown>)['detection']).toBeUndefined();
  });

  test('conditions that grow or nest without bound are refused', () => {
    const selections = Array.from({ length: 900 }, (_, index) => `s${index}: {A: ${index}}`).join('\n');
    expect(readFault(`${selections}\ncondition: ${Array(100).fill('1 of them').join(' or ')}`).code).toBe('TooLarge');
    expect(readFault(`a: {A: 1}\ncondition: ${'('.repeat(500)}a${')'.repeat(500)}`).code).toBe('InvalidCondition');
    expect(readFault(`a: {A: 1}\ncondition: ${'a or '.repeat(9000)}a`).code).toBe('TooLarge');
  });

  test('values that multiply without bound are refused', () => {
    expect(readFault(`sel:\n  A|windash: '${' -a'.repeat(30)}'\ncondition: sel`).code).toBe('InvalidValue');
  });

  test('a flood of broken documents or regular expressions is cut off', () => {
    expect(parseSigma('---\na: [\n'.repeat(50_000)).errors.at(-1)?.code).toBe('TooManyDocuments');
    const many = Array.from({ length: 2000 }, (_, index) => `      - 'a{900}${index}'`).join('\n');
    expect(code(ruleText(`sel:\n  A|re:\n${many}\ncondition: sel`))).toBe('TooLarge');
  });

  test('a regular expression that needs backtracking or is too long is refused', () => {
    expect(
      readFault(String.raw`sel:
  A|re: '(a)\1'
condition: sel`).code,
    ).toBe('InvalidRegex');
    expect(readFault(`sel:\n  A|re: '${'a'.repeat(10_000)}'\ncondition: sel`).code).toBe('InvalidRegex');
    expect(readFault(`sel:\n  A|re: '((a{1000}){1000}){1000}'\ncondition: sel`).code).toBe('InvalidRegex');
  });

  test('whatever the text, reading gives documents and SigmaErrors, never an exception', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'title: x',
        'logsource:',
        '  product: windows',
        'detection:',
        '  sel:',
        '    A|contains: b',
        '    - c',
        '  condition: sel',
        '---',
        'correlation:',
        'filter:',
        'action: global',
        'action: repeat',
        '  rules: [x]',
        '  type: temporal',
        '  timespan: 5m',
      ),
      fc.string({ maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const { documents, errors } = parseSigma(lines.join('\n'));
        expect(documents.length + errors.length).toBeGreaterThan(0);
        for (const error of errors) expect(error.name).toBe('SigmaError');
      }),
      { numRuns: 2000 },
    );
  });
});
