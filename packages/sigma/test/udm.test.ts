import { type ConvertOptions, convert, parseSigma } from '@tripline/sigma';

/** Converts a rule that has only a detection; without a pipeline unless told otherwise. */
function udm(detection: string, options: ConvertOptions & { logsource?: string } = { pipeline: 'none' }) {
  const logsource = options.logsource ?? '{ category: process_creation, product: windows }';
  const collection = parseSigma(
    `title: A rule\nlogsource: ${logsource}\ndetection:\n${detection.replace(/^/gm, '  ')}`,
  );
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
  const conversion = convert(rule, collection, 'siem_udm', options);
  if (!conversion.ok) throw conversion.error;
  // What scopes share is tested in logsource-scope.test.ts.
  const notes = conversion.notes.map(({ code }) => code).filter((code) => code !== 'shared_scope');
  return { query: conversion.queries.join('\n\n'), notes };
}

const one = (item: string) => `sel:\n  ${item}\ncondition: sel`;
const not = (item: string) => `sel:\n  ${item}\ncondition: not sel`;
const from = (logsource: string, item: string) => udm(one(item), { logsource });

describe('UDM search values', () => {
  it.each([
    ['a whole value ignores case', 'A: whoami', 'A = "whoami" nocase'],
    ['a value without letters needs no nocase', "A: '4104'", 'A = "4104"'],
    ['backslashes and double quotes are escaped', String.raw`A: 'C:\dir\"x"'`, String.raw`A = "C:\\dir\\\"x\"" nocase`],
    ['up to three values stand side by side', 'A: [x, y, z]', 'A = "x" nocase OR A = "y" nocase OR A = "z" nocase'],
    ['more values are one anchored alternation', 'A: [a.b, c, d, e]', String.raw`A = /^(?:a\.b|c|d|e)$/ nocase`],
    ['contains is unanchored', 'A|contains: a+b', String.raw`A = /a\+b/ nocase`],
    [
      'startswith and endswith are anchored',
      'A|startswith: /x\n  B|endswith: $',
      String.raw`A = /^\/x/ nocase AND B = /\$$/`,
    ],
    [
      'members of an alternation are escaped and share their anchor',
      String.raw`A|endswith: ['\a.exe', '\b.exe']`,
      String.raw`A = /(?:\\a\.exe|\\b\.exe)$/ nocase`,
    ],
    ['members of different shapes keep their own anchors', 'A: [x, "y*", "*z"]', 'A = /^x$|^y|z$/ nocase'],
    ['wildcards within cross lines', 'A: a*b?c', 'A = /(?s)^a.*b.c$/ nocase'],
    ['a literal asterisk is no wildcard', String.raw`A: 'x\*y'`, 'A = "x*y" nocase'],
    ['a lone asterisk asks for any value', "A: '*'", 'A != ""'],
    ['all of a list are joined by AND', 'A|contains|all: [x, y]', 'A = /x/ nocase AND A = /y/ nocase'],
    ['cased compares as written', 'A|cased: Xy\n  B|contains|cased: Xy', 'A = "Xy" AND B = /Xy/'],
    ['a regular expression keeps its flags', 'A|re|i|s: a/b.c', String.raw`A = /(?s)a\/b.c/ nocase`],
    ['an empty regular expression asks for a value', 'A|re: ""', 'A != ""'],
    ['a regular expression that fits the empty text asks for a value too', 'A|re: ^a*$', 'A != "" AND A = /^a*$/'],
    [
      'address ranges go through the function',
      'A|cidr: [10.0.0.0/8, "fe80::/10"]',
      'net.ip_in_range_cidr(A, "10.0.0.0/8") OR net.ip_in_range_cidr(A, "fe80::/10")',
    ],
    [
      'null and exists ask for the empty text',
      'A: null\n  B|exists: true\n  C|exists: false',
      'A = "" AND B != "" AND C = ""',
    ],
    ['a list with null asks for the values or the absence', 'A: [x, null]', 'A = "x" nocase OR A = ""'],
    ['numbers and booleans are bare', 'A: 4\n  B|gte: 2.5\n  C: true', 'A = 4 AND B >= 2.5 AND C = true'],
    [
      'odd field names become keys',
      'Field Name: z\n  "a\\" OR b": y',
      String.raw`additional.fields["Field Name"] = "z" nocase AND additional.fields["a\" OR b"] = "y" nocase`,
    ],
  ])('%s', (_, item, expected) => {
    expect(udm(one(item))).toEqual({ query: expected, notes: [] });
  });

  it.each([
    ['another field is compared where it is there', 'A|fieldref: B', 'A != "" AND A = B nocase'],
    [
      'another field as a part goes through a function',
      'A|fieldref|startswith|cased: B',
      'B != "" AND strings.starts_with(A, B)',
    ],
  ])('%s, with a note that Google documents it for rules only', (_, item, expected) => {
    expect(udm(one(item))).toEqual({ query: expected, notes: ['unsure_field'] });
  });

  it.each([
    [
      'an empty text cannot be told from a missing one',
      "A: ''",
      'A = ""',
      'metadata.event_timestamp.seconds > 0',
      'test_dropped',
    ],
    [
      'the week of a time cannot be asked for',
      'A|week: 7',
      'metadata.event_timestamp.seconds > 0',
      'metadata.event_timestamp.seconds > 0',
      'test_dropped',
    ],
  ])('%s: wider by itself, left out under not, with a note', (_, item, positive, negative, code) => {
    expect(udm(one(item))).toEqual({ query: positive, notes: [code] });
    expect(udm(not(item))).toEqual({ query: negative, notes: [code] });
  });

  it('asks a reference list for a placeholder', () => {
    expect(udm(one('A|expand: "%admins%"'))).toEqual({ query: 'A in %admins nocase', notes: ['placeholder'] });
  });
});

describe('UDM search conditions', () => {
  it.each([
    ['a negated group stays whole', 'not (a or b)', 'NOT (A = "1x" nocase OR B = "2x" nocase)'],
    ['a negated value is in parentheses', 'not a', 'NOT (A = "1x" nocase)'],
    ['a double negation is none', 'not (not a)', 'A = "1x" nocase'],
    [
      'an AND within an OR is in parentheses',
      'a and b or c',
      '(A = "1x" nocase AND B = "2x" nocase) OR C = "3x" nocase',
    ],
    [
      'an OR within an AND is in parentheses',
      '(a or b) and c',
      '(A = "1x" nocase OR B = "2x" nocase) AND C = "3x" nocase',
    ],
  ])('%s', (_, condition, expected) => {
    expect(udm(`a: { A: 1x }\nb: { B: 2x }\nc: { C: 3x }\ncondition: ${condition}`).query).toBe(expected);
  });

  it('searches keywords in the raw log', () => {
    expect(udm("words: ['a.b', c*d, 47]\ncondition: words")).toEqual({
      query: String.raw`raw = /\b47\b/ OR raw = /(?s)a\.b|c.*d/ nocase`.split(' OR ').reverse().join(' OR '),
      notes: ['query_syntax'],
    });
  });

  it('splits what is searched in the raw log at the 150 characters that one search takes', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word-${index}-${'x'.repeat(20)}`);
    const { query, notes } = udm(`words: [${words.join(', ')}]\ncondition: words`);
    const searches = query.split(' OR ').map((search) => /^raw = \/(.*)\/ nocase$/.exec(search)?.[1] ?? '');
    expect(searches.length).toBeGreaterThan(5);
    for (const search of searches) expect(search.length).toBeLessThanOrEqual(150);
    expect(searches.flatMap((search) => search.split('|'))).toEqual(words);
    expect(notes).toEqual(['query_syntax']);
  });

  it('searches the raw log for a part of a text that is too long, and leaves it out of an exclusion', () => {
    const long = `start*${'y.'.repeat(100)}*end`;
    expect(udm(`words: ['${long}']\ncondition: words`)).toEqual({
      query: `raw = /${'y\\.'.repeat(50)}/ nocase`,
      notes: ['query_syntax', 'widened_wildcard'],
    });
    expect(udm(`words: ['${long}']\nA: { A: b }\ncondition: A and not words`)).toEqual({
      query: 'A = "b" nocase',
      notes: ['query_syntax', 'test_dropped'],
    });
  });

  it('says that raw texts beside UDM fields are not what the product documents', () => {
    const { query, notes } = udm('words: [heron]\nsel: { CommandLine: x }\ncondition: words or sel', {});
    expect(query).toContain('raw = /heron/ nocase OR target.process.command_line');
    expect(notes).toEqual(['query_syntax', 'query_syntax']);
  });

  it('warns when a search has more operators within parentheses than the product takes', () => {
    const items = Array.from({ length: 180 }, (_, index) => `  - A${index}: x`).join('\n');
    const { notes } = udm(`sel:\n${items}\nother:\n  B: y\ncondition: sel and other`);
    expect(notes).toEqual(['query_syntax']);
  });
});

describe('UDM search under the default pipeline', () => {
  it.each([
    [
      'processes by event type',
      '{ category: process_creation, product: windows }',
      String.raw`Image|endswith: \a.exe`,
      String.raw`metadata.event_type = "PROCESS_LAUNCH" AND target.process.file.full_path = /\\a\.exe$/ nocase`,
    ],
    [
      'text of several lines is searched as a whole',
      '{ category: process_creation, product: windows }',
      'CommandLine|contains: x',
      'metadata.event_type = "PROCESS_LAUNCH" AND target.process.command_line = /(?s)x/ nocase',
    ],
    [
      'Linux processes leave Windows out',
      '{ category: process_creation, product: linux }',
      'Image: /bin/sh',
      'metadata.event_type = "PROCESS_LAUNCH" AND principal.platform != "WINDOWS" AND principal.platform != "MAC" AND target.process.file.full_path = "/bin/sh" nocase',
    ],
    [
      'hashes by algorithm',
      '{ category: process_creation, product: windows }',
      'Hashes|contains: IMPHASH=0123456789ABCDEF0123456789ABCDEF',
      'metadata.event_type = "PROCESS_LAUNCH" AND target.process.file.pe_file.imphash = "0123456789abcdef0123456789abcdef" nocase',
    ],
    [
      'accounts by domain and name',
      '{ category: process_creation, product: windows }',
      String.raw`User: 'NT AUTHORITY\SYSTEM'`,
      'metadata.event_type = "PROCESS_LAUNCH" AND principal.administrative_domain = "NT AUTHORITY" nocase AND principal.user.userid = "SYSTEM" nocase',
    ],
    [
      'ports as numbers, addresses as lists',
      '{ category: firewall }',
      'dst_port: [445, 139]\n  src_ip|cidr: 10.0.0.0/8',
      'metadata.event_type = "NETWORK_CONNECTION" AND (target.port = 445 OR target.port = 139) AND net.ip_in_range_cidr(principal.ip, "10.0.0.0/8")',
    ],
    [
      'sizes of ports leave out the ports that are not set',
      '{ category: firewall }',
      'dst_port|lt: 1024',
      'metadata.event_type = "NETWORK_CONNECTION" AND target.port != 0 AND target.port < 1024',
    ],
    [
      'no port is a zero',
      '{ category: firewall }',
      'dst_port: null',
      'metadata.event_type = "NETWORK_CONNECTION" AND target.port = 0',
    ],
    [
      'enumerated values without nocase',
      '{ product: windows, service: security }',
      'EventID: 4624\n  LogonType: 3',
      '(metadata.log_type = "WINEVTLOG" OR metadata.log_type = "WINEVTLOG_XML") AND metadata.product_name = "Microsoft-Windows-Security-Auditing" AND metadata.product_event_type = "4624" AND extensions.auth.mechanism = "NETWORK"',
    ],
    [
      'CloudTrail calls',
      '{ product: aws, service: cloudtrail }',
      'eventName: [DeleteTrail, StopLogging]',
      'metadata.log_type = "AWS_CLOUDTRAIL" AND metadata.vendor_name = "AMAZON" AND metadata.product_name = "AWS CloudTrail" AND (metadata.product_event_type = "DeleteTrail" nocase OR metadata.product_event_type = "StopLogging" nocase)',
    ],
    [
      'times of the event by function',
      '{ category: firewall }',
      'timestamp|hour: 3',
      'metadata.event_type = "NETWORK_CONNECTION" AND timestamp.get_hour(metadata.event_timestamp.seconds) = 3',
    ],
  ])('%s', (_, logsource, item, expected) => {
    expect(from(logsource, item)).toEqual({ query: expected, notes: [] });
  });

  it('searches all places where parsers put a value', () => {
    expect(from('{ category: ps_script, product: windows }', 'ScriptBlockText|contains: x').query).toContain(
      '(target.process.command_line = /(?s)x/ nocase OR security_result.detection_fields["ScriptBlockText"] = /(?s)x/ nocase OR security_result.description = /(?s)x/ nocase)',
    );
  });

  it.each(['principal.user.department', 'target.file.tags', 'about.asset.category'])(
    'searches a path of an entity that no map has where it is: %s',
    (path) =>
      expect(from('{ category: firewall }', `${path}: x`)).toEqual({
        query: `metadata.event_type = "NETWORK_CONNECTION" AND ${path} = "x" nocase`,
        notes: [],
      }),
  );

  it('passes an unmapped field and an unmapped log source through, with notes', () => {
    expect(from('{ product: unheard_of }', 'Some Field: x')).toEqual({
      query: 'additional.fields["Some Field"] = "x" nocase',
      notes: ['unmapped_logsource', 'unmapped_field'],
    });
    expect(from('{ category: firewall }', 'zone|gte: 5')).toEqual({
      query: 'metadata.event_type = "NETWORK_CONNECTION" AND cast.as_float(additional.fields["zone"]) >= 5.0',
      notes: ['unmapped_field'],
    });
  });

  it('notes an enumerated constant that stands for other values too, and does not exclude by it', () => {
    const logsource = '{ category: firewall }';
    expect(udm(one('action: drop'), { logsource })).toEqual({
      query: 'metadata.event_type = "NETWORK_CONNECTION" AND security_result.action = "BLOCK"',
      notes: ['widened_wildcard'],
    });
    expect(udm(not('action: drop'), { logsource })).toEqual({
      query: 'metadata.event_type = "NETWORK_CONNECTION"',
      notes: ['widened_wildcard'],
    });
  });

  it('keeps the base search of a rule that counts, with a note', () => {
    const counting = 'sel:\n  dst_port: 22\ncondition: sel | count() by src_ip > 5';
    expect(udm(counting, { logsource: '{ category: firewall }' })).toEqual({
      query: 'metadata.event_type = "NETWORK_CONNECTION" AND target.port = 22',
      notes: ['aggregation_dropped'],
    });
    const near = 'a:\n  dst_port: 22\nb:\n  dst_port: 23\ncondition: a | near b\n';
    expect(udm(near, { logsource: '{ category: firewall }' }).query).toBe(
      'metadata.event_type = "NETWORK_CONNECTION" AND (target.port = 22 OR target.port = 23)',
    );
  });
});
