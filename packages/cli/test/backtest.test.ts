import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const A = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");
const B = ruleOf('Rule <B> & "more"', ID_B, '{sel: {User: nobody}, condition: sel}');
const BURST =
  'title: Burst\ncorrelation: {type: event_count, rules: [base], group-by: [User], timespan: 5m, condition: {gte: 2}}\n';
const event = (minute: number, image = 'a.exe') =>
  JSON.stringify({ Image: `C:\\${image}`, User: 'u', UtcTime: `2024-01-01 00:0${minute}:00` });
const RULES = { 'rules/a.yml': `name: base\n${A}`, 'rules/win/b.yml': B };
const EVENTS = { 'log/1.ndjson': `${event(1)}\n${event(2, 'b.exe')}\n`, 'log/2.json': `[${event(3)}, ${event(4)}]` };

/** Runs the command and gives its JSON report by title. */
async function reportOf(files: Readonly<Record<string, string>>, ...options: string[]) {
  const folder = folderWith(files);
  const { status, stdout, stderr } = await tripline(folder, ['backtest', 'rules', 'log', '-f', 'json', ...options]);
  if (stdout === '') return { status, stderr, report: undefined, byTitle: undefined };
  const report = JSON.parse(stdout);
  return {
    status,
    stderr,
    report,
    byTitle: new Map(report.rules.map((rule: { title: string }) => [rule.title, rule])),
  };
}

describe('tripline backtest', () => {
  test('counts the hits of each rule and names those that never fired', async () => {
    const { status, report, byTitle } = await reportOf({ ...RULES, ...EVENTS });
    expect(status).toBe(0);
    expect(report).toMatchObject({ events: 4, never_fired: 1, breaches: 0, malformed: { count: 0 } });
    expect(byTitle?.get('Rule A')).toMatchObject({
      path: 'rules/a.yml',
      id: ID_A,
      hits: 3,
      hits_per_100k_events: 75000,
      first_hits: ['log/1.ndjson:1', 'log/2.json:1', 'log/2.json:1'],
    });
    expect(byTitle?.get('Rule <B> & "more"')).toMatchObject({ hits: 0, hits_per_100k_events: 0 });
  });

  test('counts the windows of a correlation whose rule lies in another file', async () => {
    const { byTitle } = await reportOf({ ...RULES, ...EVENTS, 'rules/burst.yml': BURST });
    expect(byTitle?.get('Burst')).toMatchObject({ kind: 'correlation', hits: 1, first_hits: ['log/1.ndjson:1'] });
    expect(byTitle?.has('Rule A')).toBe(false);
  });

  test('says how many events a correlation could not count for want of a time', async () => {
    const untimed = event(1).replace('UtcTime', 'When');
    const { byTitle } = await reportOf({ ...RULES, 'rules/burst.yml': BURST, 'log/1.json': untimed });
    expect(byTitle?.get('Burst')).toMatchObject({
      hits: 0,
      warnings: [expect.stringMatching(/: 1 event without a time/)],
    });
  });

  test.each<[string, string, number, string[]]>([
    ['by id', `rules: {${ID_A}: must fire}`, 0, []],
    ['by name', 'rules: {base: must stay silent}', 1, ['fired 3 times, expected: must stay silent']],
    ['by title', 'rules: {Rule A: at most 2}', 1, ['fired 3 times, expected: at most 2']],
    ['by path', 'rules: {a.yml: at most 3}', 0, []],
    ['by folder', 'rules: {rules/win/: must fire}', 1, ['never fired, expected: must fire']],
    ['several', 'rules: {Rule A: [must fire, at most 1]}', 1, ['fired 3 times, expected: at most 1']],
    ['default', 'default: must fire', 1, ['never fired, expected: must fire']],
    ['default, a rule otherwise', `default: must fire\nrules: {${ID_B}: must stay silent}`, 0, []],
  ])('expectations %s: the exit code is 1 only when one is broken', async (_, expectations, exitCode, breaches) => {
    const { status, report } = await reportOf({ ...RULES, ...EVENTS, 'expect.yml': expectations }, '-e', 'expect.yml');
    expect(report.rules.flatMap((rule: { breaches: string[] }) => rule.breaches)).toEqual(breaches);
    expect(status).toBe(exitCode);
  });

  test.each([
    ['an unknown rule', 'rules: {Rule C: must fire}', /no rule is called or lies at "Rule C"/],
    ['an unknown word', 'rules: {Rule A: may fire}', /"may fire" is no expectation/],
    ['an unknown key', 'rule: {}', /"rule" is not known/],
    ['no YAML', '{', /expect\.yml is no YAML/],
  ])('expectations with %s are bad usage', async (_, expectations, message) => {
    const { status, stderr } = await reportOf({ ...RULES, ...EVENTS, 'expect.yml': expectations }, '-e', 'expect.yml');
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
  });

  test('lines that are no events are counted and named, and make the exit code 1; with --strict the first ends the run', async () => {
    const files = { ...RULES, ...EVENTS, 'log/3.ndjson': `${event(5)}\n{"a":\n7\n` };
    const { status, report, stderr } = await reportOf(files);
    expect(status).toBe(1);
    expect(report).toMatchObject({ events: 5, malformed: { count: 2, first: [{ at: 'log/3.ndjson:2' }, {}] } });
    expect(stderr).toMatch(/^log\/3\.ndjson:2: not an event: .*\nlog\/3\.ndjson:3: not an event: not a JSON object\n$/);
    expect(await reportOf(files, '--strict')).toMatchObject({
      status: 2,
      report: undefined,
      stderr: expect.stringContaining('log/3.ndjson:2'),
    });
  });

  test('an event that is not understood is counted as such, and makes the exit code 1', async () => {
    const { status, report, stderr } = await reportOf({ ...RULES, ...EVENTS, 'log/3.ndjson': '{"a":1}\n{"a":2}\n' });
    expect(status).toBe(1);
    expect(report).toMatchObject({
      events: 6,
      malformed: { count: 0 },
      shapes: { sigma: 4 },
      not_understood: { count: 2, first: ['log/3.ndjson:1', 'log/3.ndjson:2'] },
    });
    expect(stderr).toMatch(
      /^log\/3\.ndjson:1: not understood: .*, and 1 other like it; --events-as names the shape\n$/,
    );
  });

  test('a rule that cannot be read is named and makes the exit code 1; the others are run', async () => {
    const { status, report, stderr } = await reportOf({ ...RULES, ...EVENTS, 'rules/bad.yml': 'title: x\n' });
    expect(status).toBe(1);
    expect(report).toMatchObject({ unreadable_rules: [{ at: 'rules/bad.yml:1:1' }], events: 4 });
    expect(stderr).toMatch(/^rules\/bad\.yml:1:1: /);
  });

  test.each([
    ['no events', { ...RULES, 'log/e.ndjson': '\n' }, 'no event in log'],
    ['an empty folder of events', { ...RULES, 'log/readme.md': 'x' }, 'no event in log'],
    ['an empty folder of rules', { 'rules/readme.md': 'x', ...EVENTS }, 'the folder rules has no file'],
    ['an EVTX file by another name', { ...RULES, 'log/a.json': 'ElfFile' }, 'evtx_dump'],
    ['an EVTX file', { ...RULES, 'log/Security.evtx': 'ElfFile' }, 'evtx_dump'],
  ])('%s is said and is bad usage', async (_, files, message) => {
    expect(await reportOf(files)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  test('prints a table that ends with a summary', async () => {
    const folder = folderWith({ ...RULES, ...EVENTS });
    const { stdout } = await tripline(folder, ['backtest', 'rules', 'log']);
    expect(stdout).toMatch(/^Fired\n.*\n +3 +75000\.00 {2}low +Rule A \(rules\/a\.yml\), first at log\/1\.ndjson:1\n/);
    expect(stdout).toMatch(/\nNever fired\n {2}Rule <B> & "more" \(rules\/win\/b\.yml\)\n\n2 rules over 4 events /);
  });

  test('writes JUnit reports that a schema accepts, whatever the rules are called', async () => {
    const odd = JSON.stringify('odd \u0001 \ud800 ]]> & <b> "q" \ufffe 😀');
    const folder = folderWith({
      ...RULES,
      ...EVENTS,
      'rules/odd.yml': A.replace('Rule A', odd).replace(ID_A, ID_B.replace(/.$/, '9')),
      'rules/bad.yml': 'title: x\n',
      'log/3.ndjson': '{"a":',
      'expect.yml': 'default: must fire',
    });
    const { status } = await tripline(folder, [
      'backtest',
      'rules',
      'log',
      '-e',
      'expect.yml',
      '-f',
      'junit',
      '-o',
      'junit.xml',
    ]);
    expect(status).toBe(1);
    const contents = readFileSync(join(folder, 'junit.xml'), 'utf8');
    const schema = readFileSync(new URL('support/junit.xsd', import.meta.url), 'utf8');
    const { valid, errors } = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema });
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect(contents).toContain('tests="5" failures="1" errors="2"');
    expect(contents).toContain('<failure message="never fired, expected: must fire">');
    const broken = await validateXML({ xml: contents.replaceAll('classname', 'class'), schema });
    expect(broken.valid).toBe(false);
  });
});
