import {
  convert,
  DEFAULT_TARGET_IDS,
  INFORMATIVE_NOTES,
  matchRule,
  parseSigma,
  readQuery,
  type SigmaEvent,
  type SigmaRule,
  TARGET_IDS,
} from '@tripline/sigma';
import fc from 'fast-check';
import { randomRule } from './support/random-rule.js';

/** The conversion of the last of some documents to EQL. */
function eqlOf(documents: readonly object[], pipeline: 'default' | 'none' = 'default') {
  const collection = parseSigma(documents.map((document) => JSON.stringify(document)).join('\n---\n'));
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, 'siem_eql', { pipeline });
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries[0], codes: conversion.notes.map(({ code }) => code) };
}

const rule = (detection: object, name = 'a') => ({
  title: `Rule ${name}`,
  name,
  logsource: { product: 'windows', category: 'process_creation' },
  detection: { condition: 'sel', ...detection },
});
const MD5 = '0123456789abcdef0123456789abcdef';
const SCOPE = 'any where data_stream.dataset : "windows.sysmon_operational" and event.code : "1"';

describe('EQL', () => {
  it('comes by name only', () => {
    expect(TARGET_IDS).toContain('siem_eql');
    expect(DEFAULT_TARGET_IDS).not.toContain('siem_eql');
  });

  it.each([
    [{ CommandLine: ['a', 'b'] }, 'process.command_line : ("a", "b")'],
    [{ 'Image|endswith': '\\cmd.exe' }, 'process.executable : "*\\\\cmd.exe"'],
    [{ 'Image|contains|cased': 'Cmd' }, 'process.executable like "*Cmd*"'],
    [{ 'CommandLine|cased': 'Cmd' }, 'process.command_line == "Cmd"'],
    [{ CommandLine: 'a\\*B' }, 'process.command_line regex "[Aa]\\\\*[Bb]"'],
    [{ 'CommandLine|re': 'a+$' }, 'process.command_line regex ".*a+"'],
    [{ CommandLine: null }, '?process.command_line == null'],
    [{ 'ParentProcessId|gte': 5 }, 'process.parent.pid >= 5'],
    [{ EventID: 4688 }, 'event.code : "4688"'],
    [
      { 'Hashes|contains': [`MD5=${MD5}`, `IMPHASH=${MD5}`] },
      `(process.hash.md5 : "${MD5}" or process.pe.imphash : "${MD5}")`,
    ],
    [{ Hashes: `MD5=${MD5},IMPHASH=${MD5}` }, `process.hash.md5 : "${MD5}" and process.pe.imphash : "${MD5}"`],
    [{ 'Hashes|contains': 'SHA256=0AB' }, 'process.hash.sha256 : "0ab*"'],
    [
      { 'User|contains': ['A', 'B'] },
      '(user.domain : "*A*" or user.name : "*A*" or user.domain : "*B*" or user.name : "*B*")',
    ],
    [{ User: 'CORP\\ann' }, 'user.domain : "CORP" and user.name : "ann"'],
    [{ User: 'ann' }, 'user.name : "ann" and ?user.domain == null'],
  ])('writes %j on the fields of the ECS maps', (selection, written) => {
    expect(eqlOf([rule({ sel: selection })])).toEqual({ query: `${SCOPE} and ${written}`, codes: [] });
  });

  it('asks for the field before a negated test, since a comparison with a missing field is neither true nor false', () => {
    const { query } = eqlOf([rule({ sel: { CommandLine: 'a' }, condition: 'not sel' })]);
    expect(query).toBe(`${SCOPE} and not (?process.command_line != null and process.command_line : "a")`);
  });

  it('asks an ip field for addresses only, and the text beside it for anything else', () => {
    const logon = {
      ...rule({ sel: { IpAddress: ['10.0.0.1', '-'] } }),
      logsource: { product: 'windows', service: 'security' },
    };
    const { query } = eqlOf([logon]);
    expect(query).toContain('(source.ip == "10.0.0.1" or ?winlog.event_data.IpAddress : "-")');
  });

  it('leaves out what EQL cannot ask, with a note, and never narrows the query', () => {
    const kept = eqlOf([rule({ sel: { CommandLine: 'a' }, words: ['x'], condition: 'sel and words' })]);
    expect(kept).toEqual({ query: `${SCOPE} and process.command_line : "a"`, codes: ['test_dropped'] });
    const excluded = eqlOf([rule({ sel: { CommandLine: 'a' }, words: ['x'], condition: 'sel and not words' })]);
    expect(excluded).toEqual(kept);
  });

  it.each([['a'], [['a', 'b']]])('never asks analysed text, which EQL does not search: %j', (value) => {
    const script = {
      ...rule({ sel: { 'ScriptBlockText|contains': value } }),
      logsource: { product: 'windows', category: 'ps_script' },
    };
    const { query, codes } = eqlOf([script]);
    expect(query).toBe('any where data_stream.dataset : "windows.powershell_operational" and event.code : "4104"');
    expect(codes).toContain('test_dropped');
  });

  it('asks the fields of spread details that it reads, and leaves out only the others', () => {
    const details = {
      ...rule({ sel: { 'Payload|contains': 'a' }, condition: 'not sel' }),
      logsource: { product: 'windows', category: 'ps_module' },
    };
    const { query, codes } = eqlOf([details]);
    expect(query).toMatch(/ and not \(\?\S+related_command != null and \S+related_command : "\*a\*"\)$/);
    expect(codes).toContain('test_dropped');
  });

  const events = { 'Image|endswith': 'x.exe' };
  const correlation = (type: string, more: object = {}, rules = ['a', 'b']) => [
    rule({ sel: events }),
    rule({ sel: events }, 'b'),
    { title: 'C', correlation: { type, rules, 'group-by': ['Computer'], timespan: '15m', ...more } },
  ];
  const step = `  [ ${SCOPE} and process.executable : "*x.exe" ]`;

  it('writes an ordered correlation as a sequence within the time span', () => {
    const { query, codes } = eqlOf(correlation('temporal_ordered'));
    expect(query).toBe(`sequence by winlog.computer_name with maxspan=15m\n${step}\n${step}`);
    expect(codes).toEqual([]);
  });

  it('joins each kind of event by its own field where an alias names one', () => {
    const aliases = { who: { a: 'Image', b: 'ParentImage' } };
    const { query } = eqlOf(correlation('temporal_ordered', { 'group-by': ['who'], aliases }));
    expect(query).toBe(
      `sequence with maxspan=15m\n${step} by process.executable\n${step} by process.parent.executable`,
    );
  });

  it('writes a count with a lower bound as a sequence of as many events', () => {
    const { query, codes } = eqlOf(correlation('event_count', { condition: { gte: 10 } }, ['a']));
    expect(query).toBe(`sequence by winlog.computer_name with maxspan=15m\n${step} with runs=10`);
    expect(codes).toEqual([]);
  });

  it('writes kinds of events in any order as a sample, and notes that it has no time span', () => {
    const { query, codes } = eqlOf(correlation('temporal'));
    expect(query).toBe(`sample\n${step} by winlog.computer_name\n${step} by winlog.computer_name`);
    expect(codes).toEqual(['aggregation_approximated']);
  });

  it('writes alternatives of an expression as one kind of event', () => {
    const documents = [
      rule({ sel: events }, 'c'),
      ...correlation('temporal', { condition: '(a or b) and c' }, ['a', 'b', 'c']),
    ];
    const { query, codes } = eqlOf(documents);
    expect(query).toBe(`sample\n${step} by winlog.computer_name\n${step} by winlog.computer_name`);
    expect(codes).toEqual(['aggregation_approximated']);
  });

  it.each([
    ['event_count', { condition: { lt: 3 } }],
    ['value_count', { condition: { gte: 3, field: 'User' } }],
    ['temporal', { condition: 'a and not b' }],
    ['temporal', { 'group-by': [] }],
  ])('writes the base search of what no sequence finds, with a note: %s %j', (type, more) => {
    const { query, codes } = eqlOf(correlation(type, more));
    expect(query).toMatch(/^any where /);
    expect(codes).toContain('aggregation_dropped');
  });

  it('finds every event that the rule matches, and the same where it has no note, read by our own reader of EQL', () => {
    const values = fc.oneof(
      fc.constantFrom('a', 'B', 'ab', 'a b', '10.1.2.3', 'fe80::1', '3', 'word'),
      fc.integer({ min: -3, max: 5 }),
    );
    const event = fc.record({ F: values, G: values, other: values }, { requiredKeys: [] });
    let [drawn, read] = [0, 0];
    fc.assert(
      fc.property(randomRule, fc.array(event, { minLength: 1, maxLength: 6 }), (random, list) => {
        drawn++;
        const conversion = convert(random, { documents: [random], errors: [] }, 'siem_eql', { pipeline: 'none' });
        if (!conversion.ok) throw conversion.error;
        const [query = ''] = conversion.queries;
        const reading = readQuery(query, 'eql', { logsource: { product: 'any' } });
        if (!reading.ok) {
          expect([query, reading.error.message, reading.error.code]).toEqual([
            query,
            expect.any(String),
            'UnreadableQuery',
          ]);
          return;
        }
        read++;
        const [again] = parseSigma(reading.yaml).documents as SigmaRule[];
        const exact =
          conversion.notes.every(({ code }) => INFORMATIVE_NOTES.has(code)) &&
          reading.notes.every(({ code }) => code !== 'widened');
        for (const one of list as SigmaEvent[]) {
          const { matched } = matchRule(random, one);
          const found = matchRule(again as SigmaRule, one).matched;
          if (matched || exact) expect([query, one, found]).toEqual([query, one, matched]);
        }
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(drawn / 2);
  });
});
