import { readFileSync } from 'node:fs';
import { DEPLOY_FORMATS, listStacks, TARGET_IDS } from '@tripline/sigma';
import { folderWith, removeFolders, tripline } from './support/tripline.js';

afterEach(removeFolders);

const data = (name: string) => JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'));
const run = (...args: string[]) => tripline(folderWith({}), args);

describe('what users of sigma-cli type', () => {
  test.each([
    [['convert', '--without-pipeline', '-t', 'siem_spl', 'a.yml'], '--pipeline none'],
    [['convert', '-O', 'a=b', '-t', 'siem_spl', 'a.yml'], '--stack'],
    [['convert', '--output-dir=out', 'a.yml'], '-o FILE'],
    [['convert', '-od', 'out', 'a.yml'], '-o FILE'],
    [['convert', '-t', 'splunk', 'a.yml'], 'siem_spl'],
    [['convert', '-f', 'default', 'a.yml'], 'text'],
    [['convert', '-p', 'ecs_windows', '-t', 'siem_lucene', 'a.yml'], '--stack winlogbeat'],
    [['check', '--fail-on-issues', 'a.yml'], '--fail-on warning'],
    [['convert', '-Otable=x', '-t', 'siem_spl', 'a.yml'], 'no option -O: '],
    [['convert', '-j2', '-t', 'siem_spl', 'a.yml'], '--format json'],
    [
      ['plugin', 'list', '--plugin-type', 'backend', '--compatible'],
      '"plugin list", nor its --plugin-type, --compatible: ',
    ],
    [['plugin', 'show', '--uuid', 'x'], 'list stacks'],
    [['plugin', 'install', 'splunk'], 'built in'],
    [['plugin', 'install', '--force-install', 'splunk'], '"plugin install", nor its --force-install: '],
    [['plugin', 'upgrade'], 'new version'],
    [['plugin', 'uninstall', 'splunk'], 'built in'],
    [['analyze', 'logsource', '--sort-by=Overall', 'out.txt', 'rules'], 'nor its --sort-by: '],
    [['check-pysigma', '--quiet'], 'pySigma'],
    [['analyze', 'attack', 'count', 'out.json', 'rules'], 'tripline coverage'],
    [['version'], '--version'],
    [['list', 'pipelines'], 'stacks'],
  ])('%j is refused with what to write instead', async (args, instead) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(instead);
  });

  test.each([
    [
      ['convert', '-t', 'spl', 'a.yml'],
      'there is no target "spl"; did you mean siem_spl? There are siem_spl, siem_kql',
    ],
    [['convert', '-t', 'SIEM_KQL', 'a.yml'], 'did you mean siem_kql?'],
    [['convert', '-t', 'siem_yarla', 'a.yml'], 'did you mean siem_yaral?'],
    [['convert', '-t', 'siem_qradar', 'a.yml'], 'there is no target "siem_qradar"; there are siem_spl'],
    [['convert', '-t', 'qradar', 'a.yml'], 'there is no target "qradar"; there are siem_spl'],
    [['convert', '-t', 'siem_spl', '--stack', 'windows_xm', 'a.yml'], 'did you mean windows_xml? There are'],
    [['convert', '-f', 'jsnol', 'a.yml'], 'did you mean jsonl?'],
    [['list', 'stack'], 'did you mean stacks?'],
  ])('%j is refused with the name that was meant, where one is near', async (args, said) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('every target that a message tells to write is there', () => {
    for (const target of Object.values(data('sigma-cli.json').targets)) expect(TARGET_IDS).toContain(target);
  });

  test('every stack that a message tells to write is there', () => {
    const stacks = listStacks().map(({ id }) => id);
    const hints = Object.values<string>(data('sigma-cli.json').pipelines);
    for (const [, id] of hints.flatMap((hint) => [...hint.matchAll(/--stack (\w+)/g)])) expect(stacks).toContain(id);
  });

  test('no option that a message refuses is one of ours', async () => {
    const { options } = data('sigma-cli.json');
    for (const [command, refused] of Object.entries(options)) {
      const help = (await run(command, '--help')).stdout;
      for (const option of Object.keys(refused as object)) {
        expect(help).not.toMatch(new RegExp(`^ +(-., )?${option}\\b`, 'm'));
      }
    }
  });
});

describe('tripline list and --version', () => {
  test('all targets and all formats are listed', async () => {
    const first = (stdout: string) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s/)[0]);
    expect(first((await run('list', 'targets')).stdout)).toEqual(TARGET_IDS);
    expect(first((await run('list', 'formats')).stdout).sort()).toEqual(
      ['text', 'json', 'jsonl', 'deploy', ...DEPLOY_FORMATS].sort(),
    );
    expect(first((await run('list', 'formats', 'siem_kql')).stdout).slice(4)).toEqual([
      'sentinel-yaml',
      'sentinel-arm',
      'sentinel-repository',
      'sentinel-terraform',
    ]);
  });

  test('the stacks of every target are listed, with its default', async () => {
    const { stdout } = await run('list', 'stacks');
    for (const { id, target } of listStacks()) expect(stdout).toMatch(new RegExp(`^${target} +${id} `, 'm'));
    expect(stdout).toContain('(the default)');
    expect((await run('list', 'stacks', 'siem_kql')).stdout).not.toContain('siem_spl');
  });

  test('an unknown target or list is bad usage', async () => {
    expect((await run('list', 'formats', 'siem_cobol')).status).toBe(2);
    expect((await run('list', 'rules')).status).toBe(2);
  });

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});
