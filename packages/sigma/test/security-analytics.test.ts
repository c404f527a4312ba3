import { bundle, deploy, matchRule, parseSigma, type SigmaEvent, type SigmaRule } from '@tripline/sigma';
import { load } from 'js-yaml';

const RULE = `title: "A <shell> *?"
logsource: {product: windows, category: process_creation}
detection:
  sel: {Image|endswith: '\\cmd.exe', CommandLine|contains|all: [a, b]}
  condition: sel
`;

const deployed = (yaml: string, at = 0) => {
  const collection = parseSigma(yaml);
  expect(collection.errors).toEqual([]);
  const document = collection.documents[at] as SigmaRule;
  return deploy(document, collection, 'opensearch-sigma');
};

test('a rule is what its author wrote, with what the parser of Security Analytics demands', () => {
  const { text, notes, fileExtension } = deployed(RULE);
  expect([notes, fileExtension]).toEqual([[], '.yml']);
  expect(load(text)).toEqual({
    title: 'A -shell- --',
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    status: 'experimental',
    description: expect.stringMatching(/^A <shell> \*\?\n\nSigma rule, version [0-9a-f]{12}\.$/),
    author: 'Unknown',
    logsource: { product: 'windows', category: 'process_creation' },
    detection: {
      sel: { 'Image|endswith': '\\cmd.exe', 'CommandLine|contains|all': ['a', 'b'] },
      condition: 'sel',
    },
    level: 'medium',
  });
});

test('a title of nothing that is allowed is another', () => {
  expect(load(deployed(RULE.replace('A <shell> *?', '***')).text)).toMatchObject({ title: 'Sigma rule' });
});

test('what its author says is kept: id, level, status, author, tags, references', () => {
  const about = `id: 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c
status: test
level: critical
author: A. Author
description: Said so.
date: 2024-01-02
tags: [attack.t1059]
references: [https://example.org/a]
falsepositives: [Administrators]
`;
  expect(load(deployed(about + RULE).text, {})).toMatchObject({
    id: '6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c',
    status: 'test',
    level: 'critical',
    author: 'A. Author',
    description: expect.stringMatching(/^Said so\.\n\nSigma rule 6e3b4f6a/),
    tags: ['attack.t1059'],
    references: ['https://example.org/a'],
    falsepositives: ['Administrators'],
  });
});

test.each([
  ['exists', 'User|exists: true'],
  ['cased', 'User|cased: A'],
  ['i', "User|re|i: 'a.b'"],
])('a modifier that Security Analytics does not know is refused: %s', (modifier, item) => {
  expect(() => deployed(RULE.replace('sel: {', `sel: {${item}, `))).toThrow(
    `Security Analytics does not know the modifier "${modifier}"`,
  );
});

test('a correlation is refused with the formats that can', () => {
  const correlation = `---
title: Many
correlation: {type: event_count, rules: [r], group-by: [User], timespan: 1h, condition: {gte: 3}}
`;
  expect(() => deployed(`name: r\n${RULE}${correlation}`, 1)).toThrow(
    /^opensearch-sigma cannot count or order .*: Security Analytics takes rules on single events\. Formats that can: .*opensearch-monitor/,
  );
});

test.each([
  ['sel | count() by User > 5', 'opensearch-monitor'],
  ['sel | count(Image) by User > 5', 'opensearch-monitor'],
  ['sel | near other', 'opensearch-monitor'],
])('a rule that counts in its condition is refused with the formats that can: %s', (condition, other) => {
  const rule = RULE.replace('condition: sel', `other: {Image: x}\n  timeframe: 5m\n  condition: ${condition}`);
  expect(() => deployed(rule)).toThrow(
    new RegExp(
      `^opensearch-sigma cannot count or order .*: Security Analytics takes rules on single events\\. .*${other}`,
    ),
  );
});

test('what its parser casts to lists is a list, also where the author wrote one text', () => {
  const about = 'falsepositives: Unknown\nreferences: https://example.org/a\ntags: attack.t1059\nfields: Image\n';
  expect(load(deployed(about + RULE).text)).toMatchObject({
    falsepositives: ['Unknown'],
    references: ['https://example.org/a'],
    tags: ['attack.t1059'],
    fields: ['Image'],
  });
});

test.each(['1.5', '4625000000000', '-2147483649', '[1, 2147483648]'])(
  'a number of which its parser would leave out the test is refused: %s',
  (value) => {
    expect(() => deployed(RULE.replace('sel: {', `sel: {Score: ${value}, `))).toThrow(
      /Security Analytics reads whole numbers of 32 bits, not -?[\d.]+/,
    );
  },
);

test.each([2147483647, -2147483648, 0])('a whole number of 32 bits stays: %s', (value) => {
  expect(load(deployed(RULE.replace('sel: {', `sel: {Score: ${value}, `)).text)).toMatchObject({
    detection: { sel: { Score: value } },
  });
});

const SELECTIONS = `
  sel: {Image: a}
  _own: {Image: b}
  filter_x: {Image: c}
  filter-y.z: {Image: d}
  filter_y_z: {Image: e}
  1st: {Image: f}
  condition: `;

test.each([
  ['sel AND NOT filter_x', 'sel and not filter_x'],
  ['sel and not filter-y.z', 'sel and not filter_y_z_2'],
  ['sel and not 1 OF filter*', 'sel and not (filter_x or filter_y_z_2 or filter_y_z)'],
  ['ALL of them', 'sel and filter_x and filter_y_z_2 and filter_y_z and _1st'],
  ['1 of sel*', 'sel'],
  ['(sel)', 'sel'],
  ['sel or filter_x and _own', 'sel or (filter_x and _own)'],
  ['not (sel and not (filter_x or not _own))', 'not sel or filter_x or not _own'],
  ['not not sel', 'sel'],
])('a condition is written in the words that its grammar reads: %s', (condition, expected) => {
  const written = load(deployed(`${RULE.slice(0, RULE.indexOf('\n  sel:'))}${SELECTIONS}${condition}\n`).text) as {
    readonly detection: Readonly<Record<string, unknown>>;
  };
  expect(written.detection).toEqual({
    sel: { Image: 'a' },
    _own: { Image: 'b' },
    filter_x: { Image: 'c' },
    filter_y_z_2: { Image: 'd' },
    filter_y_z: { Image: 'e' },
    _1st: { Image: 'f' },
    condition: expected,
  });
});

test('each of several conditions is written anew, and no time stands among the selections', () => {
  const rule = RULE.replace('condition: sel', 'timeframe: 5m\n  condition: [NOT sel, 1 of them]');
  expect(load(deployed(rule).text)).toMatchObject({ detection: { condition: ['not sel', 'sel'] } });
  expect(deployed(rule).text).not.toContain('timeframe');
});

test('each negated field has a note, and the rule says that it may miss events', () => {
  const selections = `{CommandLine: x}
  filter: {User: a, Image|endswith: [b, c]}
  again: {User: d}
  present: {ParentImage: null}
  words: [e]
  condition: sel and not filter and not (again or present or words) and not (not sel)`;
  const rule = `${RULE.slice(0, RULE.indexOf('{Image|'))}${selections}\n`;
  const { text, notes } = deployed(rule);
  const missed = (field: string) =>
    `Security Analytics asks of a negated test that its field is there: an event without ${field} is missed.`;
  expect(notes).toEqual([
    { code: 'narrowed_negation', message: missed('User'), part: 'filter.User' },
    { code: 'narrowed_negation', message: missed('Image'), part: 'filter.Image|endswith' },
  ]);
  expect((load(text) as { readonly description: string }).description).toMatch(
    /^A <shell> \*\?\n\nConversion: The query may miss events that its Sigma rule finds\. .*\n\nSigma rule, version [0-9a-f]{12}\.$/,
  );
});

test('a bundle is a file a rule, and a script that sends each to its log type', () => {
  const rules = [
    ['{product: windows, service: security}', 'windows'],
    ['{product: aws, service: cloudtrail}', 'cloudtrail'],
    ['{category: proxy}', 'others_proxy'],
    ['{product: opencanary}', 'others_application'],
  ];
  const items = rules.map(([logsource], at) => {
    const text = `title: Rule ${at}\nlogsource: ${logsource}\ndetection: {sel: {a: b}, condition: sel}\n`;
    const collection = parseSigma(text);
    return { document: collection.documents[0] as SigmaRule, collection };
  });
  const { files } = bundle('opensearch-sigma', items);
  const script = Buffer.from(files.find(({ name }) => name === 'import.sh')?.bytes ?? []).toString();
  expect(script).toContain('/_plugins/_security_analytics/rules?category=$2"');
  expect([...script.matchAll(/^send '.*' '(.*)'$/gm)].map(([, type]) => type)).toEqual(rules.map(([, type]) => type));
  expect(files.map(({ name }) => name.split('.').pop())).toEqual(['sh', 'yml', 'yml', 'yml', 'yml']);
});

test('each map of a list is a selection of its own, which older versions read, under a name that no other has', () => {
  const { text } = deployed(`title: Lists
logsource: {product: windows, category: process_creation}
detection:
  sel:
    - {Image: a, User: u}
    - {Image: b}
  sel_1: {Image: c}
  words: [d, e]
  filter: [{CommandLine: x}]
  condition: (sel or sel_1 or words) and not 1 of filter*
`);
  expect((load(text) as { readonly detection: unknown }).detection).toEqual({
    sel_1_2: { Image: 'a', User: 'u' },
    sel_2: { Image: 'b' },
    sel_1: { Image: 'c' },
    words: ['d', 'e'],
    filter: { CommandLine: 'x' },
    condition: '(sel_1_2 or sel_2 or sel_1 or words) and not filter',
  });
  const [rule] = parseSigma(text).documents;
  const finds = (event: object) => matchRule(rule as SigmaRule, event as SigmaEvent).matched;
  expect([{ Image: 'a', User: 'u' }, { Image: 'b' }, { Image: 'c' }, { Other: 'd' }].map(finds)).toEqual(
    Array(4).fill(true),
  );
  expect([{ Image: 'a' }, { Image: 'b', CommandLine: 'x' }].map(finds)).toEqual([false, false]);
});

test('a day is a text to YAML, with slashes, which every version of its parser reads', () => {
  const { text } = deployed(`date: 2024-05-10\nmodified: 2025-01-02\n${RULE}`);
  expect(text).toContain('\ndate: 2024/05/10\nmodified: 2025/01/02\n');
  expect(load(text)).toMatchObject({ date: '2024/05/10', modified: '2025/01/02' });
});
