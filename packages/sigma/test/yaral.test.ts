import { type ConvertOptions, convert, parseSigma } from '@tripline/sigma';
import { yaralFaults } from './support/yaral-checker.js';

/** Converts the last document of a text. */
function yaral(text: string, options: ConvertOptions = {}) {
  const collection = parseSigma(text);
  const document = collection.documents.at(-1);
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, 'siem_yaral', options);
  if (!conversion.ok) throw conversion.error;
  const rules = conversion.queries.join('\n').split(/(?<=^}\n)\n/m);
  expect(rules.flatMap(yaralFaults)).toEqual([]);
  const rule = rules.at(-1) as string;
  // What scopes share is tested in logsource-scope.test.ts.
  const notes = conversion.notes.map(({ code }) => code).filter((code) => code !== 'shared_scope');
  return { rule, rules, notes };
}

/** The lines of a section, without indentation. */
function section(rule: string, name: string): readonly string[] {
  const body = new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n(?= {4}))*)`).exec(rule)?.[1] ?? '';
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const rule = (title: string, detection: string, more = '') =>
  `title: '${title}'\nname: ${title.toLowerCase()}\nlogsource: { category: firewall }\n${more}detection:\n${detection.replace(/^/gm, '  ')}\n`;
const LOGINS = rule('Ssh', 'sel:\n  dst_port: 22\ncondition: sel');
const TELNET = rule('Telnet', 'sel:\n  dst_port: 23\ncondition: sel');
const OTHER = rule('Http', 'sel:\n  dst_port: 80\ncondition: sel');
const correlated = (correlation: string, ...rules: readonly string[]) =>
  [...rules, `title: Together\ncorrelation:\n${correlation.replace(/^/gm, '  ')}\n`].join('---\n');

describe('a YARA-L rule', () => {
  it('is whole: name, meta, events, outcome and condition', () => {
    const { rule: text, notes } = yaral(`
title: 'Shadow "copies" deleted'
id: 5f0f4b1e-3c69-4a54-9b3e-0f7d1d3d9c11
description: |
  Two lines
  with a \\ in them
author: Someone
status: test
level: high
references: [https://example.com/a, https://example.com/b]
tags: [attack.impact, attack.t1490, attack.T1059.001, cve.2020-1]
falsepositives: [Backups]
logsource: { category: process_creation, product: windows }
detection:
  tool: { Image|endswith: ['\\vssadmin.exe', '\\wmic.exe'] }
  verb: { CommandLine|contains|all: [shadow, delete] }
  condition: tool and verb
`);
    expect(notes).toEqual([]);
    expect(text).toBe(String.raw`rule shadow_copies_deleted_5f0f4b1e {
  meta:
    author = "Someone"
    title = "Shadow \"copies\" deleted"
    description = "Two lines with a \\ in them"
    rule_id = "5f0f4b1e-3c69-4a54-9b3e-0f7d1d3d9c11"
    status = "test"
    severity = "HIGH"
    tactic = "TA0040"
    technique = "T1490, T1059.001"
    reference = "https://example.com/a, https://example.com/b"
    false_positives = "Backups"

  events:
    $e.metadata.event_type = "PROCESS_LAUNCH"
    $e.target.process.file.full_path = /(?:\\vssadmin\.exe|\\wmic\.exe)$/ nocase
    ($e.target.process.command_line = /(?s)shadow/ nocase and $e.target.process.command_line = /(?s)delete/ nocase)

  outcome:
    $risk_score = 75
    $hostname = $e.principal.hostname
    $user = $e.principal.user.userid
    $process_path = $e.target.process.file.full_path
    $command_line = $e.target.process.command_line

  condition:
    $e
}
`);
  });

  it.each([
    ['Über-Prüfung', 'uber_prufung'],
    ['4 eyes', 'sigma_4_eyes'],
    ['rule', 'sigma_rule'],
    ['日本', 'sigma_rule'],
    ['x } condition: $y', 'x_condition_y'],
  ])('titled %s has the name %s', (title, name) => {
    expect(yaral(rule(title, 'sel: { dst_port: 1 }\ncondition: sel').replace(/^name: .*\n/m, '')).rule).toMatch(
      new RegExp(`^rule ${name} \\{`),
    );
  });

  it('asks for any element of a list, also under not, and keeps an or in parentheses', () => {
    const { rule: text } = yaral(
      rule(
        'Lists',
        'sel:\n  - src_ip: 10.0.0.1\n  - src_ip|cidr: 192.168.0.0/16\nno:\n  dst_ip: 10.0.0.2\ncondition: sel and not no',
      ),
    );
    expect(section(text, 'events')).toEqual([
      '$e.metadata.event_type = "NETWORK_CONNECTION"',
      '(any $e.principal.ip = "10.0.0.1" or net.ip_in_range_cidr(any $e.principal.ip, "192.168.0.0/16"))',
      'not (any $e.target.ip = "10.0.0.2")',
    ]);
    expect(section(text, 'outcome')).toContain('$principal_ip = array_distinct($e.principal.ip)');
  });

  it('says that keywords in few fields leave out fewer events where they are excluded', () => {
    const { notes } = yaral(
      'title: W\nlogsource: { product: linux, service: auth }\ndetection:\n  sel: { CommandLine: x }\n  words: [abc]\n  condition: sel and not words\n',
    );
    expect(notes).toEqual(['unsure_field', 'test_dropped']);
  });

  it('looks for keywords in the fields that hold the text of a line, and says so', () => {
    const { rule: text, notes } = yaral(
      'title: W\nlogsource: { product: linux, service: auth }\ndetection:\n  words: [abc]\n  condition: words\n',
    );
    expect(notes).toEqual(['unsure_field', 'narrowed_keywords']);
    expect(text).toContain(
      '$e.metadata.description = /(?s)abc/ nocase or any $e.security_result.description = /(?s)abc/ nocase',
    );
  });

  it('looks at all events where the rule leaves nothing to compare', () => {
    const { rule: text } = yaral(rule('Week', 'sel: { zone|week: 3 }\ncondition: sel'), { pipeline: 'none' });
    expect(section(text, 'events')).toEqual(['$e.metadata.event_timestamp.seconds > 0']);
  });
});

describe('a YARA-L rule that counts', () => {
  it.each([
    ['gte: 10', '#e >= 10'],
    ['gt: 10', '#e > 10'],
    ['gte: 3\n    lt: 9', '$e and $event_count >= 3 and $event_count < 9'],
    ['eq: 4', '$e and $event_count = 4'],
    ['lt: 4', '$e and $event_count < 4'],
  ])('events, %s: %s', (threshold, condition) => {
    const { rule: text, notes } = yaral(
      correlated(
        `type: event_count\nrules: [ssh]\ngroup-by: [src_ip]\ntimespan: 5m\ncondition:\n    ${threshold}`,
        LOGINS,
      ),
    );
    expect(notes).toEqual([]);
    expect(section(text, 'events').at(-1)).toBe('$src_ip = $e.principal.ip');
    expect(section(text, 'match')).toEqual(['$src_ip over 5m']);
    expect(section(text, 'condition')).toEqual([condition]);
  });

  it.each([
    [
      'value_count',
      'username',
      '$distinct_username = count_distinct($e.principal.user.userid)',
      '$e and $distinct_username > 5',
      '$e.principal.user.userid != ""',
    ],
    [
      'value_sum',
      'dst_port',
      '$sum_dst_port = sum($e.target.port)',
      '$e and $sum_dst_port > 5',
      '$src_ip = $e.principal.ip',
    ],
    [
      'value_avg',
      'dst_port',
      '$average_dst_port = sum(1.0 * $e.target.port) / count($e.target.port)',
      '$e and $average_dst_port > 5.0',
      '$e.target.port != 0',
    ],
    [
      'value_median',
      'dst_port',
      '$median_dst_port = window.percentile($e.target.port, 50)',
      '$e and $median_dst_port > 5.0',
      '$e.target.port != 0',
    ],
    [
      'value_percentile',
      'dst_port',
      '$percentile_dst_port = window.percentile($e.target.port, 90)',
      '$e and $percentile_dst_port > 5.0',
      '$e.target.port != 0',
    ],
  ])('%s', (type, field, outcome, condition, event) => {
    const extra = type === 'value_percentile' ? '\n    percentile: 90' : '';
    const { rule: text } = yaral(
      correlated(
        `type: ${type}\nrules: [ssh]\ngroup-by: [src_ip]\ntimespan: 1h\ncondition:\n    field: ${field}\n    gt: 5${extra}`,
        LOGINS,
      ),
    );
    expect(section(text, 'outcome')).toContain(outcome);
    expect(section(text, 'condition')).toEqual([condition]);
    expect(section(text, 'events').at(-1)).toBe(event);
  });

  it('groups nothing by a constant, and counts the events of several rules as one kind', () => {
    const { rule: text } = yaral(
      correlated('type: event_count\nrules: [ssh, telnet]\ntimespan: 1d\ncondition:\n    gte: 10', LOGINS, TELNET),
    );
    expect(section(text, 'events')).toEqual([
      '(($e.metadata.event_type = "NETWORK_CONNECTION" and $e.target.port = 22) or ($e.metadata.event_type = "NETWORK_CONNECTION" and $e.target.port = 23))',
      '$all_events = re.replace($e.metadata.log_type, `^.*$`, "all")',
    ]);
    expect(section(text, 'match')).toEqual(['$all_events over 1d']);
  });

  it('reads the old syntax as the same', () => {
    const { rule: text } = yaral(
      rule('Old', 'sel:\n  dst_port: 22\ntimeframe: 10m\ncondition: sel | count(dst_ip) by src_ip > 20'),
    );
    expect(section(text, 'match')).toEqual(['$src_ip over 10m']);
    expect(section(text, 'condition')).toEqual(['$e and $distinct_dst_ip > 20']);
  });

  it.each([
    ['30s', '1m'],
    ['90s', '2m'],
    ['30d', '2d'],
  ])('over %s is noted as over %s', (timespan, window) => {
    const { rule: text, notes } = yaral(
      correlated(
        `type: event_count\nrules: [ssh]\ngroup-by: [src_ip]\ntimespan: ${timespan}\ncondition:\n    gte: 2`,
        LOGINS,
      ),
    );
    expect(section(text, 'match')).toEqual([`$src_ip over ${window}`]);
    expect(notes).toEqual(['aggregation_approximated']);
  });
});

describe('a YARA-L rule over several kinds of events', () => {
  it('has a variable for each, joined by the group, in order where the rule wants it', () => {
    const { rule: text, notes } = yaral(
      correlated(
        'type: temporal_ordered\nrules: [ssh, telnet]\naliases:\n  host: { ssh: dst_ip, telnet: src_ip }\ngroup-by: [host]\ntimespan: 2h',
        LOGINS,
        TELNET,
      ),
    );
    expect(notes).toEqual([]);
    expect(section(text, 'events')).toEqual([
      '$e1.metadata.event_type = "NETWORK_CONNECTION"',
      '$e1.target.port = 22',
      '$host = $e1.target.ip',
      '$e2.metadata.event_type = "NETWORK_CONNECTION"',
      '$e2.target.port = 23',
      '$host = $e2.principal.ip',
      '$e1.metadata.event_timestamp.seconds <= $e2.metadata.event_timestamp.seconds',
    ]);
    expect(section(text, 'match')).toEqual(['$host over 2h']);
    expect(section(text, 'condition')).toEqual(['$e1 and $e2']);
  });

  it.each([
    ['ssh and not telnet', '$e1 and !$e2', []],
    ['ssh and (telnet or http)', '$e1 and $e2', []],
    ['(ssh and telnet) or http', '$e1 and $e2', []],
    ['not (telnet or http) and ssh', '$e1 and !$e2 and !$e3', []],
    ['ssh and http and (telnet or not http)', '$e1 and $e2', ['aggregation_approximated']],
    ['ssh and (telnet or not http)', '$e', ['aggregation_dropped']],
    ['not ssh', '$e', ['aggregation_dropped']],
  ])('says %s as %s', (condition, expected, notes) => {
    const result = yaral(
      correlated(
        `type: temporal\nrules: [ssh, telnet, http]\ngroup-by: [src_ip]\ntimespan: 1h\ncondition: ${condition}`,
        LOGINS,
        TELNET,
        OTHER,
      ),
    );
    expect(section(result.rule, 'condition')).toEqual([expected]);
    expect(result.notes).toEqual(notes);
  });

  const MANY = correlated(
    'type: event_count\nrules: [ssh]\ngroup-by: [src_ip]\ntimespan: 1h\ncondition:\n    gte: 5',
    LOGINS,
  ).replace('title: Together', 'title: Many\nname: many');
  const around = (correlation: string, more = TELNET) =>
    `${MANY}---\n${more}---\ntitle: Both\ncorrelation:\n${correlation.replace(/^/gm, '  ')}\n`;

  it('stands behind the rule whose detections it reads, and joins them by its outcome variables', () => {
    const { rules, notes } = yaral(
      around('type: temporal_ordered\nrules: [many, telnet]\ngroup-by: [src_ip]\ntimespan: 1h'),
    );
    const [inner = '', outer = ''] = rules;
    expect(rules).toHaveLength(2);
    expect(inner).toMatch(/^rule many \{/);
    expect(section(inner, 'outcome')).toContain('$src_ip_values = array_distinct($src_ip)');
    expect(section(outer, 'events')).toEqual([
      '$e1.detection.detection.rule_name = "many"',
      '$src_ip = $e1.detection.detection.variables["src_ip_values"].string_seq.string_vals',
      '$e2.metadata.event_type = "NETWORK_CONNECTION"',
      '$e2.target.port = 23',
      '$src_ip = $e2.principal.ip',
      '$e1.detection.collection_elements.references.event.metadata.event_timestamp.seconds <= $e2.metadata.event_timestamp.seconds',
    ]);
    expect(notes).toEqual(['aggregation_approximated', 'query_syntax']);
  });

  it('asks the rule whose detections it reads for a field that it does not group by', () => {
    const { rules, notes } = yaral(around('type: temporal\nrules: [many, telnet]\ngroup-by: [dst_port]\ntimespan: 1h'));
    expect(section(rules[0] ?? '', 'outcome')).toContain('$dst_port_values = array_distinct($e.target.port)');
    expect(section(rules[1] ?? '', 'events')[1]).toBe(
      '$dst_port = $e1.detection.detection.variables["dst_port_values"].int64_seq.int64_vals',
    );
    expect(notes).toEqual(['aggregation_approximated', 'query_syntax']);
  });

  it('counts detections, but not beside events: that is the base search, with a note', () => {
    const counted = 'type: event_count\ngroup-by: [src_ip]\ntimespan: 2h\ncondition:\n    gte: 2\nrules: ';
    const { rule: detections } = yaral(around(`${counted}[many]`));
    expect(section(detections, 'outcome')).toContain('$event_count = count_distinct($e.detection.id)');
    const { rules, notes } = yaral(around(`${counted}[many, telnet]`));
    expect(rules).toHaveLength(1);
    expect(notes).toContain('aggregation_dropped');
  });

  it('counts the values of several fields together, and of a field that rules have in different places', () => {
    const { rule: pairs } = yaral(
      correlated(
        'type: value_count\nrules: [ssh]\ngroup-by: [src_ip]\ntimespan: 1h\ncondition:\n    field: [dst_ip, dst_port]\n    gte: 5',
        LOGINS,
      ),
    );
    expect(section(pairs, 'events').slice(-3)).toEqual([
      '$dst_ip_dst_port = strings.concat($e.target.ip, "\\t", $e.target.port)',
      '$e.target.ip != ""',
      '$e.target.port != 0',
    ]);
    expect(section(pairs, 'outcome')).toContain('$distinct_dst_ip_dst_port = count_distinct($dst_ip_dst_port)');
    const { rule: alias } = yaral(
      correlated(
        'type: value_count\nrules: [ssh, telnet]\naliases:\n  who: { ssh: src_ip, telnet: dst_ip }\ntimespan: 1h\ncondition:\n    field: who\n    gte: 5',
        LOGINS,
        TELNET,
      ),
    );
    expect(alias).toContain('$who = $e.principal.ip and $e.principal.ip != ""');
    expect(alias).toContain('$who = $e.target.ip and $e.target.ip != ""');
  });

  it('finds selections near each other', () => {
    const { rule: text } = yaral(
      rule('Near', 'a:\n  dst_port: 22\nb:\n  dst_port: 23\ntimeframe: 5m\ncondition: a | near b'),
    );
    expect(section(text, 'match')).toEqual(['$all_events over 5m']);
    expect(section(text, 'condition')).toEqual(['$e1 and $e2']);
  });
});

describe('the checker of YARA-L rules', () => {
  it.each([
    ['a bad name', 'rule 4x {\n  meta:\n    a = "b"\n}\n'],
    [
      'an unused variable',
      'rule x {\n  meta:\n    a = "b"\n\n  events:\n    $e.a = "b"\n    $f.a = "b"\n\n  condition:\n    $e\n}\n',
    ],
    [
      'an open or',
      'rule x {\n  meta:\n    a = "b"\n\n  events:\n    $e.a = "b" or $e.c = "d"\n\n  condition:\n    $e\n}\n',
    ],
    ['an open literal', 'rule x {\n  meta:\n    a = "b"\n\n  events:\n    $e.a = "b\n\n  condition:\n    $e\n}\n'],
  ])('finds %s', (_, text) => {
    expect(yaralFaults(text)).not.toEqual([]);
  });
});
