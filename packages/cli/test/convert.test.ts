import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const A = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");
const B = ruleOf('Rule B', ID_B, '{sel: {A: x, B: y}, condition: sel}');
const BROKEN = 'title: Broken\nlogsource: {product: windows}\ndetection:\n  sel:\n    A|oops: 1\n  condition: sel\n';
const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const AWS = `title: AWS
logsource: {product: aws, service: cloudtrail}
detection: {sel: {userAgent|contains: S3 Browser}, condition: sel}
`;

describe('tripline convert', () => {
  test('jsonl prints one line per rule and target, folders in byte order, paths as given', async () => {
    const folder = folderWith({
      'rules/b.yml': B,
      'rules/a/x.yaml': A,
      'rules/a.yml': A,
      'rules/notes.txt': 'no rule',
    });
    const { status, stdout } = await tripline(folder, [
      'convert',
      '--format',
      'jsonl',
      '-t',
      'siem_spl',
      '-t',
      'siem_kql',
      'rules',
    ]);
    expect(status).toBe(0);
    expect(lines(stdout).map(({ path, target }) => [path, target])).toEqual([
      ['rules/a.yml', 'siem_spl'],
      ['rules/a.yml', 'siem_kql'],
      ['rules/a/x.yaml', 'siem_spl'],
      ['rules/a/x.yaml', 'siem_kql'],
      ['rules/b.yml', 'siem_spl'],
      ['rules/b.yml', 'siem_kql'],
    ]);
    for (const line of lines(stdout)) {
      expect(Object.keys(line)).toEqual(['path', 'id', 'target', 'ok', 'queries', 'notes']);
    }
  });

  test('without --target all six are converted', async () => {
    const folder = folderWith({ 'a.yml': A });
    const { stdout } = await tripline(folder, ['convert', '--format', 'jsonl', 'a.yml']);
    expect(lines(stdout).map(({ target, ok, id }) => [target, ok, id])).toEqual(
      ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_udm', 'siem_dql', 'siem_yaral'].map((target) => [
        target,
        true,
        ID_A,
      ]),
    );
  });

  test('a document that cannot be read fails with code, line and column, the others are converted, exit code 1', async () => {
    const folder = folderWith({ 'a.yml': `${BROKEN}---\n${A}` });
    const { status, stdout } = await tripline(folder, ['convert', '--format', 'jsonl', '-t', 'siem_spl', 'a.yml']);
    expect(status).toBe(1);
    expect(lines(stdout)).toMatchObject([
      {
        path: 'a.yml',
        id: null,
        target: 'siem_spl',
        ok: false,
        error: { code: 'UnknownModifier', line: 5, column: 5 },
      },
      { id: ID_A, ok: true },
    ]);
  });

  test('rules that only serve a correlation are not printed by themselves', async () => {
    const correlation =
      'title: Many\ncorrelation: {type: event_count, rules: [base], group-by: [User], timespan: 5m, condition: {gte: 3}}\n';
    const folder = folderWith({ 'a.yml': `name: base\n${A}---\n${correlation}` });
    const { stdout } = await tripline(folder, ['convert', '--format', 'jsonl', '-t', 'siem_spl', 'a.yml']);
    expect(lines(stdout)).toHaveLength(1);
  });

  test('all paths are one collection: filters and correlations find rules in other files', async () => {
    const folder = folderWith({
      'rules/base.yml': `name: base\n${A}`,
      'correlations/many.yml':
        'title: Many\ncorrelation: {type: event_count, rules: [base], timespan: 5m, condition: {gte: 3}}\n',
      'filters/f.yml':
        'title: F\nlogsource: {product: windows}\nfilter: {rules: [base], s: {User: svc_backup}, condition: not s}\n',
    });
    const args = ['convert', '--format', 'jsonl', '-t', 'siem_spl'];
    const together = await tripline(folder, [...args, 'correlations', 'filters', 'rules']);
    expect(lines(together.stdout)).toMatchObject([{ path: 'correlations/many.yml', ok: true }]);
    expect(together.stdout).toContain('svc_backup');
    const apart = await tripline(folder, [...args, 'correlations', 'filters']);
    expect(apart.status).toBe(1);
    expect(lines(apart.stdout).map(({ error }) => error.code)).toEqual(['UnknownRule', 'UnknownRule']);
    const deployed = await tripline(folder, ['convert', '--format', 'deploy', '-t', 'siem_spl', '.']);
    expect(deployed).toMatchObject({ status: 0, stdout: expect.stringContaining('svc_backup') });
  });

  test('an id that two files give is reported, with both files', async () => {
    const folder = folderWith({ 'a.yml': A, 'b.yml': A.replace('Rule A', 'Copy') });
    const { status, stderr } = await tripline(folder, ['convert', '-t', 'siem_spl', '.']);
    expect(status).toBe(0);
    expect(stderr).toContain(`./b.yml: warning: the id ${ID_A} is also in ./a.yml`);
  });

  test('text goes to standard output under a heading, the bare logic with --pipeline none', async () => {
    const { status, stdout } = await tripline(
      folderWith({}),
      ['convert', '--pipeline', 'none', '-t', 'siem_lucene', '-'],
      B,
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^# siem_lucene -: Rule B\n.*A:.*AND.*B:/);
  });

  test('--strict turns a note that loses something into a failure', async () => {
    const folder = folderWith({ 'a.yml': B });
    const args = ['convert', '--format', 'jsonl', '-t', 'siem_spl', 'a.yml'];
    expect(lines((await tripline(folder, args)).stdout)).toMatchObject([
      { ok: true, notes: [{ code: 'unmapped_field' }, {}] },
    ]);
    expect(await tripline(folder, [...args, '--strict'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('"code":"Strict"'),
    });
  });

  test('--stats prints counts and rates to standard error', async () => {
    const { stderr } = await tripline(folderWith({ 'a.yml': A }), ['convert', '--stats', '-t', 'siem_spl', 'a.yml']);
    expect(stderr).toMatch(/1 rule: 1 query, 0 failures/);
    expect(stderr).toMatch(/parse [\d.]+ s, \d+ rules\/s\nconvert [\d.]+ s, \d+ rules\/s/);
  });

  test('json is one array', async () => {
    const { stdout } = await tripline(folderWith({ 'a.yml': A }), [
      'convert',
      '--format',
      'json',
      '-t',
      'siem_spl',
      'a.yml',
    ]);
    expect(JSON.parse(stdout)).toMatchObject([{ id: ID_A, ok: true }]);
  });

  test('deploy prints the form each product takes a rule in', async () => {
    const folder = folderWith({ 'a.yml': A });
    const deployed = (...args: string[]) => tripline(folder, ['convert', '--format', 'deploy', ...args, 'a.yml']);
    expect(await deployed('-t', 'siem_spl')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\[.*Rule A.*\]\n/),
    });
    expect(JSON.parse((await deployed('--form', 'sentinel-arm')).stdout)).toHaveProperty('resources');
    expect(await deployed('--form', 'eventbridge')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('eventbridge'),
    });
    const narrowed = folderWith({ 'a.yml': AWS });
    const filter = await tripline(narrowed, ['convert', '--format', 'metric-filter', 'a.yml']);
    expect(filter).toMatchObject({ status: 0, stderr: expect.stringContaining('metric-filter: note case_plain') });
    expect((await deployed('-t', 'siem_udm')).status).toBe(2);
    expect((await deployed('--form', 'paper')).status).toBe(2);
  });

  test.each([
    [['convert']],
    [['convert', '-t', 'siem_cobol', 'a.yml']],
    [['convert', '--format', 'xml', 'a.yml']],
    [['convert', '--pipeline', 'mine', 'a.yml']],
    [['convert', 'missing.yml']],
    [['frobnicate']],
  ])('%j is bad usage: exit code 2 and a reason', async (args) => {
    const { status, stdout, stderr } = await tripline(folderWith({ 'a.yml': A }), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });

  test('--help is not an error', async () => {
    expect(await tripline(folderWith({}), ['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('convert'),
    });
  });
});
