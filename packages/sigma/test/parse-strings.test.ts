import { ANY, escapeSigmaValue, ONE, type Pattern, parseSigma } from '@tripline/sigma';
import fc from 'fast-check';
import { readItem, ruleText } from './support/read.js';

/** Gives the pattern of a value. The value is written double-quoted, so that YAML changes nothing in it. */
function patternOf(value: string): Pattern {
  const tree = readItem(`F: ${JSON.stringify(value)}`);
  if (tree.kind !== 'field' || tree.tests[0]?.op !== 'string') throw new Error('no string test');
  return tree.tests[0].pattern;
}

describe('strings', () => {
  test.each([
    ['abc', ['abc'], 'exact'],
    ['', [], 'exact'],
    ['*', [ANY], 'any'],
    ['**', [ANY], 'any'],
    ['?', [ONE], 'mixed'],
    ['abc*', ['abc', ANY], 'startswith'],
    ['*abc', [ANY, 'abc'], 'endswith'],
    ['*abc*', [ANY, 'abc', ANY], 'contains'],
    ['a*c', ['a', ANY, 'c'], 'mixed'],
    ['*?', [ONE, ANY], 'mixed'],
    ['?*', [ONE, ANY], 'mixed'],
    ['a\\*c\\?d', ['a*c?d'], 'exact'],
    ['a\\\\*c', ['a\\', ANY, 'c'], 'mixed'],
    ['a\\\\\\*c', ['a\\*c'], 'exact'],
    ['C:\\Windows\\x', ['C:\\Windows\\x'], 'exact'],
    ['C:\\\\Windows', ['C:\\Windows'], 'exact'],
    ['\\\\\\\\server', ['\\\\server'], 'exact'],
    ['\\\\\\server', ['\\\\server'], 'exact'],
    ['C:\\Temp\\', ['C:\\Temp\\'], 'exact'],
  ])('%j is read as %j', (value, parts, shape) => {
    expect(patternOf(value)).toMatchObject({ parts, shape });
  });

  test('an escaped literal reads back as itself, alone and with a wildcard behind', () => {
    const characters = fc.string({ unit: fc.constantFrom('\\', '*', '?', 'a', ' ', 'é') });
    fc.assert(
      fc.property(characters, (literal) => {
        const parts = literal === '' ? [] : [literal];
        expect(patternOf(escapeSigmaValue(literal)).parts).toEqual(parts);
        expect(patternOf(`${escapeSigmaValue(literal)}*`).parts).toEqual([...parts, ANY]);
      }),
    );
  });

  test('no pattern has two literals or two * in a row, or an empty literal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', '*', '?', 'a') }), (value) => {
        const { parts } = patternOf(value);
        for (const [index, part] of parts.entries()) {
          expect(part).not.toBe('');
          const next = parts[index + 1];
          expect(typeof part === 'string' && typeof next === 'string').toBe(false);
          expect(part === ANY && next === ANY).toBe(false);
        }
      }),
    );
  });
});

describe('values', () => {
  test.each([
    ['F: 4', { op: 'number', value: 4 }],
    ['F: 0x10', { op: 'number', value: 16 }],
    ["F: '0x10'", { op: 'string', pattern: { literal: '0x10' } }],
    ['F: 4.5', { op: 'number', value: 4.5 }],
    ['F: 9223372036854775807', { op: 'string', pattern: { literal: '9223372036854775807' } }],
    ['F: .inf', { op: 'string', pattern: { literal: '.inf' } }],
    ['F: true', { op: 'boolean', value: true }],
    ['F: yes', { op: 'string', pattern: { literal: 'yes' } }],
    ['F: no', { op: 'string', pattern: { literal: 'no' } }],
    ['F: null', { op: 'null' }],
    ['F: ~', { op: 'null' }],
    ['F:', { op: 'null' }],
    ["F: 'null'", { op: 'string', pattern: { literal: 'null' } }],
    ['F: 2024-01-02', { op: 'string', pattern: { literal: '2024-01-02' } }],
    ["F: ''", { op: 'string', pattern: { literal: '', shape: 'exact' } }],
  ])('%s', (item, expected) => {
    expect(readItem(item)).toMatchObject({ tests: [expected] });
  });

  test('placeholders with lists become their values, combined where there are several', () => {
    const text = ruleText("sel:\n  F|expand: '%a%-%b%'\ncondition: sel");
    const { documents } = parseSigma(text, { placeholders: { a: ['x', 'y*'], b: ['1'] } });
    expect(documents[0]).toMatchObject({
      conditions: [{ tree: { tests: [{ pattern: { parts: ['x-1'] } }, { pattern: { parts: ['y', ANY, '-1'] } }] } }],
    });
  });
});
