// npm run e2e:compose [-- --keep] [jest arguments]: builds the images, starts the stack of deploy/compose.yaml with what tests need, runs
// the suite on it, and stops it. With --keep it stays up, for npm run e2e; the next e2e:compose without --keep stops it.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './lib/bootstrap.mjs';

const PROJECT = 'tripline-e2e';
const FOLDER = join(ROOT, '.local/e2e');
/** Read by scripts/e2e.mjs. */
const VARIABLES = join(FOLDER, 'variables.json');
const SECRETS = join(FOLDER, 'compose.json');
const FILES = [
  '--env-file',
  'deploy/e2e.env',
  '-p',
  PROJECT,
  '-f',
  'deploy/compose.yaml',
  '-f',
  'deploy/compose.e2e.yaml',
];

const keep = process.argv.includes('--keep');
const args = process.argv.slice(2).filter((arg) => arg !== '--keep');

mkdirSync(FOLDER, { recursive: true });
const [command, first] = composeCommand();
const env = { ...process.env, ...secrets() };
const compose = (...rest) =>
  spawnSync(command, [...first, ...FILES, '--profile', 'proxy', ...rest], { cwd: ROOT, stdio: 'inherit', env });

process.exitCode = run();

function run() {
  try {
    if (spawnSync('sh', [join(ROOT, 'deploy/init'), FOLDER], { stdio: 'inherit' }).status !== 0) return 1;
    if (compose('up', '-d', '--build', '--remove-orphans').status !== 0) {
      say('The stack of compose did not start.');
      writeLogs();
      return 1;
    }
    writeFileSync(VARIABLES, JSON.stringify(variables(), null, 2), { mode: 0o600 });
    const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/e2e.mjs'), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      // Whatever stack the environment names, this run uses the one that was started here.
      env: { ...process.env, ...variables() },
    });
    if (status !== 0) writeLogs();
    return status ?? 1;
  } finally {
    if (!keep) {
      compose('down', '-v', '--remove-orphans');
      for (const file of [VARIABLES, SECRETS]) rmSync(file, { force: true });
    }
  }
}

/** Compose v2, else the docker-compose of before. */
function composeCommand() {
  if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0) return ['docker', ['compose']];
  return ['docker-compose', []];
}

/** The secrets are kept while the stack is up, since its data depend on them. */
function secrets() {
  if (existsSync(SECRETS)) return JSON.parse(readFileSync(SECRETS, 'utf8'));
  const made = { ADMIN_TOKEN: randomBytes(24).toString('hex'), POSTGRES_PASSWORD: randomBytes(24).toString('hex') };
  writeFileSync(SECRETS, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** The addresses of deploy/e2e.env and deploy/compose.e2e.yaml. */
function variables() {
  return {
    RULES_URL: 'http://127.0.0.1:4080',
    COVERAGE_URL: 'http://127.0.0.1:4080/api/v1/public',
    COVERAGE_DOCUMENT_URL: 'http://127.0.0.1:4080/coverage/openapi.json',
    ADMIN_TOKEN: env.ADMIN_TOKEN,
    MAIL_URL: 'http://127.0.0.1:4025',
    AWS_SAMPLE_URL: 'http://127.0.0.1:4566',
    ADVISORY_URL: 'http://advisories:8080/copper-wren.html',
    E2E_COMPOSE_PROJECT: PROJECT,
    PROXY_METRICS_URL: 'http://127.0.0.1:4404/metrics',
  };
}

function writeLogs() {
  const file = join(FOLDER, 'compose.log');
  const log = openSync(file, 'w', 0o600);
  spawnSync(command, [...first, ...FILES, 'logs', '--no-color'], { cwd: ROOT, env, stdio: ['ignore', log, log] });
  say(`The logs of all containers: ${file}`);
}
