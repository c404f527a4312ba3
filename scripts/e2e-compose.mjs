// npm run e2e:compose [-- --keep] [jest arguments]: what docs/operate.md says for building and starting, with what tests need beside it, then the suite
// on that stack. It begins by taking down what an earlier run has left, and ends by taking down its own; with --keep the stack stays up, for npm run e2e.
// npm run e2e:compose -- --prepare: only what comes from elsewhere, Docker, the base images and the packages, which takes the network more than the processor.
import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './lib/bootstrap.mjs';
import { findBaseImages, findDocker } from './lib/docker.mjs';
import { FOLDER, PACKAGES_BUILD, PROJECT, SETTINGS, VARIABLES, writeSettings } from './lib/e2e-stack.mjs';
import { endRunningStep, StepError, step } from './lib/steps.mjs';

// Several times what a slow machine needs: they end what hangs, and say nothing of how fast it is.
const MINUTES = { takeDown: 5, init: 1, build: 30, up: 15, suite: 45, prune: 5 };
const LOG_LINES_SHOWN = 40;

const keep = process.argv.includes('--keep');
const args = process.argv.slice(2).filter((arg) => arg !== '--keep');

let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopped = true;
    endRunningStep('SIGTERM');
  });
}

process.exitCode = await (process.argv.includes('--prepare') ? prepare() : run());

async function prepare() {
  try {
    const engine = await findDocker();
    await findBaseImages(engine);
    // Building the images finds this stage made.
    const words = [engine.docker, ...PACKAGES_BUILD];
    await step('packages', words, { env: engine.env, minutes: MINUTES.build, quiet: true });
    return 0;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(`✗ ${error.message}`);
    return 1;
  }
}

async function run() {
  let engine;
  let ok = false;
  try {
    engine = await findDocker();
    await takeDown(engine);
    await findBaseImages(engine);
    await buildAndStart(engine);
    await runSuite(engine);
    ok = true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(`✗ ${stopped ? 'stopped: ' : ''}${error.message}`);
    if (engine && !stopped) showLogs(engine);
  }
  try {
    if (engine && !keep) await takeDown(engine);
    if (engine) await prune(engine);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(`✗ ${error.message}`);
    ok = false;
  }
  return ok && !stopped ? 0 : 1;
}

/** What is typed in deploy/ by docs/operate.md, with the settings of this stack. */
function compose(engine, ...words) {
  return [...engine.compose, '--env-file', SETTINGS, ...words];
}

async function buildAndStart(engine) {
  writeSettings();
  const inDeploy = { cwd: join(ROOT, 'deploy'), env: engine.env };
  await step('secrets', ['./init', FOLDER], { ...inDeploy, minutes: MINUTES.init, quiet: true });
  await step('images', compose(engine, 'build'), { ...inDeploy, minutes: MINUTES.build, quiet: true });
  await step('containers', compose(engine, 'up', '-d'), { ...inDeploy, minutes: MINUTES.up });
}

async function runSuite(engine) {
  const variables = JSON.parse(readFileSync(VARIABLES, 'utf8'));
  await step('suite', [process.execPath, join(ROOT, 'scripts/e2e.mjs'), ...args], {
    // Whatever stack the environment names, this run uses the one that was started here.
    env: { ...engine.env, ...variables },
    minutes: MINUTES.suite,
  });
}

/** Removes containers, networks and volumes of the project by its label: after a crash nothing else of it need be left. */
async function takeDown({ docker, env }) {
  rmSync(VARIABLES, { force: true });
  const label = `label=com.docker.compose.project=${PROJECT}`;
  const kinds = [
    ['containers', ['ps', '-aq'], ['rm', '-f', '-v']],
    ['networks', ['network', 'ls', '-q'], ['network', 'rm']],
    ['volumes', ['volume', 'ls', '-q'], ['volume', 'rm', '-f']],
  ];
  for (const [kind, list, remove] of kinds) {
    const { stdout } = spawnSync(docker, [...list, '--filter', label], { encoding: 'utf8', env, timeout: 60_000 });
    const ids = (stdout ?? '').split('\n').filter((id) => id !== '');
    if (ids.length > 0)
      await step(`remove ${kind} of ${PROJECT}`, [docker, ...remove, ...ids], {
        env,
        minutes: MINUTES.takeDown,
        quiet: true,
      });
  }
}

/** Removes images of this checkout that no tag names any more. */
async function prune({ docker, env }) {
  const words = ['image', 'prune', '--force', '--filter', `label=tripline.checkout=${PROJECT}`];
  await step('remove unused images', [docker, ...words], { env, minutes: MINUTES.prune, quiet: true });
}

function showLogs(engine) {
  if (!existsSync(SETTINGS)) return;
  const file = join(ROOT, '.local/e2e-compose.log');
  const log = openSync(file, 'w', 0o600);
  const options = { cwd: join(ROOT, 'deploy'), env: engine.env, timeout: 120_000 };
  const words = (...more) => compose(engine, 'logs', '--no-color', ...more);
  const [program, ...all] = words();
  spawnSync(program, all, { ...options, stdio: ['ignore', log, log] });
  for (const each of [compose(engine, 'ps'), words(`--tail=${LOG_LINES_SHOWN}`)])
    spawnSync(each[0], each.slice(1), { ...options, stdio: 'inherit' });
  say(`The whole logs of all containers: ${file}`);
}
