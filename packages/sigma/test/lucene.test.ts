import { type ConvertOptions, convert, parseSigma, type TargetId } from '@tripline/sigma';

/** Converts a rule that has only a log source and a detection. */
function lucene(detection: string, options: ConvertOptions & { logsource?: string; target?: TargetId } = {}) {
  const logsource = options.logsource ?? '{ category: process_creation, product: windows }';
  const collection = parseSigma(
    `title: A rule\nlogsource: ${logsource}\ndetection:\n${detection.replace(/^/gm, '  ')}`,
  );
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
  const conversion = convert(rule, collection, options.target ?? 'siem_lucene', options);
  if (!conversion.ok) throw conversion.error;
  const notes = conversion.notes.map(({ code }) => code).filter((code) => code !== 'query_syntax');
  return { query: conversion.queries.join('\n'), notes };
}

const one = (item: string) => `sel:\n  ${item}\ncondition: sel`;
const not = (item: string) => `sel:\n  ${item}\ncondition: not sel`;
const bare = (detection: string) => lucene(detection, { pipeline: 'none' });
const PROCESS = 'data_stream.dataset:windows.sysmon_operational AND event.code:1 AND ';

it.each([
  ['sel', ''],
  ['not sel', 'NOT '],
])(
  'the beginning of an account is that of its domain, or of its name where it has none (%s)',
  (condition, negation) => {
    const logsource = '{ category: network_connection, product: windows }';
    const rule = `sel:\n  User|startswith: '@'\ncondition: ${condition}`;
    const beginning = '(user.domain:@* OR (user.name:@* AND NOT _exists_:user.domain))';
    const scope = 'data_stream.dataset:windows.sysmon_operational AND event.code:3 AND ';
    expect(lucene(rule, { logsource })).toEqual({ query: scope + negation + beginning, notes: [] });
  },
);

it('a lone negation inside another is removed', () => {
  const detection = 'a: { F: 1 }\nb: { G|hour: 3 }\ncondition: not ((not a) or b)';
  expect(lucene(detection, { pipeline: 'none' }).query).toBe('F:1');
});

it.each([
  ['siem_lucene', 'data_stream.dataset:auditd.log AND process.args:/-[Xx]/'],
  ['siem_yaral', '    $e.target.process.command_line = /(?s)-x/ nocase\n\n'],
] as const)('fields that share a place are tested once (%s)', (target, query) => {
  const options = { logsource: '{ product: linux, service: auditd }', target };
  expect(lucene('x: { a1: -x }\ny: { a2: -x }\nz: { a3: -x }\ncondition: 1 of them', options).query).toContain(query);
});

describe('Lucene values without a pipeline', () => {
  it.each([
    ['letters stand in any case', 'F: whoami', 'F:/[Ww][Hh][Oo][Aa][Mm][Ii]/'],
    ['a value without letters stands as it is', 'F: [7, "10-20"]', 'F:(7 OR 10\\-20)'],
    ['spaces are escaped, never a phrase', 'F|cased: a b', 'F:a\\ b'],
    [
      'every reserved character is escaped',
      String.raw`F|cased: 'a+-=&|!(){}[]^"~:/\b'`,
      String.raw`F:a\+\-\=\&\|\!\(\)\{\}\[\]\^\"\~\:\/\\b`,
    ],
    ['a value that begins like a range is an expression', 'F|cased: "<b>"', 'F:/\\<b\\>/'],
    ['an IPv6 network may leave out leading zeros', 'F|cidr: "2001:db8:1::/48"', 'F:/2001:0?[Dd][Bb]8:0{0,3}1:.*/'],
    ['an operator word is escaped', 'F|cased: [AND, OR]', 'F:(\\AND OR \\OR)'],
    ['wildcards keep their place', 'F|cased: "a*b?c"', 'F:a*b?c'],
    ['contains is open at both ends', 'F|contains: -x', 'F:/.*-[Xx].*/'],
    ['a backslash at the end of an expression stands in a class', String.raw`F|endswith: 'a\'`, 'F:/.*[Aa][\\\\]/'],
    ['all of a list are joined by AND', 'F|contains|all: ["1", "2"]', 'F:(*1* AND *2*)'],
    ['an empty text is a phrase of nothing', 'F: ""', 'F:""'],
    ['a lone asterisk asks for presence', 'F: "*"', '_exists_:F'],
    ['null is absence', 'F: null', '*:* AND NOT _exists_:F'],
    ['a value or absence', 'F: ["1", null]', 'F:1 OR (*:* AND NOT _exists_:F)'],
    ['comparisons are ranges', 'F|gte: 5', 'F:>=5'],
    ['booleans are plain', 'F: true', 'F:true'],
    [
      'networks on text are expressions over the octets',
      'F|cidr: 172.16.0.0/12',
      'F:/172\\.(1[6-9]|2[0-9]|3[01])\\.[0-9]{1,3}\\.[0-9]{1,3}/',
    ],
    [
      'an IPv6 network is exact where its groups have one spelling',
      'F|cidr: fe80::/10',
      'F:/[Ff][Ee][89ABab][0-9A-Fa-f]:.*/',
    ],
    ['odd field names are escaped', 'a b-c: "1"', 'a\\ b\\-c:1'],
  ])('%s', (_, item, expected) => {
    expect(bare(one(item))).toEqual({ query: expected, notes: [] });
  });

  it('searches keywords anywhere in every field', () => {
    expect(bare('k: [evil, "2"]\ncondition: k')).toEqual({
      query: '\\*:(/.*[Ee][Vv][Ii][Ll].*/ OR *2*)',
      notes: [],
    });
  });
});

describe('Lucene regular expressions', () => {
  it.each([
    ['open at both ends', 'foo', '/.*foo.*/'],
    ['anchors take the ends off', '^foo$', '/foo/'],
    ['classes by letter are written out', '^\\d\\w', '/[0-9][0-9A-Z_a-z].*/'],
    ['white space is what cannot be printed', 'a\\sb', '/.*a[^!-\\~¡-￿]b.*/'],
    ['the flag i becomes classes', '(?i)^ab$', '/[Aa][Bb]/'],
    ['word boundaries at the ends', '\\bab\\b', '/(.*[^0-9A-Z_a-z])?ab([^0-9A-Z_a-z].*)?/'],
    ['anchors within groups', '(?:^|;)x$', '/x|.*;x/'],
    ['operators of Lucene alone are escaped', '^a@b#c"d$', '/a\\@b\\#c\\"d/'],
    ['lazy is greedy', '^a.*?b$', '/a.*b/'],
    ['an empty alternative makes the others optional', '^a(b||c)d$', '/a(b|c)?d/'],
    ['an empty alternative of the whole expression', '^(?:ab|)$', '/(ab)?/'],
    ['lengths that the automaton has room for', '^.{30,40}$', '/.{30,40}/'],
    ['a least length', '^[^ ]{100,}$', '/[^ ]{100,}/'],
    ['at most so much between two parts', 'a.{0,40}b', '/.*a.{0,40}b.*/'],
    ['lengths between fixed parts', '^ab.{0,80}$', '/ab.{0,80}/'],
  ])('%s', (_, regex, expected) => {
    expect(bare(one(`F|re: '${regex}'`))).toEqual({ query: `F:${expected}`, notes: [] });
  });

  it('widens what Lucene lacks where wider is right, and drops it under a negation', () => {
    expect(bare(one("F|re: 'a.{40}b'"))).toEqual({ query: 'F:/.*a.+b.*/', notes: ['widened_regex'] });
    expect(bare("sel:\n  G: '1'\nother:\n  F|re: 'a.{40}b'\ncondition: sel and not other")).toEqual({
      query: 'G:1',
      notes: ['widened_regex'],
    });
  });

  it.each(['siem_lucene', 'siem_dql'] as const)(
    'says in %s when a query has more clauses than the product takes',
    (target) => {
      const values = (count: number) =>
        one(`F:\n${Array.from({ length: count }, (_, n) => `  - value${n}`).join('\n')}`);
      expect(lucene(values(1024), { target, pipeline: 'none' }).notes).toEqual([]);
      expect(lucene(values(1025), { target, pipeline: 'none' }).notes).toEqual(['clause_limit']);
    },
  );

  it('asks for the fixed parts of an expression longer than 1,000 characters', () => {
    const { query, notes } = bare(one(`F|re: 'begin(${'x|yy|'.repeat(300)}z)end'`));
    expect(query).toBe('F:/.*begin.*end.*/');
    expect(notes).toEqual(['widened_regex']);
  });
});

describe('Lucene conditions', () => {
  it('adds a positive clause beside a lone negation', () => {
    expect(bare(not("A: '1'")).query).toBe('*:* AND NOT A:1');
    expect(bare("a:\n  A: '1'\nb:\n  B: '2'\ncondition: a or not b").query).toBe('A:1 OR (*:* AND NOT B:2)');
    expect(bare("a:\n  A: '1'\nb:\n  B: '2'\ncondition: not a and not b").query).toBe('*:* AND NOT A:1 AND NOT B:2');
    expect(lucene("a:\n  A: '1'\ncondition: not a").query).toBe(`${PROCESS}NOT winlog.event_data.A:1`);
  });

  it('removes a double negation', () => {
    expect(bare(not('A: null')).query).toBe('_exists_:A');
  });

  it('keeps mixed operators apart', () => {
    expect(bare("a:\n  A: '1'\n  B: '2'\nb:\n  C: '3'\ncondition: a or b").query).toBe('(A:1 AND B:2) OR C:3');
  });

  it('tests the presence of fields it cannot compare, and nothing under a negation', () => {
    expect(bare(one('A|fieldref: B'))).toEqual({ query: '_exists_:A AND _exists_:B', notes: ['test_dropped'] });
    expect(bare(not('A|hour: 3'))).toEqual({ query: '*:*', notes: ['test_dropped'] });
  });

  it('shortens a value that is too long in any letter case, and says so', () => {
    const { query, notes } = bare(one(`F: ${'ab'.repeat(200)}`));
    expect(query.length).toBeLessThanOrEqual('F://'.length + 1000);
    expect(query).toMatch(/^F:\/\[Aa\]\[Bb\].*\.\.\/$/);
    expect(notes).toEqual(['widened_wildcard']);
  });

  it('writes one spelling with --case plain, with a note', () => {
    expect(lucene(one('F|contains: Evil'), { pipeline: 'none', casing: 'plain' })).toEqual({
      query: 'F:*Evil*',
      notes: ['case_plain'],
    });
  });
});

describe('Elastic fields', () => {
  it.each([
    [
      'process creation',
      '{ category: process_creation, product: windows }',
      String.raw`Image|endswith: '\x.exe'`,
      String.raw`${PROCESS}process.executable:/.*\\[Xx]\.[Ee][Xx][Ee]/`,
    ],
    [
      'accounts are split',
      '{ category: process_creation, product: windows }',
      String.raw`User: 'AB\1'`,
      `${PROCESS}user.domain:/[Aa][Bb]/ AND user.name:1`,
    ],
    [
      'hashes are split and lower case',
      '{ category: process_creation, product: windows }',
      `Hashes|contains: 'IMPHASH=${'A1'.repeat(16)}'`,
      `${PROCESS}process.pe.imphash:${'a1'.repeat(16)}`,
    ],
    [
      'what the producer writes stands plainly',
      '{ product: aws, service: cloudtrail }',
      'eventName: ConsoleLogin',
      'data_stream.dataset:aws.cloudtrail AND event.action:ConsoleLogin',
    ],
    [
      'networks on ip fields stand as they are',
      '{ category: network_connection, product: windows }',
      'DestinationIp|cidr: 10.0.0.0/8',
      'data_stream.dataset:windows.sysmon_operational AND event.code:3 AND destination.ip:10.0.0.0\\/8',
    ],
    [
      'values are spelled as the integration spells them',
      '{ category: network_connection, product: windows }',
      "Initiated: 'true'",
      'data_stream.dataset:windows.sysmon_operational AND event.code:3 AND network.direction:egress',
    ],
    [
      'event data that no map names lies where the integration puts all of it',
      '{ product: windows, service: security }',
      "EventID: 4624\n  KeyLength: '0'",
      'data_stream.dataset:system.security AND event.code:4624 AND winlog.event_data.KeyLength:0',
    ],
    [
      'a verb-noun name is one word of script block text',
      '{ category: ps_script, product: windows }',
      'ScriptBlockText|contains: Get-ADUser',
      'data_stream.dataset:windows.powershell_operational AND event.code:4104 AND powershell.file.script_block_text:*Get\\-ADUser*',
    ],
  ])('%s', (_, logsource, item, expected) => {
    expect(lucene(one(item), { logsource })).toEqual({ query: expected, notes: [] });
  });

  it('searches analysed text by the words it is cut into', () => {
    const logsource = '{ category: ps_script, product: windows }';
    expect(lucene(one("ScriptBlockText|contains: 'New-Object System.Net.WebClient'"), { logsource })).toEqual({
      query:
        'data_stream.dataset:windows.powershell_operational AND event.code:4104 AND powershell.file.script_block_text:(*New\\-Object AND "System Net" AND WebClient*)',
      notes: ['widened_wildcard'],
    });
  });

  it('says that the positions of auditd arguments are lost, and drops them under a negation', () => {
    const logsource = '{ product: linux, service: auditd }';
    expect(lucene("sel:\n  type: EXECVE\n  a0: '7'\ncondition: sel", { logsource })).toEqual({
      query: 'data_stream.dataset:auditd.log AND event.action:execve AND process.args:7',
      notes: ['pairing_lost'],
    });
    expect(lucene("sel:\n  type: EXECVE\nf:\n  a1: '7'\ncondition: sel and not f", { logsource }).query).toBe(
      'data_stream.dataset:auditd.log AND event.action:execve',
    );
  });

  it('drops a test inside a nested object, which a query string cannot reach', () => {
    const logsource = '{ product: gcp, service: gcp.audit }';
    expect(
      lucene(one('data.protoPayload.authorizationInfo.granted: true\n  data.protoPayload.serviceName: k8s.io'), {
        logsource,
      }),
    ).toEqual({ query: 'data_stream.dataset:gcp.audit AND service.name:k8s.io', notes: ['test_dropped'] });
  });

  it('reaches the keys of a flattened object by whole values only', () => {
    const logsource = '{ product: aws, service: cloudtrail }';
    expect(lucene(one("requestParameters.attribute: '*x*'"), { logsource })).toEqual({
      query: 'data_stream.dataset:aws.cloudtrail AND _exists_:aws.cloudtrail.flattened.request_parameters.attribute',
      notes: ['widened_wildcard'],
    });
  });

  it('passes an unknown log source through with a note, never without its fields', () => {
    expect(lucene(one("F: '1'"), { logsource: '{ product: nobody, service: knows }' })).toEqual({
      query: 'F:1',
      notes: ['unmapped_logsource', 'unmapped_field'],
    });
  });

  it('keeps the base search of a rule that counts, with a note', () => {
    expect(
      lucene('sel:\n  EventID: 4625\ncondition: sel | count() by IpAddress > 5', {
        logsource: '{ product: windows, service: security }',
      }),
    ).toEqual({
      query: 'data_stream.dataset:system.security AND event.code:4625',
      notes: ['aggregation_dropped'],
    });
  });
});

describe('OpenSearch fields', () => {
  it.each([
    [
      '{ category: process_creation, product: windows }',
      String.raw`Image|endswith: '\1'`,
      String.raw`winlog.channel:"Microsoft-Windows-Sysmon/Operational" AND winlog.event_id:1 AND winlog.event_data.Image:*\\1`,
    ],
    [
      '{ product: aws, service: cloudtrail }',
      'eventName: ConsoleLogin',
      '_exists_:eventVersion AND eventName:ConsoleLogin',
    ],
    ['{ product: linux, service: auditd }', "a1: '7'", 'event.dataset:auditd.log AND auditd.log.a1:7'],
  ])('%s', (logsource, item, expected) => {
    expect(lucene(one(item), { logsource, target: 'siem_dql' })).toEqual({ query: expected, notes: [] });
  });

  it('names the syntax of the query bar', () => {
    const collection = parseSigma(
      'title: A rule\nlogsource: { product: aws }\ndetection: { a: { F: 1 }, condition: a }',
    );
    const [rule] = collection.documents;
    if (rule?.kind !== 'rule') throw new Error('not a rule');
    const conversion = convert(rule, collection, 'siem_dql');
    expect(conversion.ok && conversion.notes.map(({ code }) => code)).toContain('query_syntax');
  });
});
