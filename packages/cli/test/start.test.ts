import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, folderWith, ID_A, removeFolders, ruleOf, tripline, triplineProcess } from './support/tripline.js';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const BUNDLER = fileURLToPath(new URL('../../../scripts/bundle.mjs', import.meta.url));
const RULE = ruleOf('Rule A', ID_A, "{sel: {Image|endswith: '\\a.exe'}, condition: sel}");

beforeAll(() => {
  expect(spawnSync(process.execPath, [BUNDLER], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});
afterEach(removeFolders);

/** Converts a rule with a cache folder of its own, by the program of a package's folder. */
function convert(cache: string, program = PACKAGE, env: NodeJS.ProcessEnv = {}) {
  const folder = folderWith({ 'a.yml': RULE });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(program, 'bin/tripline.js'), 'convert', '-t', 'siem_kql', 'a.yml'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: cache, ...env } },
  );
  return { status, stdout, stderr };
}

const kept = (cache: string) => readdirSync(join(cache, 'tripline')).map((name) => join(cache, 'tripline', name));

describe('the program as it is installed', () => {
  // The tests of the commands run them in their own process, by the modules. This says that the program, with its bundle, does the same.
  test.each([
    [0, ['convert', '-t', 'siem_kql', 'a.yml']],
    [1, ['convert', '-t', 'siem_kql', 'broken.yml']],
    [2, ['convert', 'missing.yml']],
    [0, ['check', 'a.yml']],
    [0, ['list', 'stacks']],
    [0, ['match', '--rule', 'a.yml', 'events.json']],
    [0, ['backtest', 'a.yml', 'events.json', '-f', 'json']],
    [0, ['generate', 'advisory.txt']],
    [0, ['--help']],
    [2, ['frobnicate']],
  ])('ends with %i and prints the same in a process of its own as in this one: %j', async (status, args) => {
    const folder = folderWith({
      'a.yml': RULE,
      'broken.yml': RULE.replace('Image|endswith', 'Image|oops'),
      'events.json': JSON.stringify([{ Image: 'C:\\a.exe' }, { Image: 'C:\\b.exe' }]),
      'advisory.txt': 'The attackers ran vssadmin.exe delete shadows /all /quiet\n',
    });
    const ended = triplineProcess(folder, args);
    const here = await tripline(folder, args);
    const untimed = ({ stdout }: Ended) => stdout.replace(/"seconds": [\d.]+/, '"seconds": 0');
    expect(ended.status).toBe(status);
    expect({ ...ended, stdout: untimed(ended) }).toEqual({ ...here, stdout: untimed(here) });
  });
});

describe('starting from the bundle', () => {
  let first: ReturnType<typeof convert>;
  /** What the first run has kept, by its file's name. */
  let code: Buffer;
  let name: string;
  let mode: number;
  beforeAll(() => {
    const cache = folderWith({});
    first = convert(cache);
    const [file = ''] = kept(cache);
    [name, code, mode] = [basename(file), readFileSync(file), statSync(file).mode & 0o777];
  });
  /** A cache folder in which another run has kept this. */
  function cacheWith(content: Buffer): { cache: string; file: string } {
    const cache = folderWith({});
    const file = join(cache, 'tripline', name);
    mkdirSync(dirname(file), { mode: 0o700 });
    writeFileSync(file, content, { mode: 0o600 });
    return { cache, file };
  }

  test('compiled code is kept for the next run, readable by this user only, and gives the same output', () => {
    expect(first).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('# siem_kql') });
    expect(mode).toBe(0o600);
    expect(name).toContain(`convert-${process.version}-${process.arch}-`);
    const { cache, file } = cacheWith(code);
    const { ino } = statSync(file);
    expect(convert(cache)).toEqual(first);
    expect(readFileSync(file).equals(code)).toBe(true);
    expect(statSync(file).ino).toBe(ino);
  });

  test.each<[string, (code: Buffer) => Buffer]>([
    ['one changed byte', (code) => code.map((byte, at) => (at === code.length >> 1 ? byte ^ 1 : byte)) as Buffer],
    ['a lost end', (code) => code.subarray(0, code.length >> 1)],
    ['nothing in it', () => Buffer.alloc(0)],
    ['another program', () => Buffer.from('process.exit(42)')],
  ])('kept code with %s is not used, and is replaced', (_, damage) => {
    const damaged = damage(Buffer.from(code));
    const { cache, file } = cacheWith(damaged);
    expect(convert(cache)).toEqual(first);
    expect(readFileSync(file).equals(damaged)).toBe(false);
  });

  test('kept code that others may write is not used', () => {
    const { cache, file } = cacheWith(code);
    chmodSync(file, 0o666);
    expect(convert(cache)).toEqual(first);
  });

  test('a cache folder that cannot be written is no error', () => {
    expect(convert(join(folderWith({ file: 'no folder' }), 'file'))).toMatchObject({ status: 0, stderr: '' });
  });

  test('NODE_DISABLE_COMPILE_CACHE keeps nothing', () => {
    const cache = folderWith({});
    expect(convert(cache, PACKAGE, { NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ status: 0 });
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe('starting without a bundle to trust', () => {
  /** A copy of the package that finds the same other packages. */
  function copy(change: (dist: string) => void): string {
    const folder = folderWith({});
    const program = join(folder, 'packages/cli');
    mkdirSync(join(folder, 'packages'));
    for (const name of ['sigma', 'attack']) symlinkSync(join(PACKAGE, '..', name), join(folder, 'packages', name));
    for (const name of ['bin', 'dist', 'data']) cpSync(join(PACKAGE, name), join(program, name), { recursive: true });
    copyFileSync(join(PACKAGE, 'package.json'), join(program, 'package.json'));
    symlinkSync(join(PACKAGE, 'node_modules'), join(program, 'node_modules'));
    change(join(program, 'dist'));
    return program;
  }
  const break_ = (dist: string) => writeFileSync(join(dist, 'tripline.cjs'), 'throw new Error("the bundle ran");');

  test('a bundle that is newer than nothing else runs', () => {
    expect(convert(folderWith({}), copy(break_)).stderr).toContain('the bundle ran');
  });

  test.each<[string, (dist: string) => void]>([
    ['no manifest', (dist) => writeFileSync(join(dist, 'bundle.json'), '')],
    ['modules compiled since', (dist) => writeFileSync(join(dist, '.tsbuildinfo'), '{}')],
  ])('with %s the modules run', (_, change) => {
    const program = copy((dist) => {
      break_(dist);
      change(dist);
    });
    expect(convert(folderWith({}), program)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('# siem_kql'),
    });
  });

  test('an installed package, which has no build records, runs its bundle', () => {
    const program = copy((dist) => {
      break_(dist);
      writeFileSync(join(dist, '.tsbuildinfo'), '');
    });
    const manifest = join(program, 'dist/bundle.json');
    const { commands } = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify({ commands, inputs: { 'not-there/.tsbuildinfo': 'x' } }));
    expect(convert(folderWith({}), program).stderr).toContain('the bundle ran');
  });
});
