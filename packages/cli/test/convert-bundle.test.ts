import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { folderWith, ID_A, ID_B, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const A = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");
const B = ruleOf('Rule B', ID_B, "{sel: {Image|endswith: '\\b.exe'}, condition: sel}");
const AVERAGE = `title: Average
id: 5b0e3bc9-6e0c-4f5c-9d53-3f0a4b8f1a03
correlation: {type: value_avg, rules: [base], group-by: [User], timespan: 5m, condition: {field: Size, gte: 3}}
`;

/** Every file of a folder with its bytes and the time it was written. */
const stateOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'latin1'), statSync(join(folder, name)).mtimeMs]);
const convert = (folder: string, ...args: readonly string[]) => tripline(folder, ['convert', ...args]);
const yaml = async (folder: string, ...args: readonly string[]) =>
  await convert(folder, '-f', 'sentinel-yaml', 'rules', '-o', 'out/', ...args);
const rulesA = () => folderWith({ 'rules/a.yml': A, 'rules/b.yml': B });
const onlyYaml = (folder: string) => readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.yaml'));

describe('convert -o DIR/', () => {
  test('writes a file a rule and a manifest, and says how many can', async () => {
    const folder = rulesA();
    const { status, stderr, stdout } = await yaml(folder);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('2 of 2 can\n');
    expect(stderr).toContain('out/: 2 files written, 0 unchanged');
    expect(onlyYaml(folder)).toHaveLength(2);
    const manifest = JSON.parse(readFileSync(join(folder, 'out/.tripline'), 'utf8'));
    for (const name of onlyYaml(folder)) {
      const rule = load(readFileSync(join(folder, 'out', name), 'utf8')) as { id: string; name: string };
      expect(manifest.files[name]).toEqual({
        format: 'sentinel-yaml',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        rules: [{ id: rule.id, title: rule.name, version: expect.stringMatching(/^[0-9a-f]{12}$/) }],
      });
    }
  });

  test.each(['savedsearches', 'sentinel-yaml', 'sentinel-arm', 'kibana-ndjson', 'opensearch-monitor', 'yaral'])(
    'changes no byte and touches no file on a second run (%s)',
    async (format) => {
      const folder = rulesA();
      expect((await convert(folder, '-f', format, 'rules', '-o', 'out/')).status).toBe(0);
      const before = stateOf(join(folder, 'out'));
      const again = await convert(folder, '-f', format, 'rules', '-o', 'out');
      expect(again.stderr).toContain('0 files written');
      expect(stateOf(join(folder, 'out'))).toEqual(before);
    },
  );

  test('names rules that cannot have the form, with the reason, and exits with 1', async () => {
    const folder = folderWith({ 'rules/a.yml': `name: base\n${A}---\n${AVERAGE}`, 'rules/b.yml': B });
    const { status, stderr } = await convert(folder, '-f', 'kibana-ndjson', 'rules', '-o', 'out/');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^1 of 2 can; 1 cannot:\n {2}rules\/a\.yml: Average: InvalidCorrelation: kibana-ndjson cannot count/m,
    );
    expect((await convert(folder, '-f', 'kibana-ndjson', '-s', 'rules', '-o', 'out/')).status).toBe(0);
  });

  test('lists files of rules that went away, and deletes them with --prune', async () => {
    const folder = rulesA();
    await yaml(folder);
    const [gone] = onlyYaml(folder).filter((name) => name.startsWith('rule-b'));
    rmSync(join(folder, 'rules/b.yml'));
    expect((await yaml(folder)).stderr).toContain(`${gone}: no rule gives it any more; --prune deletes it`);
    expect(onlyYaml(folder)).toHaveLength(2);
    writeFileSync(join(folder, 'out/mine.yaml'), 'mine');
    expect((await yaml(folder, '--prune')).stderr).toContain(`${gone} is deleted`);
    expect(onlyYaml(folder).sort()).toEqual(['mine.yaml', expect.stringMatching(/^rule-a/)]);
    expect(readFileSync(join(folder, 'out/.tripline'), 'utf8')).not.toContain('rule-b');
  });

  test('--prune keeps what somebody changed, and deletes nothing while a rule cannot be read', async () => {
    const folder = rulesA();
    await yaml(folder);
    const [gone] = onlyYaml(folder).filter((name) => name.startsWith('rule-b'));
    writeFileSync(join(folder, 'rules/b.yml'), 'title: [broken');
    expect(await yaml(folder, '--prune')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('nothing is deleted, since some rules could not be read'),
    });
    rmSync(join(folder, 'rules/b.yml'));
    writeFileSync(join(folder, 'out', gone as string), 'edited');
    expect((await yaml(folder, '--prune')).stderr).toContain(`${gone} is kept`);
    expect(readFileSync(join(folder, 'out', gone as string), 'utf8')).toBe('edited');
  });

  test('never overwrites a file that it did not write, or that was changed since, nor what a link leads to', async () => {
    const folder = rulesA();
    await yaml(folder);
    const [ours] = onlyYaml(folder) as [string];
    rmSync(join(folder, 'out'), { recursive: true });
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', ours), 'theirs');
    const first = await yaml(folder);
    expect(first).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${ours} is not overwritten: tripline did not write it`),
    });
    expect(readFileSync(join(folder, 'out', ours), 'utf8')).toBe('theirs');
    expect(onlyYaml(folder)).toHaveLength(2);
    rmSync(join(folder, 'out', ours));
    writeFileSync(join(folder, 'secret'), 'secret');
    symlinkSync('../secret', join(folder, 'out', ours));
    expect((await yaml(folder)).status).toBe(1);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('secret');
    rmSync(join(folder, 'out', ours));
    expect((await yaml(folder)).status).toBe(0);
    writeFileSync(join(folder, 'out', ours), 'edited');
    writeFileSync(join(folder, 'rules/a.yml'), A.replace('level: low', 'level: high'));
    writeFileSync(join(folder, 'rules/b.yml'), B.replace('level: low', 'level: high'));
    const edited = await yaml(folder);
    expect(edited).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('it was changed since tripline wrote it'),
    });
    expect(edited.stderr).toContain('1 file written');
  });

  test.each([
    [
      'a name that leads out of the folder',
      { files: { '../rules/a.yml': { format: 'sentinel-yaml', sha256: '0'.repeat(64), rules: [] } } },
    ],
    ['another thing', ['x']],
  ])('refuses a manifest with %s', async (_, manifest) => {
    const folder = rulesA();
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out/.tripline'), JSON.stringify(manifest));
    expect(await yaml(folder, '--prune')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is no manifest of tripline'),
    });
    expect(existsSync(join(folder, 'rules/a.yml'))).toBe(true);
  });

  test('refuses a folder that the next run would read as rules, several forms in one, and --prune without a folder', async () => {
    const folder = rulesA();
    expect((await convert(folder, '-f', 'sentinel-yaml', 'rules', '-o', 'rules/out/')).stderr).toContain(
      'would read what this one writes',
    );
    expect((await convert(folder, '-f', 'deploy', 'rules', '-o', 'out/')).stderr).toContain('a folder takes one form');
    expect((await convert(folder, '-f', 'yaral', 'rules', '--prune')).status).toBe(2);
    expect((await convert(folder, '-t', 'siem_spl', 'rules', '--prune')).status).toBe(2);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('keeps the files of other forms in the same folder', async () => {
    const folder = rulesA();
    await yaml(folder);
    const { stderr } = await convert(folder, '-f', 'yaral', 'rules', '-o', 'out/', '--prune');
    expect(stderr).not.toContain('deleted');
    expect(onlyYaml(folder)).toHaveLength(2);
  });
});

describe('convert -o FILE', () => {
  test('writes the one artefact that the product takes', async () => {
    const folder = rulesA();
    expect((await convert(folder, '-f', 'savedsearches', 'rules', '-o', 'app.tgz')).stderr).toContain('2 of 2 can');
    expect(execFileSync('tar', ['-tzf', 'app.tgz'], { cwd: folder, encoding: 'utf8' })).toContain(
      'tripline_rules/default/savedsearches.conf',
    );
    await convert(folder, '-f', 'sentinel-arm', 'rules', '-o', 'all.json');
    expect(JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')).resources).toHaveLength(2);
    await convert(folder, '-f', 'kibana-ndjson', 'rules', '-o', 'all.ndjson');
    expect(readFileSync(join(folder, 'all.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('convert to standard output', () => {
  test('is one document that a product can read, or is refused with the way to get one', async () => {
    const folder = rulesA();
    expect(loadAll((await convert(folder, '-f', 'sentinel-yaml', 'rules')).stdout)).toHaveLength(2);
    const refused = await convert(folder, '-f', 'sentinel-arm', 'rules');
    expect(refused).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('-o DIR/ or -o FILE.json'),
    });
    expect(await convert(folder, '-f', 'opensearch-monitor', 'rules')).toMatchObject({ status: 2, stdout: '' });
    expect(JSON.parse((await convert(folder, '-f', 'sentinel-arm', 'rules/a.yml')).stdout).resources).toHaveLength(1);
  });

  test('never gives two stanzas of one name', async () => {
    const folder = folderWith({ 'rules/a.yml': A, 'rules/b.yml': B.replace('Rule B', 'Rule A') });
    const { status, stderr } = await convert(folder, '-f', 'savedsearches', 'rules');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('two rules are the stanza [rule a]'),
    });
    const told = await convert(folder, '-f', 'savedsearches', 'rules', '-o', 'out/');
    expect(told).toMatchObject({ status: 0, stderr: expect.stringContaining('told apart') });
  });
});
