import {
  convert,
  DEFAULT_TARGET_IDS,
  deploy,
  matchCorrelation,
  parseSigma,
  type SigmaCorrelation,
  type SigmaEvent,
  TARGET_IDS,
} from '@tripline/sigma';
import fc from 'fast-check';
import { esqlMatches, esqlRows } from './support/esql-interpreter.js';

const collectionOf = (documents: readonly object[]) =>
  parseSigma(documents.map((document) => JSON.stringify(document)).join('\n---\n'));

/** The conversion of the last of some documents. */
function esqlOf(documents: readonly object[], pipeline: 'default' | 'none' = 'default') {
  const collection = collectionOf(documents);
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, 'siem_esql', { pipeline });
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries[0] as string, codes: conversion.notes.map(({ code }) => code) };
}

const rule = (
  detection: object,
  name = 'a',
  logsource: object = { product: 'windows', category: 'process_creation' },
) => ({
  title: `Rule ${name}`,
  name,
  logsource,
  detection: { condition: 'sel', ...detection },
});
const SCOPE = 'data_stream.dataset == "windows.sysmon_operational" AND TO_LOWER(event.code) == "1"';
const FROM = 'FROM logs-windows.sysmon_operational-*';

describe('ES|QL', () => {
  it('comes by name only', () => {
    expect(TARGET_IDS).toContain('siem_esql');
    expect(DEFAULT_TARGET_IDS).not.toContain('siem_esql');
  });

  it.each([
    [{ CommandLine: ['a', 'B'] }, 'TO_LOWER(process.command_line) IN ("a", "b")'],
    [{ 'Image|endswith': '\\cmd.exe' }, 'TO_LOWER(process.executable) LIKE "*\\\\\\\\cmd.exe"'],
    [{ 'Image|contains|cased': 'C?\\*' }, 'process.executable LIKE "*C?\\\\**"'],
    [{ 'CommandLine|cased': 'Cmd' }, 'process.command_line == "Cmd"'],
    [{ 'CommandLine|re': 'a#+$' }, 'process.command_line RLIKE ".*a\\\\#+"'],
    [{ CommandLine: null }, 'process.command_line IS NULL'],
    [{ 'ParentProcessId|gte': 5 }, 'process.parent.pid >= 5'],
    [{ EventID: 4688 }, 'TO_LOWER(event.code) == "4688"'],
    [{ User: 'CORP\\ann' }, 'TO_LOWER(user.domain) == "corp" AND TO_LOWER(user.name) == "ann"'],
    [
      { 'CommandLine|fieldref': 'ParentCommandLine' },
      'TO_LOWER(process.command_line) == TO_LOWER(process.parent.command_line)',
    ],
    [
      { 'CommandLine|fieldref|endswith': 'User' },
      'ENDS_WITH(TO_LOWER(process.command_line), TO_LOWER(CASE(user.domain IS NULL, user.name, CONCAT(user.domain, "\\\\", user.name))))',
    ],
    [
      { 'CommandLine|fieldref|startswith': 'Image' },
      'STARTS_WITH(TO_LOWER(process.command_line), TO_LOWER(process.executable))',
    ],
  ])('writes %j on the columns of the ECS maps', (selection, written) => {
    expect(esqlOf([rule({ sel: selection })])).toEqual({
      query: `${FROM} METADATA _id, _index, _version\n| WHERE ${SCOPE} AND ${written}`,
      codes: [],
    });
  });

  it('asks for a column before a negated test, since NOT loses the events that have none', () => {
    const { query } = esqlOf([rule({ sel: { CommandLine: 'a' }, condition: 'not sel' })]);
    expect(query).toContain('NOT (process.command_line IS NOT NULL AND TO_LOWER(process.command_line) == "a")');
    expect(esqlMatches(query, { 'data_stream.dataset': 'windows.sysmon_operational', 'event.code': '1' })).toBe(true);
  });

  it('compares addresses as they are, since no function of texts takes them', () => {
    const { query } = esqlOf([
      rule({ sel: { IpAddress: ['10.0.0.1', '-'] } }, 'a', { product: 'windows', service: 'security' }),
    ]);
    expect(query).toContain('(source.ip == "10.0.0.1" OR TO_LOWER(winlog.event_data.IpAddress) == "-")');
  });

  it('searches what is no column by a query string: analysed text, flattened objects, the event as a whole', () => {
    const script = esqlOf([
      rule({ sel: { 'ScriptBlockText|contains': 'Invoke-It' } }, 'a', { product: 'windows', category: 'ps_script' }),
    ]);
    expect(script.query).toMatch(/ AND QSTR\("powershell\.file\.script_block_text:/);
    const call = esqlOf([
      rule({ sel: { 'requestParameters.bucketName': 'x' } }, 'a', { product: 'aws', service: 'cloudtrail' }),
    ]);
    expect(call.query).toMatch(/ AND QSTR\("aws\.cloudtrail\.flattened\.request_parameters\.bucketName:/);
    const words = esqlOf([rule({ sel: { CommandLine: 'a' }, words: ['x'], condition: 'sel and not words' })]);
    expect(words.query).toMatch(/ AND NOT \(QSTR\(".*x.*"\)\)$/);
  });

  it('writes a long list of patterns as one list, since a chain of 294 ORs is refused', () => {
    const values = Array.from({ length: 400 }, (_, index) => `v${index}`);
    const { query, codes } = esqlOf([rule({ sel: { 'CommandLine|contains': values } })]);
    expect(query).toContain('LIKE ("*v0*", "*v1*", ');
    expect(codes).toEqual(['query_syntax']);
    const patterns = Array.from({ length: 300 }, (_, index) => `a${index}+`);
    expect(esqlOf([rule({ sel: { 'CommandLine|re': patterns } })]).codes).toContain('clause_limit');
  });

  it('writes names and values that a query language could take for its own as what they are', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', '"', '\\', '*', '?', '\n', '\t', '|', '`', '\u0001', 'ü'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, fc.constantFrom('F', 'c-uri', 'like', 'a.by', 'a`b', 'x-y z'), (value, field) => {
        const escaped = value.replaceAll(/[\\*?]/g, '\\$&');
        const { query } = esqlOf([rule({ sel: { [`${field}|contains`]: escaped } }, 'a', { product: 'any' })], 'none');
        expect(query.split('\n')).toHaveLength(2);
        expect([query, esqlMatches(query, { [field]: `<${value}>` })]).toEqual([query, true]);
        expect([query, esqlMatches(query, { [field]: 'other' })]).toEqual([query, false]);
      }),
    );
  });

  const events = { 'Image|endswith': 'x.exe' };
  const correlation = (type: string, more: object = {}, rules = ['a', 'b']) => [
    rule({ sel: events }),
    rule({ sel: { 'Image|endswith': 'y.exe' } }, 'b'),
    { title: 'C', correlation: { type, rules, 'group-by': ['Computer'], timespan: '15m', ...more } },
  ];
  const [x, y] = ['x', 'y'].map((name) => `${SCOPE} AND TO_LOWER(process.executable) LIKE "*${name}.exe"`);
  const KEY = 'winlog.computer_name';

  it.each([
    ['event_count', { condition: { gte: 10 } }, ['a'], [`STATS n = COUNT(*) BY ${KEY}`, 'WHERE n >= 10']],
    [
      'value_count',
      { condition: { gte: 3, field: 'CommandLine' } },
      ['a'],
      [`STATS BY ${KEY}, process.command_line`, `STATS n = COUNT(*) BY ${KEY}`, 'WHERE n >= 3'],
    ],
    [
      'temporal',
      {},
      ['a', 'b'],
      [`STATS k1 = COUNT(*) WHERE ${x}, k2 = COUNT(*) WHERE ${y} BY ${KEY}`, 'WHERE k1 > 0 AND k2 > 0'],
    ],
    [
      'temporal_ordered',
      {},
      ['a', 'b'],
      [`STATS k1 = MIN(@timestamp) WHERE ${x}, k2 = MAX(@timestamp) WHERE ${y} BY ${KEY}`, 'WHERE k1 <= k2'],
    ],
  ] as const)('counts %s %j over what the search looks back, and says so', (type, more, rules, commands) => {
    const { query, codes } = esqlOf(correlation(type, more, [...rules]));
    const [from, where, ...stats] = query.split('\n| ');
    expect(from).toBe(FROM);
    expect(where).toContain(`${KEY} IS NOT NULL`);
    expect(stats).toEqual(commands);
    expect(codes).toEqual(['aggregation_approximated']);
  });

  it.each([
    ['event_count', { condition: { lt: 3 } }],
    ['temporal', { condition: 'a and not b' }],
    ['value_count', { condition: { gte: 3, field: 'ScriptBlockText' } }],
    ['temporal', { words: true }],
  ])('writes the base search of what it cannot count, with a note: %s %j', (type, more) => {
    const { words, ...asked } = more as { readonly words?: boolean };
    const [a, ...rest] = correlation(type, asked);
    // A keyword is searched by a query string, which no aggregation takes as its condition.
    const documents = [words === true ? rule({ sel: ['x'] }) : (a as object), ...rest];
    const script = { product: 'windows', category: 'ps_script' };
    const [first, second, last] = documents as [object, object, object];
    const { query, codes } = esqlOf(
      type === 'value_count' ? [{ ...first, logsource: script }, { ...second, logsource: script }, last] : documents,
    );
    expect(query).toMatch(/ METADATA _id, _index, _version\n\| WHERE /);
    expect(query).not.toContain('STATS');
    expect(codes).toContain('aggregation_dropped');
  });

  it('finds every group of events that a correlation finds', () => {
    const event = fc.record({
      Image: fc.constantFrom('x.exe', 'y.exe', 'z'),
      Computer: fc.constantFrom('h1', 'h2'),
      CommandLine: fc.constantFrom('1', '2', '3'),
    });
    const kinds = fc.constantFrom(
      ['event_count', { condition: { gte: 2 } }],
      ['value_count', { condition: { gt: 1, field: 'CommandLine' } }],
      ['temporal', {}],
      ['temporal', { condition: 'a or b' }],
      ['temporal_ordered', {}],
    );
    fc.assert(
      fc.property(kinds, fc.array(event, { maxLength: 8 }), ([type, more], list) => {
        const collection = collectionOf(correlation(type as string, more as object));
        const [a, b, counting] = collection.documents;
        const start = Date.parse('2026-01-01T00:00:00Z');
        const timed = list.map((one, index) => ({
          ...one,
          '@timestamp': new Date(start + index * 60_000).toISOString(),
        }));
        const found = matchCorrelation(counting as SigmaCorrelation, collection, timed as SigmaEvent[]);
        const { query } = esqlOf(correlation(type as string, more as object));
        const rows = esqlRows(
          query,
          list.map(({ CommandLine, Computer, Image }, index) => ({
            'data_stream.dataset': 'windows.sysmon_operational',
            'event.code': '1',
            'process.executable': Image,
            'process.command_line': CommandLine,
            [KEY]: Computer,
            '@timestamp': start + index * 60_000,
          })),
        );
        const groups = new Set(rows.map((row) => row[KEY]));
        expect([a?.kind, b?.kind]).toEqual(['rule', 'rule']);
        for (const { group } of found.windows)
          expect([query, [...groups]]).toEqual([query, expect.arrayContaining(Object.values(group))]);
      }),
    );
  });

  it('deploys as a rule of type esql that keeps what tells events apart, or looks back as far as it counts', () => {
    const [single] = [collectionOf([rule({ sel: { CommandLine: 'a' } })])];
    const plain = JSON.parse(deploy(single.documents[0] as never, single, 'kibana-esql').text);
    expect(plain).toMatchObject({
      type: 'esql',
      language: 'esql',
      enabled: false,
      query: expect.stringMatching(/\n\| KEEP \*$/),
    });
    expect(plain).not.toHaveProperty('index');
    const many = collectionOf(correlation('event_count', { condition: { gte: 10 } }, ['a']));
    const counted = JSON.parse(deploy(many.documents.at(-1) as never, many, 'kibana-esql').text);
    expect(counted).toMatchObject({ type: 'esql', from: 'now-1560s', to: 'now-600s', interval: '60s' });
    const absent = collectionOf(correlation('temporal', { condition: 'a and not b' }));
    expect(() => deploy(absent.documents.at(-1) as never, absent, 'kibana-esql')).toThrow(/cannot count or order/);
  });
});
