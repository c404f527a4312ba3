import { isIP } from 'node:net';
import { ANY, parseSigma } from '@tripline/sigma';
import fc from 'fast-check';
import { itemFault, readItem, ruleText } from './support/read.js';

const text = (literal: string, parts: readonly unknown[], shape: string, cased = false) => ({
  op: 'string',
  pattern: { parts, shape, literal },
  cased,
});
const exact = (literal: string) => text(literal, [literal], 'exact');

describe('modifiers', () => {
  test.each([
    ['F|contains: abc', [text('abc', [ANY, 'abc', ANY], 'contains')]],
    ['F|startswith: abc', [text('abc', ['abc', ANY], 'startswith')]],
    ['F|endswith: abc', [text('abc', [ANY, 'abc'], 'endswith')]],
    ['F|contains: "*abc*"', [text('abc', [ANY, 'abc', ANY], 'contains')]],
    ['F|contains: 4', [text('4', [ANY, '4', ANY], 'contains')]],
    ['F|cased: Abc', [text('Abc', ['Abc'], 'exact', true)]],
    ['F|cased: 5', [{ op: 'number', value: 5 }]],
    ['F|contains|cased: Abc', [text('Abc', [ANY, 'Abc', ANY], 'contains', true)]],
    ['F|exists: true', [{ op: 'exists', value: true }]],
    ['F|exists: false', [{ op: 'exists', value: false }]],
    ['F|fieldref: G', [{ op: 'fieldref', field: 'G', match: 'equals', cased: false }]],
    ['F|fieldref|startswith: G', [{ op: 'fieldref', field: 'G', match: 'startswith', cased: false }]],
    ['F|endswith|fieldref: G', [{ op: 'fieldref', field: 'G', match: 'endswith', cased: false }]],
    ['F|fieldref|cased: G', [{ op: 'fieldref', field: 'G', match: 'equals', cased: true }]],
    ['F|re: a.*b', [{ op: 'regex', source: 'a.*b', flags: '' }]],
    ['F|re|s|i|m: a.*b', [{ op: 'regex', source: 'a.*b', flags: 'ims' }]],
    ['F|re: (?i)a.*b', [{ op: 'regex', source: 'a.*b', flags: 'i' }]],
    ['F|re|contains: a.*b', [{ op: 'regex', source: 'a.*b', flags: '' }]],
    ['F|re|startswith: a|b', [{ op: 'regex', source: '^(?:a|b)', flags: '' }]],
    ['F|re: 5', [{ op: 'regex', source: '5', flags: '' }]],
    ['F|cidr: 10.16.0.0/20', [{ op: 'cidr', network: '10.16.0.0/20', version: 4, prefix: 20 }]],
    ['F|cidr: 192.0.2.1', [{ op: 'cidr', network: '192.0.2.1/32', version: 4, prefix: 32 }]],
    ["F|cidr: '2001:0DB8:0:0::/32'", [{ op: 'cidr', network: '2001:db8::/32', version: 6, prefix: 32 }]],
    ["F|cidr: '::ffff:10.0.0.0/120'", [{ op: 'cidr', network: '::ffff:a00:0/120', version: 6, prefix: 120 }]],
    ['F|gt: 5', [{ op: 'compare', operator: 'gt', value: 5 }]],
    ['F|lte: 4.5', [{ op: 'compare', operator: 'lte', value: 4.5 }]],
    ['F|hour: 3', [{ op: 'time', part: 'hour', value: 3 }]],
    ['F|base64: abc', [exact('YWJj')]],
    ["F|base64: 'a\\*b'", [exact('YSpi')]],
    ['F|wide|base64: foobar', [exact('ZgBvAG8AYgBhAHIA')]],
    ['F|utf16be|base64: foobar', [exact('AGYAbwBvAGIAYQBy')]],
    ['F|utf16|base64: foo', [exact('//5mAG8AbwA=')]],
    ['F|base64offset: foobar', ['Zm9vYmFy', 'Zvb2Jhc', 'mb29iYX'].map(exact)],
    ['F|windash: -x a-b', ['-x a-b', '/x a-b', '–x a-b', '—x a-b', '―x a-b'].map(exact)],
    [
      'F|expand: "%admins%"',
      [
        {
          op: 'placeholder',
          name: 'admins',
          pattern: exact('%admins%').pattern,
          written: '%admins%',
          modifiers: ['expand'],
        },
      ],
    ],
    [
      "F|expand: '\\%plain%name%'",
      [
        {
          op: 'placeholder',
          name: 'name',
          pattern: exact('%plain%name%').pattern,
          written: '\\%plain%name%',
          modifiers: ['expand'],
        },
      ],
    ],
  ])('%s is read', (item, tests) => {
    expect(readItem(item)).toMatchObject({ kind: 'field', field: 'F', join: 'any', tests });
  });

  test('a comparison of a time part is written out as the equalities it means', () => {
    expect(readItem('F|hour|gte: 22')).toMatchObject({
      tests: [
        { op: 'time', part: 'hour', value: 22 },
        { op: 'time', part: 'hour', value: 23 },
      ],
    });
  });

  test('all joins values by AND, while the spellings of each stay alternatives', () => {
    expect(readItem('F|contains|all:\n  - a\n  - b')).toMatchObject({ kind: 'field', join: 'all', tests: [{}, {}] });
    const dashed = readItem("F|windash|contains|all:\n  - ' -a'\n  - ' -b'");
    expect(dashed).toMatchObject({
      kind: 'and',
      children: [
        { kind: 'field', join: 'any' },
        { kind: 'field', join: 'any' },
      ],
    });
  });

  test('neq stands as a negation around the whole item', () => {
    expect(readItem('F|neq:\n  - a\n  - b')).toMatchObject({ kind: 'not', child: { kind: 'field', join: 'any' } });
  });

  test('matching before windash means the same as after it', () => {
    const tests = (item: string) => (readItem(item) as { tests: unknown }).tests;
    expect(tests("F|contains|windash: ' -a'")).toEqual(tests("F|windash|contains: ' -a'"));
  });

  test.each([
    ['F|foo: x', 'UnknownModifier', 'foo'],
    ['F|contains|startswith: x', 'InvalidModifier', 'startswith'],
    ['F|contains|contains: x', 'InvalidModifier', 'contains'],
    ['F|contains|re: x', 'InvalidModifier', 're'],
    ['F|contains|base64: x', 'InvalidModifier', 'base64'],
    ['F|base64|wide: x', 'InvalidModifier', 'wide'],
    ['F|wide: x', 'InvalidModifier', 'wide'],
    ['F|utf16be|contains: x', 'InvalidModifier', 'utf16be'],
    ['F|i: x', 'InvalidModifier', 'i'],
    ['F|re|cased: x', 'InvalidModifier', 'cased'],
    ['F|cidr|contains: 10.0.0.0/8', 'InvalidModifier', 'contains'],
    ['F|exists|all: true', 'InvalidModifier', 'all'],
    ['F|gt|hour: 3', 'InvalidModifier', 'hour'],
    ['F|base64|fieldref: G', 'InvalidModifier', 'fieldref'],
    ["'|cidr': 10.0.0.0/8", 'InvalidModifier', 'cidr'],
  ])('%s is refused, naming the modifier', (item, code, modifier) => {
    const fault = itemFault(item);
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(modifier);
    expect(fault).toMatchObject({ document: 0, line: 7, column: 5 });
  });

  test.each([
    ["F|exists: 'maybe'", 'InvalidValue'],
    ["F|gt: '5'", 'InvalidValue'],
    ['F|base64: a*b', 'InvalidValue'],
    ['F|base64: 5', 'InvalidValue'],
    ['F|hour: 24', 'InvalidValue'],
    ['F|contains: null', 'InvalidValue'],
    ['F|re: a(b', 'InvalidRegex'],
    ['F|re: (a)\\1', 'InvalidRegex'],
    ['F|cidr: 10.0.0.1/8', 'InvalidCidr'],
    ["F|cidr: 'fe80::1/10'", 'InvalidCidr'],
    ['F|cidr: 10.0.0.0/33', 'InvalidCidr'],
    ['F|cidr: localhost', 'InvalidCidr'],
    ['F: []', 'InvalidDetection'],
    ['F: {G: x}', 'InvalidValue'],
  ])('%s is refused with %s', (item, code) => {
    expect(itemFault(item).code).toBe(code);
  });

  test('cidr takes as addresses what Node.js does, but for zones, and writes them as URLs do', () => {
    const nearly = fc
      .array(fc.constantFrom(':', '::', '.', '0', '00', '1', '25', '256', 'fe80', 'ABCD', '1.2.3.4', '12345', 'g'), {
        maxLength: 16,
      })
      .map((parts) => parts.join(''));
    const grouped = fc
      .tuple(
        fc.array(fc.constantFrom('', '0', '1', 'fe80', 'ABCD'), { maxLength: 9 }),
        fc.constantFrom('', ':1.2.3.4', '::', ':'),
      )
      .map(([groups, end]) => groups.join(':') + end);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6(), grouped, nearly), (address) => {
        const { documents } = parseSigma(ruleText(`sel:\n  F|cidr: ${JSON.stringify(address)}\ncondition: sel`));
        expect(documents.length).toBe(isIP(address) === 0 || address.includes('%') ? 0 : 1);
        if (documents.length === 0) return;
        const written =
          isIP(address) === 4 ? `${address}/32` : `${new URL(`http://[${address}]`).hostname.slice(1, -1)}/128`;
        expect(readItem(`F|cidr: ${JSON.stringify(address)}`)).toMatchObject({ tests: [{ network: written }] });
      }),
    );
  });
});
