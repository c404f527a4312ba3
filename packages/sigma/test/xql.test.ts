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
import { randomRule } from './support/random-rule.js';
import { type XqlEvent, xqlMatches, xqlRows } from './support/xql-interpreter.js';

const collectionOf = (documents: readonly object[]) =>
  parseSigma(documents.map((document) => JSON.stringify(document)).join('\n---\n'));

/** The conversion of the last of some documents. */
function xqlOf(documents: readonly object[]) {
  const collection = collectionOf(documents);
  const conversion = convert(collection.documents.at(-1) as SigmaRule, collection, 'siem_xql');
  if (!conversion.ok) throw conversion.error;
  return { query: conversion.queries[0] as string, codes: conversion.notes.map(({ code }) => code) };
}

const rule = (
  detection: object,
  name = 'a',
  logsource: object = { product: 'windows', category: 'process_creation' },
) => ({ title: `Rule ${name}`, name, logsource, detection: { condition: 'sel', ...detection } });
const SCOPE =
  'event_type = ENUM.PROCESS and event_sub_type = ENUM.PROCESS_START and agent_os_type = ENUM.AGENT_OS_WINDOWS';
const started = { event_type: 'PROCESS', event_sub_type: 'PROCESS_START', agent_os_type: 'AGENT_OS_WINDOWS' };
const COMMAND = 'action_process_image_command_line';

describe('XQL', () => {
  it('comes by name only', () => {
    expect(TARGET_IDS).toContain('siem_xql');
    expect(DEFAULT_TARGET_IDS).not.toContain('siem_xql');
  });

  it.each<[object, string]>([
    [{ CommandLine: ['a', 'B\\c'] }, `${COMMAND} in ("a", "B\\c")`],
    [{ 'Image|endswith': '\\cmd.exe' }, 'action_process_image_path = "*\\cmd.exe"'],
    [{ 'ParentImage|contains': 'x' }, 'actor_process_image_path = "*x*"'],
    [{ 'CommandLine|contains': 'a"b' }, `${COMMAND} ~= "(?is)\\A.*a\\x{22}b.*\\z"`],
    [{ 'CommandLine|contains': 'a\\*b?c' }, `${COMMAND} ~= "(?is)\\A.*a\\*b.c.*\\z"`],
    [{ 'CommandLine|cased': 'Cmd' }, `${COMMAND} ~= "(?s-i)\\ACmd\\z"`],
    [{ 'CommandLine|re|i': '^a"b$' }, `${COMMAND} ~= "(?i)^a\\x{22}b$"`],
    [{ CommandLine: null }, `${COMMAND} = null`],
    [{ 'ProcessId|gte': 5 }, 'action_process_os_pid >= 5'],
  ])('writes %j on the fields of the agent', (selection, written) => {
    expect(xqlOf([rule({ sel: selection })])).toEqual({
      query: `dataset = xdr_data\n| filter ${SCOPE} and ${written}`,
      codes: [],
    });
  });

  it('asks for a field before a negated test, since no page says what a missing one gives', () => {
    const { query } = xqlOf([rule({ sel: { CommandLine: 'a' }, condition: 'not sel' })]);
    expect(query).toContain(`not (${COMMAND} != null and ${COMMAND} = "a")`);
    expect(xqlMatches(query, started)).toBe(true);
  });

  it('reads data of Windows’ events from their object, and names addresses of both ends', () => {
    const logon = xqlOf([
      rule({ sel: { EventID: 4624, LogonType: 3 } }, 'a', { product: 'windows', service: 'security' }),
    ]);
    expect(logon.query).toContain('action_evtlog_event_id = 4624 and action_evtlog_data_fields -> LogonType = "3"');
    expect(logon.codes).toEqual(['shared_scope']);
    const network = xqlOf([
      rule({ sel: { 'DestinationIp|cidr': '2001:db8::/32' } }, 'a', {
        product: 'windows',
        category: 'network_connection',
      }),
    ]);
    expect(network.query).toContain(
      '(action_remote_ip incidr6 "2001:db8::/32" or action_local_ip incidr6 "2001:db8::/32")',
    );
  });

  it('leaves out what the agent does not have, with a note, so that nothing of the rule is missed', () => {
    expect(xqlOf([rule({ sel: { CommandLine: 'a', OriginalFileName: 'b' } })])).toEqual({
      query: `dataset = xdr_data\n| filter ${SCOPE} and ${COMMAND} = "a"`,
      codes: ['test_dropped'],
    });
    expect(xqlOf([rule({ sel: { eventName: 'x' } }, 'a', { product: 'aws', service: 'cloudtrail' })]).codes).toEqual([
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
        const conversion = convert(made, { documents: [made], errors: [] }, 'siem_xql', { pipeline: 'none' });
        if (!conversion.ok) throw conversion.error;
        const query = conversion.queries.join('\n');
        const isNumeric = / (?:[<>]=?) /.test(query);
        const asked = createMatcher(made).matches(fields);
        const found = xqlMatches(query, fields as XqlEvent);
        if (asked) expect([query, found]).toEqual([query, true]);
        // A comparison of numbers with a text that is none is Cortex' own affair.
        if (conversion.notes.length === 0 && !isNumeric) expect([query, found]).toEqual([query, asked]);
      }),
    );
  });

  const correlation = (type: string, more: object = {}) => [
    rule({ sel: { 'Image|endswith': 'x.exe' } }),
    { title: 'C', correlation: { type, rules: ['a'], 'group-by': ['Computer'], timespan: '15m', ...more } },
  ];

  it.each([
    ['event_count', { condition: { gte: 10 } }, ['comp count() as n by agent_hostname', 'filter n >= 10']],
    [
      'value_count',
      { condition: { gt: 2, field: 'CommandLine' } },
      [`comp count() as m by agent_hostname, ${COMMAND}`, 'comp count() as n by agent_hostname', 'filter n > 2'],
    ],
  ] as const)('counts %s over what the search looks back, and says so', (type, more, stages) => {
    const { query, codes } = xqlOf(correlation(type, more));
    expect(query.split('\n| ').slice(2)).toEqual(stages);
    expect(codes).toEqual(['aggregation_approximated']);
  });

  it.each([
    ['event_count', { condition: { lt: 3 } }],
    ['temporal', {}],
    ['value_count', { condition: { gte: 3, field: 'OriginalFileName' } }],
  ])('writes the base search of what it cannot count, with a note: %s %j', (type, more) => {
    const { query, codes } = xqlOf(correlation(type, more));
    expect(query).not.toContain('comp');
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
        const rows = xqlRows(
          xqlOf(documents).query,
          list.map(({ Image, Computer, CommandLine }) => {
            return { ...started, action_process_image_path: Image, agent_hostname: Computer, [COMMAND]: CommandLine };
          }),
        );
        const groups = rows.map((row) => row['agent_hostname']);
        for (const { group } of windows) expect(groups).toEqual(expect.arrayContaining(Object.values(group)));
      }),
    );
  });
});

describe('docs/targets/xql.md', () => {
  const page = readFileSync(new URL('../../../docs/targets/xql.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```yaml\n(.*?)```\n```xql\n(.*?)\n```/gs)];

  it('shows what the converter writes', () => {
    expect(examples).toHaveLength(3);
    for (const [, text = '', query] of examples) {
      const collection = parseSigma(text);
      const conversion = convert(collection.documents.at(-1) as SigmaRule, collection, 'siem_xql');
      expect(conversion).toMatchObject({ ok: true, queries: [query] });
    }
  });
});
