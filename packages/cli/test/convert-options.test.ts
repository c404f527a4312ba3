import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listStacks } from '@tripline/sigma';
import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const A = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");
const UNKNOWN = A.replace(ID_A, ID_B)
  .replace('Rule A', 'Rule U')
  .replace('product: windows, category: process_creation', 'product: nowhere');
const FILTER =
  'title: F\nlogsource: {product: windows}\nfilter: {rules: any, s: {User: svc_backup}, condition: not s}\n';
const convert = (folder: string, ...args: string[]) => tripline(folder, ['convert', '-t', 'siem_spl', ...args]);

describe('options of tripline convert', () => {
  test('-o writes the result to a file, and nothing else', async () => {
    const folder = folderWith({ 'a.yml': A });
    const printed = await convert(folder, 'a.yml');
    expect(await convert(folder, '-o', 'out.txt', 'a.yml')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe(printed.stdout);
    expect(await convert(folder, '-o', 'none/out.txt', 'a.yml')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('cannot write none/out.txt'),
    });
  });

  test('-f takes a deployable form by its own name', async () => {
    const folder = folderWith({ 'a.yml': A });
    const { status, stdout } = await tripline(folder, ['convert', '-f', 'sentinel-arm', 'a.yml']);
    expect({ status, form: Object.keys(JSON.parse(stdout)) }).toMatchObject({
      status: 0,
      form: expect.arrayContaining(['resources']),
    });
  });

  test('a deployable form has the fields of the pipeline and the index that the caller names', async () => {
    const pipeline =
      'name: p\npriority: 1\ntransformations:\n  - type: field_name_mapping\n    mapping: {Image: started_program}\n';
    const folder = folderWith({ 'a.yml': A, 'p.yml': pipeline });
    const splunk = await convert(folder, '-f', 'savedsearches', '-p', 'p.yml', '--index', 'endpoints', 'a.yml');
    expect(splunk).toMatchObject({ status: 0, stdout: expect.stringMatching(/index="?endpoints"? .*started_program/) });
    expect(
      JSON.parse((await convert(folder, '-f', 'kibana-ndjson', '--index', 'endpoints-*', 'a.yml')).stdout).index,
    ).toEqual(['endpoints-*']);
  });

  test.each(['opensearch-sigma', 'eventbridge', 'metric-filter'])(
    'a form that keeps the field names of the rule refuses a pipeline: %s',
    async (form) => {
      const pipeline =
        'name: p\npriority: 1\ntransformations:\n  - type: field_name_mapping\n    mapping: {Image: started_program}\n';
      const folder = folderWith({ 'a.yml': A, 'p.yml': pipeline });
      expect(await convert(folder, '-f', form, '-p', 'p.yml', 'a.yml')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(`${form} keeps the rule's own field names, so no pipeline applies to it`),
      });
    },
  );

  test('opensearch-sigma has the field names of the rule, with the built-in maps or without', async () => {
    const folder = folderWith({ 'a.yml': A });
    const plain = await convert(folder, '-f', 'opensearch-sigma', 'a.yml');
    expect(plain.status).toBe(0);
    expect(await convert(folder, '-f', 'opensearch-sigma', '-p', 'none', 'a.yml')).toEqual(plain);
  });

  test('--channel makes the monitors of OpenSearch tell a notification channel', async () => {
    const folder = folderWith({ 'a.yml': A });
    const actions = async (...more: readonly string[]) =>
      JSON.parse((await convert(folder, '-f', 'opensearch-monitor', ...more, 'a.yml')).stdout).triggers[0]
        .query_level_trigger.actions;
    expect(await actions()).toEqual([]);
    expect(await actions('--channel', 'soc-mail')).toMatchObject([{ destination_id: 'soc-mail' }]);
  });

  test('-p applies pipelines of files and folders by their priority, before the built-in maps or in their place', async () => {
    const rename = (name: string, priority: number, from: string, to: string) =>
      `name: ${name}\npriority: ${priority}\ntransformations:\n  - type: field_name_mapping\n    mapping: {${from}: ${to}}\n`;
    const folder = folderWith({
      'a.yml': A,
      'late.yml': rename('late', 20, 'first_name', 'second_name'),
      'pipelines/early.yml': rename('early', 10, 'Image', 'first_name'),
    });
    const { status, stdout } = await convert(
      folder,
      '-p',
      'late.yml',
      '--pipeline',
      'pipelines',
      '-p',
      'none',
      'a.yml',
    );
    expect(status).toBe(0);
    expect(stdout).toContain('second_name');
    expect(stdout).not.toMatch(/first_name|Image/);
  });

  test('a pipeline that cannot be read is refused with file and line; an unknown name with what there is', async () => {
    const folder = folderWith({ 'a.yml': A, 'bad.yml': 'name: x\npriority: 1\ntransformations:\n  - type: sing\n' });
    expect(await convert(folder, '-p', 'bad.yml', 'a.yml')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^tripline: bad\.yml:4:\d+: /),
    });
    expect(await convert(folder, '-p', 'no-such-pipeline', 'a.yml')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--pipeline takes default, none, or a file'),
    });
    expect((await convert(folder, '-p', 'none', '-p', 'default', 'a.yml')).status).toBe(2);
  });

  test('finalizers of a pipeline join the queries of each target; where nothing could be joined they are refused', async () => {
    const pipeline = 'name: p\nfinalizers:\n  - {type: concat, separator: " ;; ", prefix: "all = (", suffix: ")"}\n';
    const folder = folderWith({ 'a.yml': A, 'b.yml': A.replace(ID_A, ID_B), 'p.yml': pipeline });
    const run = (...args: string[]) => tripline(folder, ['convert', ...args]);
    const plain = (await run('-t', 'siem_eql', 'a.yml')).stdout.split('\n')[1];
    expect(await run('-t', 'siem_eql', '-p', 'p.yml', 'a.yml', 'b.yml')).toMatchObject({
      status: 0,
      stdout: `all = (${plain} ;; ${plain})\n`,
    });
    const two = (await run('-t', 'siem_eql', '-t', 'siem_esql', '-p', 'p.yml', 'a.yml')).stdout;
    expect(two).toContain(`# siem_eql\nall = (${plain})\n# siem_esql\nall = (`);
    for (const format of ['json', 'jsonl', 'kibana-esql']) {
      expect(await run('-t', 'siem_esql', '-f', format, '-p', 'p.yml', 'a.yml')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('finalizers'),
      });
    }
  });

  test('--stack, --index and --sourcetype say where the data is; what no target has a use for is refused', async () => {
    const folder = folderWith({ 'a.yml': A });
    const [, other = ''] = listStacks('siem_spl').map(({ id }) => id);
    const plain = (await convert(folder, 'a.yml')).stdout;
    const stacked = await convert(folder, '--stack', other, 'a.yml');
    expect(stacked.status).toBe(0);
    expect(stacked.stdout).not.toBe(plain);
    expect((await convert(folder, '--index', 'wineventlog', '--sourcetype', 'xml', 'a.yml')).stdout).toMatch(
      /index=.?wineventlog.* sourcetype=.?xml/,
    );
    for (const args of [
      ['--stack', 'nowhere'],
      ['--table', 'SecurityEvent'],
      ['--stack', listStacks('siem_kql')[0]?.id ?? ''],
      ['-f', 'eventbridge', '--index', 'x'],
    ]) {
      expect(await convert(folder, ...args, 'a.yml')).toMatchObject({ status: 2, stdout: '' });
    }
  });

  test('--windows says whether correlations count in windows that slide or in windows of the clock', async () => {
    const many =
      'title: Many\ncorrelation: {type: event_count, rules: [base], group-by: [User], timespan: 10m, condition: {gte: 20}}\n';
    const folder = folderWith({ 'a.yml': `name: base\n${A}---\n${many}` });
    const sliding = (await convert(folder, 'a.yml')).stdout;
    expect(sliding).toContain('streamstats time_window=10m');
    expect((await convert(folder, '--windows', 'sliding', 'a.yml')).stdout).toBe(sliding);
    for (const args of [['-t', 'siem_kql'], ['-f', 'savedsearches'], []]) {
      expect(await convert(folder, '--windows', 'fixed', ...args, 'a.yml')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/\| bin _time span=10m/),
      });
    }
    expect(await convert(folder, '--windows', 'tumbling', 'a.yml')).toMatchObject({ status: 2, stdout: '' });
    expect(await tripline(folder, ['convert', '-t', 'siem_udm', '--windows', 'fixed', 'a.yml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--windows is for siem_spl, siem_kql'),
    });
  });

  test('--filter adds filters from elsewhere to the collection', async () => {
    const folder = folderWith({ 'rules/a.yml': A, 'filters/f.yml': FILTER });
    expect((await convert(folder, 'rules')).stdout).not.toContain('svc_backup');
    expect((await convert(folder, '--filter', 'filters', 'rules')).stdout).toContain('svc_backup');
    expect((await convert(folder, '--filter', 'filters/f.yml', 'rules')).stdout).toContain('svc_backup');
  });

  test('--file-pattern says which files of a folder are rules', async () => {
    const folder = folderWith({ 'r/proc_a.yml': A, 'r/net_b.yml': A.replace(ID_A, ID_B).replace('Rule A', 'Rule B') });
    const { stdout } = await convert(folder, '-P', 'proc_?.y*', 'r');
    expect(stdout).toContain('Rule A');
    expect(stdout).not.toContain('Rule B');
  });

  test('--placeholder gives values, also from a file with one a line', async () => {
    const rule = ruleOf('P', ID_A, "{sel: {User|expand: '%admins%'}, condition: sel}");
    const folder = folderWith({ 'p.yml': rule, 'admins.txt': 'carol\n\ndave\n' });
    const { status, stdout } = await convert(
      folder,
      '--placeholder',
      'admins=bob',
      '--placeholder',
      'admins=@admins.txt',
      'p.yml',
    );
    expect(status).toBe(0);
    for (const name of ['bob', 'carol', 'dave']) expect(stdout).toContain(name);
    expect((await convert(folder, '--placeholder', 'bob', 'p.yml')).status).toBe(2);
    expect((await convert(folder, '--placeholder', 'admins=@missing.txt', 'p.yml')).status).toBe(2);
  });

  test('--skip-unsupported leaves out what a target cannot say, and says how much; unreadable rules still fail', async () => {
    const folder = folderWith({ 'a.yml': A, 'b.yml': UNKNOWN });
    const args = ['-f', 'jsonl', '--strict', '.'];
    expect((await convert(folder, ...args)).status).toBe(1);
    const skipped = await convert(folder, '-s', ...args);
    expect(skipped).toMatchObject({ status: 0, stderr: expect.stringContaining('skipped Strict') });
    expect(skipped.stdout.trim().split('\n')).toHaveLength(1);
    const broken = folderWith({ 'a.yml': 'title: no rule\n' });
    expect((await convert(broken, '-s', 'a.yml')).status).toBe(1);
  });

  test('many notes are counted by kind; --notes prints each with its rule', async () => {
    const names = Array.from({ length: 15 }, (_, number) => `field_${number}`);
    const folder = folderWith(
      Object.fromEntries(
        names.map((name, number) => [
          `r/${name}.yml`,
          ruleOf(name, ID_A.replace(/..$/, String(number + 10)), `{sel: {${name}: x}, condition: sel}`),
        ]),
      ),
    );
    const summed = (await convert(folder, 'r')).stderr;
    expect(summed).toMatch(/^ *15 × note unmapped_field \(siem_spl 15\), such as: /m);
    expect(summed.split('\n').length).toBeLessThan(6);
    const full = (await convert(folder, '--notes', 'r')).stderr;
    for (const name of names) expect(full).toContain(`r/${name}.yml: ${name}: siem_spl: note unmapped_field`);
  });

  test.each([
    [['convert', 'none.yml'], 'tripline: cannot read none.yml: there is no such file or folder\n'],
    [['convert', '-o', '.', 'bad.yml'], 'tripline: cannot write .: it is a folder, not a file\n'],
    [['check', '-P', '*.sigma', '.'], 'tripline: the folder . has no file named *.sigma\n'],
    [['check', '--fial-on', 'info', '.'], '(see tripline check --help)\n'],
    [
      ['convert', '--from', 'sql', 'a.sql'],
      'There are kql, spl, lucene, eql, esql, yaral.\n(see tripline convert --help)\n',
    ],
  ])('%j is refused in words, with what was wrong', async (args, said) => {
    const { status, stdout, stderr } = await tripline(folderWith({ 'bad.yml': 'title: [' }), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/^tripline: /);
  });

  test('a text that cannot be read is reported once, not for each target', async () => {
    const { status, stderr } = await tripline(folderWith({ 'bad.yml': 'title: [' }), ['convert', 'bad.yml']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^bad\.yml:1:\d+: InvalidYaml: .*\n$/);
  });

  test('a folder without rules is an error that names it', async () => {
    const folder = folderWith({ 'empty/readme.txt': 'nothing' });
    for (const command of [['convert'], ['check'], ['convert', '-f', 'deploy']]) {
      expect(await tripline(folder, [...command, 'empty'])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('the folder empty has no file'),
      });
    }
  });
});

describe('options of tripline check', () => {
  test('-o writes findings to a file, --exclude leaves some out', async () => {
    const folder = folderWith({ 'a.yml': A.replace('status: test\n', '') });
    expect((await tripline(folder, ['check', '-o', 'out.json', '-f', 'json', 'a.yml'])).stdout).toBe('');
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))).toMatchObject([{ code: 'status_missing' }]);
    expect((await tripline(folder, ['check', '-x', 'status_missing', '-f', 'json', 'a.yml'])).stdout).toBe('[]\n');
  });
});
