import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const GOOD = ruleOf('Good', ID_A, "{sel: {Image|endswith: '\\tool.exe'}, condition: sel}");
const LAX = `${ruleOf('Lax', ID_B, "{sel: {Image: '*'}, condition: sel}")}tags: [attack.t1086]\n`;
const BROKEN = GOOD.replace('endswith', 'endwith');

describe('tripline check', () => {
  test('answers good rules with exit code 0 and a count', () => {
    expect(tripline(folderWith({ 'a.yml': GOOD }), ['check', 'a.yml'])).toEqual({
      status: 0,
      stdout: '1 file: 0 errors, 0 warnings, 0 remarks\n',
      stderr: '',
    });
  });

  test('an error gives exit code 1 and its place', () => {
    const { status, stdout } = tripline(folderWith({ 'a.yml': BROKEN }), ['check', 'a.yml']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^a\.yml:7:\d+: error UnknownModifier: .*\n1 file: 1 error, 0 warnings, 0 remarks\n$/);
  });

  test('warnings fail only where --fail-on says so; retired techniques name their successor', () => {
    const folder = folderWith({ 'a.yml': LAX });
    const { status, stdout } = tripline(folder, ['check', 'a.yml']);
    expect(status).toBe(0);
    expect(stdout).toContain('warning broad_selection');
    expect(stdout).toContain('ATT&CK retired T1086; write T1059.001');
    expect(tripline(folder, ['check', '--fail-on', 'warning', 'a.yml']).status).toBe(1);
  });

  test('duplicate ids are found across files', () => {
    const { status, stdout } = tripline(folderWith({ 'a.yml': GOOD, 'b.yml': GOOD }), ['check', '.']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/b\.yml:2:1: error duplicate_id: .*a\.yml/);
  });

  test('references are followed across files and folders; a filter that touches no rule is an error', () => {
    const folder = folderWith({
      'rules/a.yml': `name: base\n${GOOD}`,
      'filters/f.yml': `title: F\nid: ${ID_B}\nlogsource: {product: windows}\nfilter:\n  rules: [base]\n  sel: {User: x}\n  condition: not sel\n`,
    });
    expect(tripline(folder, ['check', 'rules', 'filters'])).toMatchObject({ status: 0 });
    expect(tripline(folder, ['check', 'filters'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^filters\/f\.yml:5:3: error UnknownRule: the filter touches no rule/m),
    });
  });

  test('json lists findings with their file', () => {
    const { stdout } = tripline(folderWith({ 'a.yml': BROKEN }), ['check', '--format', 'json', 'a.yml']);
    expect(JSON.parse(stdout)).toMatchObject([{ file: 'a.yml', code: 'UnknownModifier', severity: 'error', line: 7 }]);
  });

  test('sarif is a 2.1.0 log with rule, level and region', () => {
    const { stdout } = tripline(folderWith({ 'my rules/a.yml': BROKEN }), ['check', '--format', 'sarif', 'my rules']);
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
});
