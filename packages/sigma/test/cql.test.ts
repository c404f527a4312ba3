import { readFileSync } from 'node:fs';
import {
  convert,
  createMatcher,
  DEFAULT_TARGET_IDS,
  matchCorrelation,
  parseSigma,
  type SigmaCorrelation,
  type SigmaRule,
  TARGET_IDS,
} from '@tripline/sigma';
import fc from 'fast-check';
import { type CqlEvent, cqlMatches, cqlRows } from './support/cql-interpreter.js';
import { randomRule } from './support/random-rule.js';

const collectionOf = (documents: readonly object[]) =>
  parseSigma(documents.map((document) => JSON.stringify(document)).join('\n---\n'));

/** The conversion of the last of some documents. */
function cqlOf(documents: readonly object[], pipeline: 'default' | 'none' = 'default') {
  const collection = collectionOf(documents);
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, 'siem_cql', { pipeline });
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries[0] as string, codes: conversion.notes.map(({ code }) => code) };
}

const rule = (
  detection: object,
  name = 'a',
  logsource: object = { product: 'windows', category: 'process_creation' },
) => ({ title: `Rule ${name}`, name, logsource, detection: { condition: 'sel', ...detection } });
const SCOPE = '(#event_simpleName=ProcessRollup2 or #event_simpleName=SyntheticProcessRollup2) and event_platform=Win';
const started = { '#event_simpleName': 'ProcessRollup2', event_platform: 'Win' };

describe('CQL', () => {
  it('comes by name only', () => {
    expect(TARGET_IDS).toContain('siem_cql');
    expect(DEFAULT_TARGET_IDS).not.toContain('siem_cql');
  });

  it.each<[object, string, string[]]>([
    [{ CommandLine: ['a', 'B/c'] }, 'CommandLine=/(?:\\Aa\\z|\\AB\\/c\\z)/i', []],
    [{ 'Image|endswith': '\\cmd.exe' }, 'ImageFileName=/\\\\cmd\\.exe\\z/i', []],
    [{ 'ParentImage|endswith': '\\cmd.exe' }, 'ParentBaseFileName=/\\Acmd\\.exe\\z/i', []],
    [{ 'ParentImage|endswith': '\\bin\\cmd.exe' }, 'ParentBaseFileName=/\\Acmd\\.exe\\z/i', ['widened_wildcard']],
    [{ 'CommandLine|contains|cased': 'C?x*y' }, 'CommandLine=/C.x.*y/d', []],
    [{ 'CommandLine|re': '^a/b$' }, 'CommandLine=/\\Aa\\/b\\z/', []],
    [{ CommandLine: null }, 'not (CommandLine=*)', []],
    [{ 'ProcessId|gte': 5 }, 'RawProcessId >= 5', []],
    [{ IntegrityLevel: 'High' }, 'IntegrityLevel=/\\A12288\\z/i', []],
    [{ 'CommandLine|fieldref': 'OriginalFileName' }, 'test(lower(CommandLine)==lower(OriginalFilename))', []],
    [{ CommandLine: 'a', 'ParentImage|fieldref': 'CommandLine' }, 'CommandLine=/\\Aa\\z/i', ['test_dropped']],
    [{ CommandLine: 'a', 'CommandLine|fieldref': 'Image' }, 'CommandLine=/\\Aa\\z/i', ['test_dropped']],
  ])('writes %j on the fields of the sensor', (selection, written, codes) => {
    expect(cqlOf([rule({ sel: selection })])).toEqual({ query: `${SCOPE} and ${written}`, codes });
  });

  it('takes the sensor’s volumes for a drive letter, and says so', () => {
    const { query, codes } = cqlOf([rule({ sel: { 'Image|startswith': 'C:\\Windows\\' } })]);
    expect(codes).toEqual(['unsure_field']);
    for (const [path, found] of [
      ['\\Device\\HarddiskVolume3\\Windows\\a.exe', true],
      ['C:\\windows\\a.exe', true],
      ['\\Device\\HarddiskVolume3\\Users\\a.exe', false],
    ] as const) {
      expect([path, cqlMatches(query, { ...started, ImageFileName: path })]).toEqual([path, found]);
    }
  });

  it('leaves out what the sensor does not have, with a note, so that nothing of the rule is missed', () => {
    const { query, codes } = cqlOf([rule({ sel: { CommandLine: 'a', ParentCommandLine: 'b' } })]);
    expect({ query, codes }).toEqual({ query: `${SCOPE} and CommandLine=/\\Aa\\z/i`, codes: ['test_dropped'] });
    const negated = cqlOf([
      rule({ sel: { CommandLine: 'a' }, other: { ParentCommandLine: 'b' }, condition: 'sel and not other' }, 'a'),
    ]);
    expect(negated.query).toBe(`${SCOPE} and CommandLine=/\\Aa\\z/i`);
    expect(cqlOf([rule({ sel: { eventName: 'x' } }, 'a', { product: 'aws', service: 'cloudtrail' })]).codes).toEqual([
      'unmapped_logsource',
    ]);
  });

  it('means what any rule means, or more, on any event', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', 'b', '*', '?', '\\', '"', ' ', '/', '\n', '|'),
      maxLength: 5,
    });
    const event = fc.dictionary(
      fc.constantFrom('F', 'G', 'other'),
      fc.oneof(text, fc.constantFrom('10.1.2.3', '3', '-1', 'true', 'ba', 'a word')),
    );
    fc.assert(
      fc.property(randomRule, event, (made, fields) => {
        const { query, codes } = converted(made);
        const asked = createMatcher(made).matches(fields);
        const found = cqlMatches(query, fields as CqlEvent);
        if (asked) expect([query, found]).toEqual([query, true]);
        if (codes.length === 0) expect([query, found]).toEqual([query, asked]);
      }),
    );
  });

  const correlation = (type: string, more: object = {}) => [
    rule({ sel: { 'Image|endswith': 'x.exe' } }),
    { title: 'C', correlation: { type, rules: ['a'], 'group-by': ['Computer'], timespan: '15m', ...more } },
  ];

  it.each([
    [
      'event_count',
      { condition: { gte: 10 } },
      'ComputerName=*',
      ['groupBy([ComputerName], function=count(as=n), limit=max)', 'n >= 10'],
    ],
    [
      'value_count',
      { condition: { gt: 2, field: 'CommandLine' } },
      'ComputerName=* and CommandLine=*',
      [
        'groupBy([ComputerName, CommandLine], limit=max)',
        'groupBy([ComputerName], function=count(as=n), limit=max)',
        'n > 2',
      ],
    ],
  ] as const)('counts %s over what the search looks back, and says so', (type, more, present, stages) => {
    const { query, codes } = cqlOf(correlation(type, more));
    expect(query.split('\n| ')).toEqual([`${SCOPE} and ImageFileName=/x\\.exe\\z/i and ${present}`, ...stages]);
    expect(codes).toEqual(['aggregation_approximated']);
  });

  it.each([
    ['event_count', { condition: { lt: 3 } }],
    ['temporal', {}],
    ['value_count', { condition: { gte: 3, field: 'ParentCommandLine' } }],
  ])('writes the base search of what it cannot count, with a note: %s %j', (type, more) => {
    const { query, codes } = cqlOf(correlation(type, more));
    expect(query).not.toContain('groupBy');
    expect(codes).toContain('aggregation_dropped');
  });

  it('finds every group of events that a correlation finds', () => {
    const event = fc.record({
      Image: fc.constantFrom('x.exe', 'y.exe'),
      Computer: fc.constantFrom('h1', 'h2'),
      CommandLine: fc.constantFrom('1', '2', '3'),
    });
    const kinds = fc.constantFrom(
      ['event_count', { condition: { gte: 2 } }],
      ['value_count', { condition: { gt: 1, field: 'CommandLine' } }],
    );
    fc.assert(
      fc.property(kinds, fc.array(event, { maxLength: 8 }), ([type, more], list) => {
        const documents = correlation(type as string, more as object);
        const collection = collectionOf(documents);
        const timed = list.map((one, index) => ({ ...one, '@timestamp': 1_767_225_600_000 + index * 60_000 }));
        const { windows } = matchCorrelation(collection.documents.at(-1) as SigmaCorrelation, collection, timed);
        const rows = cqlRows(
          cqlOf(documents).query,
          list.map(({ Image, Computer, CommandLine }) => {
            return { ...started, ImageFileName: Image, ComputerName: Computer, CommandLine };
          }),
        );
        const groups = rows.map((row) => row['ComputerName']);
        for (const { group } of windows) expect(groups).toEqual(expect.arrayContaining(Object.values(group)));
      }),
    );
  });
});

describe('docs/targets/cql.md', () => {
  const page = readFileSync(new URL('../../../docs/targets/cql.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```yaml\n(.*?)```\n```cql\n(.*?)\n```/gs)];

  it('shows what the converter writes', () => {
    expect(examples).toHaveLength(3);
    for (const [, text = '', query] of examples) {
      const collection = parseSigma(text);
      const conversion = convert(collection.documents.at(-1) as SigmaRule, collection, 'siem_cql');
      expect(conversion).toMatchObject({ ok: true, queries: [query] });
    }
  });
});

/** A rule by itself, on the fields as it names them. */
function converted(made: SigmaRule) {
  const conversion = convert(made, { documents: [made], errors: [] }, 'siem_cql', { pipeline: 'none' });
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries.join('\n'), codes: conversion.notes.map(({ code }) => code) };
}
