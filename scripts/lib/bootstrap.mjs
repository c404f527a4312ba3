// What every command of package.json needs first, on a machine with only Node.js and npm: the packages and the build. Plain JavaScript
// without imports from node_modules, which does not exist yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRedis, wayToGetRedis } from './redis.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const LOCAL = join(ROOT, '.local');

/** Prints a line of progress to standard error, so that standard output stays the command's own. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Installs the packages (when the lock file or a manifest changed since the last time) and builds. With `redis` it first makes sure of a Redis
 * program, whose path `REDIS_SERVER` then has. With `projects` it builds only those, by their folders. Without `types` they are
 * not checked, which halves the work of a first build; the next command that checks them does so then. One copy does this at a time. Ends the process with a sentence when it cannot.
 */
export async function bootstrap({ redis = false, projects = [], types = true } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    say(`Tripline needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org`);
    process.exit(1);
  }
  mkdirSync(LOCAL, { recursive: true });
  const release = await lock(join(LOCAL, 'bootstrap.lock'));
  try {
    if (redis) process.env.REDIS_SERVER = findRedis(LOCAL) ?? getRedis();
    install();
    build(projects, types);
  } finally {
    release();
  }
}

function getRedis() {
  try {
    const { title, get } = wayToGetRedis(LOCAL);
    return step(title, get);
  } catch (error) {
    say(`\n${error.message}`);
    process.exit(1);
  }
}

function install() {
  const stampFile = join(LOCAL, 'installed');
  const stamp = installStamp();
  if (existsSync(join(ROOT, 'node_modules/.modules.yaml')) && readIfThere(stampFile) === stamp) return;
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  step('Installing packages (the first time takes a minute)', () => {
    run(
      'npx',
      // The package is named by an option; otherwise an npx inside another would run the outer one's package.
      ['--yes', `--package=${packageManager}`, '--', 'pnpm', 'install', '--frozen-lockfile', '--reporter=append-only'],
      'the packages could not be installed',
    );
  });
  writeFileSync(stampFile, stamp);
}

/** @param projects what to build, with all that it needs; nothing is everything */
function build(projects, types) {
  step('Building', () => {
    const flags = types ? [] : ['--noCheck'];
    run(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', ...flags, ...projects],
      'the build failed',
    );
    run(process.execPath, [join(ROOT, 'scripts/bundle.mjs')], 'the packages could not be bundled');
    if (projects.length === 0)
      run(process.execPath, [join(ROOT, 'scripts/page.mjs')], 'the dashboard could not be built');
  });
}

/** Lock file, manifests, Node's ABI and platform: a change of any makes the installed packages stale. */
function installStamp() {
  const hash = createHash('sha256').update(`${process.versions.modules} ${process.platform} ${process.arch}`);
  const manifests = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(ROOT, group)).sort()) manifests.push(`${group}/${name}/package.json`);
  }
  for (const name of [...manifests, 'bench/package.json', 'deploy/package.json', 'test-e2e/package.json'])
    hash.update(readIfThere(join(ROOT, name)) ?? '');
  return hash.digest('hex');
}

function step(title, work) {
  const started = Date.now();
  // On a terminal the line of the running step is written over; in a log each step is one line.
  const live = process.stderr.isTTY;
  if (live) process.stderr.write(`• ${title} …`);
  const result = work();
  process.stderr.write(`${live ? '\r\x1b[2K' : ''}✓ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  return result;
}

/** Runs a command to its end; its output is shown only when it fails. */
function run(command, args, failure) {
  const env = { ...process.env, npm_config_update_notifier: 'false', npm_config_loglevel: 'error' };
  const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return;
  say(`\n${failure}:\n${[result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n').trim()}`);
  process.exit(1);
}

/** Takes a lock folder, waiting for a live holder and clearing a dead one's. */
async function lock(folder) {
  const owner = join(folder, 'pid');
  let waiting = false;
  for (;;) {
    try {
      mkdirSync(folder);
      writeFileSync(owner, String(process.pid));
      const release = () => rmSync(folder, { recursive: true, force: true });
      process.once('exit', release);
      return () => {
        process.removeListener('exit', release);
        release();
      };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(folder, Number(readIfThere(owner)))) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!waiting) say('Another copy is installing or building in this folder; waiting for it');
    waiting = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Whether a lock has no holder: its process has ended, or it was without a name for ten seconds. */
function isStale(folder, pid) {
  if (!pid) {
    try {
      return Date.now() - statSync(folder).mtimeMs > 10_000;
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
