// npm run test:starts [-- --rounds N]: N rounds [20] of three `npm start -- --once` at the same moment, in three copies of this checkout. Every start must
// go through to rules, coverage and gaps. Ends with the line "N passed, N failed". The copies are temporary; they borrow this checkout's packages.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

const COPIES = 3;
/** Far longer than any start takes, so that only one that hangs reaches it. */
const LIMIT_MS = 10 * 60_000;
/** How long one that is asked to stop may take for it. */
const STOP_MS = 60_000;
/** What a start prints of rules, of coverage, and of gaps. */
const SIGNS = ['as Sigma:', 'The same rule for six SIEMs:', 'Scanned "Sample account"', 'The first gaps:'];
/** These would choose ports or servers, of which a start without settings takes its own. */
const CHOICES =
  /^(PORT|\w+_PORT|DATABASE_URL|MIGRATION_DATABASE_URL|REDIS_URL|SMTP_URL|PUBLIC_URL|AWS_ENDPOINT_URL)(_FILE)?$/;
const LAST_LINES = 30;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  say(`--rounds takes a whole number from 1 on, not "${values.rounds}"`);
  process.exit(2);
}
await bootstrap({ redis: true, types: false });
const { rootStateDirOf } = await import('../packages/stack/dist/postgres.js');

const home = mkdtempSync(join(tmpdir(), 'tripline-starts-'));
// Postgres does not run as root; the user that it then runs as must come through here.
chmodSync(home, 0o711);
const copies = Array.from({ length: COPIES }, (_, index) => join(home, `copy-${index + 1}`));
const running = new Set();
process.once('exit', () => {
  for (const folder of [home, ...copies.map(rootStateDirOf)]) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    // The first asks a start to stop all that it has started.
    const ends = [...running].map(({ child, ended }) => {
      process.kill(-child.pid, 'SIGTERM');
      return ended;
    });
    await Promise.all(ends);
    process.exit(1);
  });
}

for (const copy of copies) copyCheckout(copy);
const sum = { passed: 0, failed: 0 };
for (let round = 1; round <= rounds; round += 1) {
  const began = Date.now();
  const results = await Promise.all(copies.map(startOnce));
  const failed = results.filter(({ fault }) => fault !== undefined);
  sum.failed += failed.length;
  sum.passed += results.length - failed.length;
  for (const { copy, fault, output } of failed) {
    say(`\n✗ round ${round}, ${copy}: ${fault}\n${output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')}\n`);
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  say(
    `${failed.length === 0 ? '✓' : '✗'} round ${round} of ${rounds}: ${COPIES - failed.length} of ${COPIES} (${seconds} s)`,
  );
}
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

/** The checkout as it is now, built, without its history and data. Packages from the registry, which no start writes, are this checkout's. */
function copyCheckout(folder) {
  const left = new Set(['.git', '.local', join('node_modules', '.pnpm')].map((name) => join(ROOT, name)));
  cpSync(ROOT, folder, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (source) => !left.has(source),
  });
  symlinkSync(join(ROOT, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'), 'dir');
  mkdirSync(join(folder, '.local'));
  copyFileSync(join(ROOT, '.local/installed'), join(folder, '.local/installed'));
}

/** One `npm start -- --once`; `fault` says why it has failed. */
async function startOnce(copy) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !CHOICES.test(name)));
  const child = spawn('npm', ['start', '--', '--once'], {
    cwd: copy,
    env: { ...env, INIT_CWD: copy },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const entry = { child, ended };
  running.add(entry);
  let late = false;
  const timers = [
    setTimeout(() => {
      late = true;
      process.kill(-child.pid, 'SIGTERM');
    }, LIMIT_MS),
    setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT_MS + STOP_MS),
  ];
  const how = await ended;
  timers.forEach(clearTimeout);
  running.delete(entry);
  const missing = SIGNS.find((sign) => !output.includes(sign));
  let fault;
  if (late) fault = `it has not ended within ${LIMIT_MS / 60_000} minutes`;
  else if (how !== 0) fault = `it ended with ${how}`;
  else if (missing !== undefined) fault = `it never said "${missing}"`;
  return { copy, fault, output };
}
