import { checkSigma, checkSigmaTexts, type Finding } from '@tripline/sigma';

const HEAD = `title: A rule
id: 5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a01
status: test
description: Finds something.
level: high
logsource:
    product: windows
    category: process_creation
`;
const GOOD = `detection:
    selection:
        Image|endswith: '\\tool.exe'
    condition: selection
`;
const check = (detection: string, head = HEAD): readonly Finding[] => checkSigma(head + detection);
const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code);

/** Gives the findings for a detection: selections and a condition, one per line. */
const detection = (...lines: string[]) => codes(check(`detection:\n${lines.map((line) => `    ${line}\n`).join('')}`));

describe('checking rules', () => {
  test('a good rule has no findings', () => {
    expect(check(GOOD)).toEqual([]);
  });

  test('a fault of reading is an error with its place', () => {
    expect(check(GOOD.replace('endswith', 'endwith'))).toMatchObject([
      { code: 'UnknownModifier', severity: 'error', line: 11, column: 9 },
    ]);
  });

  test.each([
    ['id: not-a-uuid', 'id_format'],
    ['date: 2024/01/02', 'date_format'],
    ['modified: 2024-02-30', 'date_format'],
    [`title: ${'x'.repeat(300)}`, 'title_length'],
    ['tags: [attack.T1059]', 'tag_format'],
    ['tags: [nothing]', 'tag_format'],
    ['tags: [attack.t12]', 'tag_format'],
    ['tags: [own.tag]', 'tag_unknown'],
    [
      'tags: [attack.t1059.001, attack.execution, attack.g0016, cve.2021-44228, tlp.amber, car.2016-04-005, stp.3k, d3fend.d3-am]',
      undefined,
    ],
  ])('%s gives %s', (line, code) => {
    const key = line.slice(0, line.indexOf(':'));
    const head = HEAD.split('\n').filter((old) => !old.startsWith(`${key}:`));
    const found = codes(check(GOOD, `${line}\n${head.join('\n')}`));
    expect(found).toEqual(code === undefined ? [] : [code]);
  });

  test('missing header fields are remarked, but not of rules that only serve a correlation', () => {
    const bare = 'title: x\nname: base\nlogsource: {product: windows, category: process_creation}\n';
    expect(codes(check(GOOD, bare))).toEqual(['id_missing', 'description_missing', 'status_missing', 'level_missing']);
    const correlation =
      HEAD.slice(0, HEAD.indexOf('logsource')) +
      'correlation: {type: event_count, rules: [base], timespan: 5m, condition: {gte: 3}}\n';
    expect(codes(check(`${GOOD}---\n${correlation}`, bare))).toEqual([]);
  });

  test('techniques are looked up in the catalogue that is given', () => {
    const knownTechnique = (id: string) =>
      id === 'T1059' ? { ok: true } : id === 'T1086' ? { ok: false, successor: 'T1059.001' } : { ok: false };
    const findings = checkSigma(`${HEAD}tags: [attack.t1059, attack.t1086, attack.t9999]\n${GOOD}`, { knownTechnique });
    expect(findings).toMatchObject([
      { code: 'retired_technique', message: expect.stringContaining('T1059.001'), line: 9, column: 22 },
      { code: 'unknown_technique', message: expect.stringContaining('T9999') },
    ]);
  });

  test('unknown log sources and fields are found, a wrong letter case with the right spelling', () => {
    expect(codes(check(GOOD, HEAD.replace('windows', 'wndows')))).toEqual(['unknown_logsource']);
    expect(codes(check(GOOD, HEAD.replace('process_creation', 'proc_creation')))).toEqual(['unknown_logsource']);
    expect(check(GOOD.replace('Image', 'image'))).toMatchObject([
      { code: 'unknown_field', severity: 'warning', message: expect.stringContaining('"Image"') },
    ]);
    expect(check(GOOD.replace('Image', 'Frobnication'))).toMatchObject([{ code: 'unknown_field', severity: 'info' }]);
  });

  test.each<[readonly string[], readonly string[]]>([
    [["a: {Image|endswith: '\\tool.exe'}", 'b: {CommandLine|contains: evil}', 'condition: a'], ['unused_selection']],
    [["a: {Image|endswith: '\\tool.exe'}", 'condition: a or not a'], ['always_true']],
    [["a: {Image|endswith: '\\tool.exe'}", 'condition: a and not a'], ['never_true']],
    [['a: {User: bob}', 'b: {User: eve}', 'condition: a and b'], ['never_true']],
    [['a: {User: [bob, eve]}', 'b: {User: eve}', 'condition: a and b'], []],
    [["a: {Image|endswith: '\\powershell.exe'}", 'condition: a'], ['broad_selection']],
    [["a: {Image|endswith: '\\powershell.exe', CommandLine|contains: evil}", 'condition: a'], []],
    [["a: {CommandLine: '*'}", 'condition: a'], ['broad_selection']],
    [['a: {CommandLine|contains: x}', 'condition: a'], ['broad_selection']],
    [['a: {CommandLine|contains: evil}', 'b: {User: bob}', 'condition: a and not b'], []],
    [['a: {User: bob}', 'condition: not a'], ['broad_selection']],
    [['a: {CommandLine|contains: evil}', 'b: {User: bob}', 'condition: all of them'], ['all_of_them']],
    [['a: {CommandLine|contains|all: evil}', 'condition: a'], ['all_of_single_value']],
    [['a: {User: [bob, null]}', 'condition: a'], ['null_in_list']],
    [['a: {User: [bob, Bob]}', 'condition: a'], ['duplicate_value']],
    [["a: {CommandLine: '*evil*'}", 'condition: a'], ['wildcards_for_modifier']],
    [['a: {User|expand: "%admins%"}', 'condition: a'], ['placeholder']],
    [
      ['a: {CommandLine|contains: evil}', 'condition: a | count() > 5'],
      ['old_aggregation', 'timespan_missing'],
    ],
  ])('%j gives %j', (lines, expected) => {
    expect(detection(...lines)).toEqual(expected);
  });

  test('a duplicate id is found across texts, naming the other place', () => {
    const texts = ['a.yml', 'b.yml'].map((name) => ({ name, text: HEAD + GOOD }));
    expect(checkSigmaTexts(texts)).toMatchObject([
      [],
      [{ code: 'duplicate_id', severity: 'error', message: expect.stringContaining('a.yml'), line: 2 }],
    ]);
  });

  test('references to rules that are not there are found', () => {
    const correlation = `${HEAD.slice(0, HEAD.indexOf('logsource'))}correlation: {type: temporal, rules: [gone], timespan: 5m}\n`;
    expect(codes(checkSigma(correlation))).toEqual(['unknown_rule']);
  });
});
