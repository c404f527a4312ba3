// npm run test:e2e-cutoff [-- --during images|containers|suite] [jest arguments]: kills e2e:compose midway as a machine that loses its power would, its
// containers and dockerd too, and runs it again, which has to pass. Ends with one line. It refuses a Docker on which others have containers.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './lib/bootstrap.mjs';
import { findDocker } from './lib/docker.mjs';
import { PROJECT } from './lib/e2e-stack.mjs';

const given = process.argv.slice(2);
const place = given.indexOf('--during');
const during = place === -1 ? 'suite' : given[place + 1];
const args = place === -1 ? given : given.toSpliced(place, 2);
if (!['images', 'containers', 'suite'].includes(during)) {
  say(`--during takes images, containers or suite; not "${during}"`);
  process.exit(2);
}
/** The first line that shows that the step has got somewhere. */
const UNDER_WAY = {
  images: /▸ images:/,
  containers: /^Creating .*_redis_1|Container .*redis/m,
  suite: /✓ [a-z].*\(\d/,
};
const DOCKER_PID = '/var/run/docker.pid';

const { docker } = await findDocker();
const list = (...words) => spawnSync(docker, words, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
const others = list('ps', '--format', '{{.Names}}\t{{.Label "com.docker.compose.project"}}').filter(
  (line) => !line.endsWith(`\t${PROJECT}`),
);
if (others.length > 0) {
  say(
    `Not run: this Docker has containers of others, which it would kill: ${others.map((line) => line.split('\t')[0]).join(', ')}`,
  );
  process.exit(1);
}
await cutOff();
const passed = (await runCompose()) === 0;
console.log(
  passed
    ? `passed after a run that was killed during: ${during}`
    : `failed after a run that was killed during: ${during}`,
);
process.exitCode = passed ? 0 : 1;

/** Starts e2e:compose and kills it, its containers and dockerd when it is where it is to be cut off. */
function cutOff() {
  return new Promise((resolve, reject) => {
    const child = start(['ignore', 'pipe', 'pipe']);
    let seen = '';
    let reached = false;
    const look = (text) => {
      process.stderr.write(text);
      seen = reached ? '' : seen + text;
      if (reached) return;
      const [, suite] = during === 'suite' ? seen.split('▸ suite:') : [undefined, seen];
      if (suite === undefined || !UNDER_WAY[during].test(suite)) return;
      reached = true;
      say(`\n▸ killing it during: ${during}`);
      const containers = list('ps', '-q', '--filter', `label=com.docker.compose.project=${PROJECT}`);
      const inside =
        containers.length === 0 ? [] : list('inspect', '--format', '{{.State.Pid}}', ...containers).map(Number);
      const steps = childrenOf(child.pid);
      // dockerd first: it would start containers again.
      for (const pid of [Number(readFileSync(DOCKER_PID, 'utf8')), child.pid, ...steps, ...inside]) kill(pid);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', look);
    child.once('error', reject);
    child.once('exit', (code) => {
      if (reached) resolve();
      else reject(new Error(`e2e:compose ended with ${code} before it could be killed during: ${during}`));
    });
  });
}

function runCompose() {
  return new Promise((resolve) => start('inherit').once('exit', (code) => resolve(code ?? 1)));
}

function start(stdio) {
  return spawn(process.execPath, [join(ROOT, 'scripts/e2e-compose.mjs'), ...args], { cwd: ROOT, stdio });
}

/** All that a process has started, and what those have. */
function childrenOf(pid) {
  const own = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter((each) => each > 0);
  return own.flatMap((each) => [each, ...childrenOf(each)]);
}

function kill(pid) {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
