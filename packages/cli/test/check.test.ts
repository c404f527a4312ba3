import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const GOOD = ruleOf('Good', ID_A, "{sel: {Image|endswith: '\\tool.exe'}, condition: sel}");
const LAX = `${ruleOf('Lax', ID_B, "{sel: {Image: '*'}, condition: sel}")}tags: [attack.t1086]\n`;
const BROKEN = GOOD.replace('endswith', 'endwith');

describe('tripline check', () => {
  test('answers good rules with exit code 0 and a count', async () => {
    expect(await tripline(folderWith({ 'a.yml': GOOD }), ['check', 'a.yml'])).toEqual({
      status: 0,
      stdout: '1 file: 0 errors, 0 warnings, 0 remarks\n',
      stderr: '',
    });
  });

  test('an error gives exit code 1 and its place', async () => {
    const { status, stdout } = await tripline(folderWith({ 'a.yml': BROKEN }), ['check', 'a.yml']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^a\.yml:7:\d+: error UnknownModifier: .*\n1 file: 1 error, 0 warnings, 0 remarks\n$/);
  });

  test('warnings fail only where --fail-on says so; retired techniques name their successor', async () => {
    const folder = folderWith({ 'a.yml': LAX });
    const { status, stdout } = await tripline(folder, ['check', 'a.yml']);
    expect(status).toBe(0);
    expect(stdout).toContain('warning broad_selection');
    expect(stdout).toContain('ATT&CK retired T1086; write T1059.001');
    expect((await tripline(folder, ['check', '--fail-on', 'warning', 'a.yml'])).status).toBe(1);
  });

  test('duplicate ids are found across files', async () => {
    const { status, stdout } = await tripline(folderWith({ 'a.yml': GOOD, 'b.yml': GOOD }), ['check', '.']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/b\.yml:2:1: error duplicate_id: .*a\.yml/);
  });

  test('references are followed across files and folders; a filter that touches no rule is an error', async () => {
    const folder = folderWith({
      'rules/a.yml': `name: base\n${GOOD}`,
      'filters/f.yml': `title: F\nid: ${ID_B}\nlogsource: {product: windows}\nfilter:\n  rules: [base]\n  sel: {User: x}\n  condition: not sel\n`,
    });
    expect(await tripline(folder, ['check', 'rules', 'filters'])).toMatchObject({ status: 0 });
    expect(await tripline(folder, ['check', 'filters'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^filters\/f\.yml:5:3: error UnknownRule: the filter touches no rule/m),
    });
  });

  test('json lists findings with their file', async () => {
    const { stdout } = await tripline(folderWith({ 'a.yml': BROKEN }), ['check', '--format', 'json', 'a.yml']);
    expect(JSON.parse(stdout)).toMatchObject([{ file: 'a.yml', code: 'UnknownModifier', severity: 'error', line: 7 }]);
  });

  test('sarif is a 2.1.0 log with rule, level and region', async () => {
    const { stdout } = await tripline(folderWith({ 'my rules/a.yml': BROKEN }), [
      'check',
      '--format',
      'sarif',
      'my rules',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'tripline check', rules: [{ id: 'UnknownModifier' }] } },
          results: [
            {
              ruleId: 'UnknownModifier',
              ruleIndex: 0,
              level: 'error',
              locations: [
                { physicalLocation: { artifactLocation: { uri: 'my%20rules/a.yml' }, region: { startLine: 7 } } },
              ],
            },
          ],
        },
      ],
    });
  });

  test('all errors of a file are told in one go, each with its line and column', async () => {
    const text = [
      'title: Faulty',
      'level: terrible',
      'logsource: {product: windows, category: process_creation}',
      'detection:',
      '  one:',
      '    Image|endwith: a.exe',
      "    CommandLine|re: '(a'",
      '  two:',
      '    DestinationIp|cidr: [10.0.0.0/8, 300.0.0.0/8]',
      '  condition: one and (two or three',
      '---',
      'title: Second',
      'logsource: {product: windows}',
      'detection: {sel: {A|gt: many}, condition: sel}',
      '',
    ].join('\n');
    const { status, stdout } = await tripline(folderWith({ 'a.yml': text }), ['check', '--format', 'json', 'a.yml']);
    expect(status).toBe(1);
    const errors = (JSON.parse(stdout) as { code: string; severity: string; line: number; column: number }[])
      .filter(({ severity }) => severity === 'error')
      .map(({ code, line, column }) => [code, line, column]);
    expect(errors).toEqual([
      ['InvalidField', 2, 1],
      ['UnknownModifier', 6, 5],
      ['InvalidRegex', 7, 5],
      ['InvalidCidr', 9, 38],
      ['UnknownSelection', 10, 30],
      ['InvalidValue', 14, 19],
    ]);
  });

  test('a probably misspelt field names the field meant, and is an error with --strict', async () => {
    const folder = folderWith({ 'a.yml': GOOD.replace('Image', 'Imagee') });
    const { status, stdout } = await tripline(folder, ['check', 'a.yml']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^a\.yml:7:\d+: warning misspelt_field: the field "Imagee" is probably "Image"/);
    const strict = await tripline(folder, ['check', '--strict', 'a.yml']);
    expect(strict).toMatchObject({ status: 1, stdout: expect.stringMatching(/: error misspelt_field: /) });
  });

  test('a tag of a tactic that ATT&CK does not have is told', async () => {
    const folder = folderWith({ 'a.yml': `${GOOD}tags: [attack.foo, attack.t9999, attack.credential-access]\n` });
    const { stdout } = await tripline(folder, ['check', 'a.yml']);
    expect(stdout).toContain('a.yml:8:8: warning unknown_tactic: ATT&CK has no tactic "foo"\n');
    expect(stdout).toContain('a.yml:8:20: warning unknown_technique: ATT&CK has no technique T9999\n');
    expect(stdout).toContain('0 errors, 2 warnings');
  });

  test('--fix writes what is plain, leaves the rest of the file as it is, and checks what it wrote', async () => {
    const text = `# a comment\n${GOOD.replace('Image|endswith', 'imagee|endwith')}tags: [attack.T1086, "attack.executio"]   # tags\n`;
    const folder = folderWith({ 'a.yml': text, 'b.yml': GOOD.replace(ID_A, ID_B) });
    const { status, stdout, stderr } = await tripline(folder, ['check', '--fix', '.']);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '2 files: 0 errors, 0 warnings, 0 remarks\n',
      stderr: './a.yml: 5 fixes\n',
    });
    expect(readFileSync(join(folder, 'a.yml'), 'utf8')).toBe(
      `# a comment\n${GOOD}tags: [attack.t1059.001, "attack.execution"]   # tags\n`,
    );
    expect((await tripline(folder, ['check', '--fix', '-'], GOOD)).status).toBe(2);
  });
});
