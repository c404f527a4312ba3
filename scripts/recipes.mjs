// npm run recipes [-- NAME…]: tries what CONTRIBUTING.md tells newcomers. Each folder of test/recipes has a change as one would make it by a recipe; all are
// applied to a copy of this checkout, which is built, and each is then looked for where the recipe says that it will be seen: `door.mjs`. For when a
// recipe or what it speaks of changes, and before an issue ends; not in CI.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

const FOLDER = join(ROOT, 'test/recipes');
const all = readdirSync(FOLDER).sort();
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown !== undefined) {
  say(`There is no recipe ${unknown}. There are: ${all.join(', ')}`);
  process.exit(2);
}
const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const names = asked.length === 0 ? all : asked;

await bootstrap({ redis: true });
const copy = mkdtempSync(join(tmpdir(), 'tripline-recipes-'));
let failed = 0;
let stack;
try {
  makeCopy();
  for (const name of names)
    run('git', ['apply', '--verbose', join(FOLDER, name, 'change.diff')], `${name}: does not apply`);
  run('npx', ['--yes', `--package=${packageManager}`, '--', 'pnpm', 'install', '--no-frozen-lockfile'], 'no packages');
  run('npm', ['run', 'knowledge'], 'the knowledge could not be compiled');
  run('npm', ['run', 'build'], 'the build failed');
  for (const name of names) await lookFor(name);
} finally {
  await stack?.then((started) => started.stop());
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${names.length - failed} of ${names.length} recipes seen`);
process.exitCode = failed === 0 ? 0 : 1;

/** What git knows of and what is new in this checkout, with what is installed and built, so that only what changes is built again. */
function makeCopy() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).stdout;
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  for (const file of files) cpSync(join(ROOT, file), join(copy, file), { verbatimSymlinks: true });
  const homes = new Set(['.', ...files.filter((file) => file.endsWith('package.json')).map(dirname)]);
  for (const home of homes) {
    const built = join(ROOT, home, 'dist');
    if (existsSync(built)) cpSync(built, join(copy, home, 'dist'), { recursive: true, preserveTimestamps: true });
  }
}

function run(command, args, failure) {
  // The copy is no checkout: git must not take a folder above it for one.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy), npm_config_update_notifier: 'false' };
  const { status, stderr, stdout } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', env });
  if (status === 0) return;
  say(`${failure}:\n${stdout}\n${stderr}`);
  throw new Error(failure);
}

async function lookFor(name) {
  const { look } = await import(pathToFileURL(join(FOLDER, name, 'door.mjs')).href);
  try {
    console.log(`✓ ${name}: ${await look({ tripline, stack: startedStack, copy })}`);
  } catch (error) {
    failed += 1;
    console.log(`✗ ${name}: ${error.message}`);
  }
}

/** What the command line prints to standard output. */
function tripline(args, input = '') {
  const program = join(copy, 'packages/cli/bin/tripline.js');
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], {
    cwd: copy,
    encoding: 'utf8',
    input,
  });
  if (status !== 0) throw new Error(`tripline ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The copy's whole stack, started when the first asks for it: `call(method, path, body)` as its user, `url` of the dashboard, `signInLink()`. */
function startedStack() {
  stack ??= startStack();
  return stack;
}

async function startStack() {
  Object.assign(process.env, { PORT: '0', ADMIN_PORT: '0' });
  const { startThrowAwayStack } = await import(pathToFileURL(join(copy, 'packages/stack/dist/index.js')).href);
  const started = await startThrowAwayStack();
  const { email, password } = started.user;
  const post = async (url, body, headers = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const login = await post(`${started.rulesUrl}/v1/auth/login`, { email, password });
  const headers = { authorization: `Bearer ${login.data.accessToken}` };
  return {
    ...started,
    async call(method, path, body) {
      const base = path.startsWith('/v1/') ? started.rulesUrl : started.coverageUrl;
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      return JSON.parse(text);
    },
    linkFor: () => started.signInLink(email),
  };
}
