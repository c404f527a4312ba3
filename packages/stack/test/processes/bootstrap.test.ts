import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/npm-start.js';

let clone: string;
let programs: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'tripline-clone-'));
  for (const part of ['scripts', 'package.json']) cpSync(join(ROOT, part), join(clone, part), { recursive: true });
  for (const part of ['packages', 'services']) mkdirSync(join(clone, part));
  programs = join(clone, 'bin');
  mkdirSync(programs);
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Makes a program that prints a line on standard error, exits with a code and leaves a file as evidence that it ran. */
function addProgram(name: string, line: string, code: number): void {
  const script = `#!/bin/sh\n: > '${join(clone, `${name}-ran`)}'\necho '${line}' >&2\nexit ${code}\n`;
  writeFileSync(join(programs, name), script, { mode: 0o755 });
}

/** Runs `npm start` in a clone without installed packages, on a machine with only the given programs. */
function start(env: NodeJS.ProcessEnv = {}) {
  const run = spawnSync(process.execPath, [join(clone, 'scripts/start.mjs'), '--once'], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: programs, HOME: clone, ...env },
  });
  return { status: run.status, said: run.stderr.trim() };
}

describe('a machine without a Redis', () => {
  test('on which none can be had is told what to do in one sentence, before anything is installed', () => {
    addProgram('npx', 'npx', 1);
    const { said, status } = start();
    expect(status).toBe(1);
    expect(said.split('\n')).toHaveLength(1);
    expect(said).toMatch(/^Tripline needs Redis, .* install redis-server or valkey-server .* or set REDIS_URL/);
    expect(existsSync(join(clone, 'npx-ran'))).toBe(false);
  });

  test('whose package manager fails is told why, before anything is installed', () => {
    // A failing brew stands for machines without apt-get.
    addProgram('apt-get', 'E: Could not resolve deb.debian.org', 100);
    addProgram('brew', 'E: Could not resolve deb.debian.org', 1);
    addProgram('dpkg', '', 0);
    addProgram('npx', 'npx', 1);
    const { said, status } = start();
    expect(status).toBe(1);
    expect(said).toMatch(/Tripline needs Redis, and (apt-get update|brew install) could not bring it/);
    expect(said).toContain('Could not resolve deb.debian.org');
    expect(said).toContain('set REDIS_URL');
    expect(existsSync(join(clone, 'npx-ran'))).toBe(false);
  });

  test('but with an address of one goes on to install the packages', () => {
    addProgram('npx', 'the registry is away', 1);
    const { said, status } = start({ REDIS_URL: 'redis://127.0.0.1:6379' });
    expect(status).toBe(1);
    expect(said).toContain('the packages could not be installed:\nthe registry is away');
  });
});

test('packages are installed by the pnpm that package.json names, whatever pnpm the machine has', () => {
  addProgram('pnpm', 'this is another pnpm', 1);
  addProgram('redis-server', '', 0);
  for (const part of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc']) cpSync(join(ROOT, part), join(clone, part));
  for (const name of ['npm', 'npx', 'node', 'sh', 'env']) linkProgram(name);
  const { said } = start({ PATH: `${programs}:/usr/bin:/bin`, HOME: process.env['HOME'] ?? clone });
  expect(said).not.toContain('this is another pnpm');
  expect(existsSync(join(clone, 'pnpm-ran'))).toBe(false);
});

function linkProgram(name: string): void {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  if (found !== '') symlinkSync(found, join(programs, name));
}
