// A Docker to use: one that runs already, else the distribution's, installed and started where that can be done here.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, say } from './bootstrap.mjs';
import { runLimited, StepError, step } from './steps.mjs';

/** What would mend a machine without Docker, on Debian and its like. */
const MEND =
  'apt-get update && apt-get install -y docker.io docker-compose && (setsid dockerd >/var/log/dockerd.log 2>&1 &)';
const DAEMON_LOG = '/var/log/dockerd.log';
const STARTED_WITHIN_MS = 60_000;
const DAEMON_PID = '/var/run/docker.pid';
/** Makes stand-ins for public images out of Debian's packages; beside the repository on machines that reach no registry. */
const STAND_INS = join(ROOT, '../shared/tools/offline-base-images');

/**
 * Makes sure that a Docker engine answers and that there is a compose for it. One that runs is used and left running, one that was started here is
 * left running too.
 * @returns `docker` and `compose`, the words a command begins with, and `env` for their children
 * @throws StepError that says the one command that would mend it
 */
export async function findDocker() {
  if (!answers(client())) await startDocker();
  const docker = client();
  const version = ask([docker, 'version', '--format', '{{.Server.Version}}']);
  const compose = (await findCompose(docker)) ?? (await installCompose(docker));
  // Other programs that call `docker` find this one.
  const env = { ...process.env, PATH: `${dirname(docker)}:${process.env.PATH}` };
  say(`Docker ${version}, ${ask([...compose, 'version', '--short'])} as ${compose.join(' ')}`);
  return { docker, compose, env };
}

/** The client that belongs to Debian's engine, else the one on the PATH. */
function client() {
  return existsSync('/usr/bin/docker') ? '/usr/bin/docker' : (ask(['sh', '-c', 'command -v docker']) ?? 'docker');
}

function ask([program, ...args]) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? stdout.trim() : undefined;
}

const answers = (docker) => ask([docker, 'info', '--format', '{{.ServerVersion}}']) !== undefined;

async function startDocker() {
  const refuse = (why) => {
    throw new StepError(`${why}. The end-to-end tests need Docker; this would mend it, as root:\n    ${MEND}`);
  };
  if (process.getuid?.() !== 0) refuse('No Docker engine answers, and only root can start one');
  const daemon = () => ask(['sh', '-c', 'command -v dockerd']);
  if (!daemon()) {
    if (!ask(['sh', '-c', 'command -v apt-get']))
      refuse('There is no Docker engine here, and no apt-get to install it');
    await install(['docker.io', 'docker-compose']).catch((error) => refuse(error.message));
  }
  say(`▸ starting dockerd, whose log is ${DAEMON_LOG}`);
  const log = openSync(DAEMON_LOG, 'a');
  const end = Date.now() + STARTED_WITHIN_MS;
  let child;
  while (!answers(client())) {
    // One that was killed a moment ago is still dying, and a new one then refuses to start; so it is tried again.
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      forgetDeadDaemon();
      child = spawn(daemon(), [], { detached: true, stdio: ['ignore', log, log] });
      child.unref();
    }
    if (Date.now() > end) {
      say(readFileSync(DAEMON_LOG, 'utf8').split('\n').slice(-40).join('\n'));
      refuse(`dockerd did not answer within ${STARTED_WITHIN_MS / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Removes what names a dockerd that no longer runs: its number may be that of another process, or of one that nobody has waited for. */
function forgetDeadDaemon() {
  if (!existsSync(DAEMON_PID)) return;
  const status = ask(['cat', `/proc/${Number(readFileSync(DAEMON_PID, 'utf8'))}/status`]) ?? '';
  if (!/^Name:\s+dockerd$/m.test(status) || /^State:\s+[ZX]/m.test(status)) rmSync(DAEMON_PID, { force: true });
}

async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step('apt-get update', ['apt-get', 'update', '-qq'], { minutes: 10, env, quiet: true });
  const words = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'iptables', ...packages];
  await step(`install ${packages.join(' and ')}`, words, { minutes: 15, env, quiet: true });
}

/** Compose v2, else the docker-compose of before; undefined where there is neither. */
async function findCompose(docker) {
  for (const words of [[docker, 'compose'], ['docker-compose']]) {
    if (ask([...words, 'version', '--short']) !== undefined) return words;
  }
  return undefined;
}

async function installCompose(docker) {
  const refuse = () => {
    throw new StepError(
      'Docker has no compose; this would mend it, as root:\n    apt-get update && apt-get install -y docker-compose',
    );
  };
  if (process.getuid?.() !== 0 || !ask(['sh', '-c', 'command -v apt-get'])) refuse();
  await install(['docker-compose']);
  return (await findCompose(docker)) ?? refuse();
}

/**
 * Makes sure that the base images of deploy/images.env are here: they are pulled, or, where no registry answers, made by the tool beside the
 * repository.
 * @throws StepError that names the images that are missing
 */
export async function findBaseImages({ docker }) {
  const file = join(ROOT, 'deploy/images.env');
  const images = readFileSync(file, 'utf8').match(/(?<=^[A-Z]+_IMAGE=).+$/gm);
  const here = (image) => ask([docker, 'image', 'inspect', '--format', '{{.Id}}', image]) !== undefined;
  for (const image of images) {
    if (here(image)) continue;
    say(`▸ docker pull ${image}`);
    const { output, status } = await runLimited([docker, 'pull', '--quiet', image], { minutes: 10 });
    if (status === 0) continue;
    say(output.trim().split('\n').at(-1));
    if (!existsSync(STAND_INS)) break;
    await step('stand-ins for the base images', [STAND_INS, '--read', file], { minutes: 30 });
  }
  const missing = images.filter((image) => !here(image));
  if (missing.length > 0)
    throw new StepError(`These base images are not here, and no registry gave them: ${missing.join(', ')}`);
}
