// Finds the Redis or Valkey server program. Plain JavaScript without packages, since it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['redis-server', 'valkey-server'];
const WHAT_TO_DO =
  'install redis-server or valkey-server (Debian and Ubuntu: sudo apt-get install redis-server), or set REDIS_URL to a Redis that runs';

/** The program on this machine, or the one that an earlier start unpacked below `local`; undefined when there is neither. */
export function findRedis(local) {
  if (process.env.REDIS_SERVER) return process.env.REDIS_SERVER;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = folders.flatMap((folder) => PROGRAMS.map((name) => join(folder, name))).find(isExecutable);
  if (found !== undefined) return found;
  const unpacked = join(local, 'redis', 'redis-server');
  return runs(unpacked) ? unpacked : undefined;
}

/** A way to get the program here without asking: a title and the work, which gives the program. @throws a sentence where there is none */
export function wayToGetRedis(local) {
  if (isDebian() && onPath('apt-get') && onPath('dpkg')) {
    return { title: `Unpacking the distribution's Redis into .local`, get: () => unpackPackage(local) };
  }
  if (onPath('brew')) return { title: 'Installing Redis with brew', get: () => installWithBrew(local) };
  throw new Error(`Tripline needs Redis, and there is none on this machine: ${WHAT_TO_DO}.`);
}

/**
 * Downloads the distribution's package, with the packages that it needs and the machine lacks, and unpacks them into a folder of ours. The
 * package manager's lists, archives and log are in that folder too, so it needs neither root nor the machine's locks, and changes nothing
 * on the machine.
 */
function unpackPackage(local) {
  const work = join(local, 'redis.new');
  rmSync(work, { recursive: true, force: true });
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'log', 'files'])
    mkdirSync(join(work, folder), { recursive: true });
  const settings = {
    'Dir::State': join(work, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
    'Dir::Log': join(work, 'log'),
    'Debug::NoLocking': 'true',
    // As root, apt would download as another user, who may not write here.
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  runOrThrow('apt-get', [...options, 'update', '-qq']);
  runOrThrow('apt-get', [
    ...options,
    'install',
    ...['--download-only', '--no-install-recommends', '-y', '-qq', 'redis-server'],
  ]);
  const archives = join(work, 'cache/archives');
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    runOrThrow('dpkg', ['-x', join(archives, file), join(work, 'files')]);
  writeFileSync(join(work, 'redis-server'), LAUNCHER);
  chmodSync(join(work, 'redis-server'), 0o755);
  runOrThrow(join(work, 'redis-server'), ['--version']);
  for (const folder of ['state', 'cache', 'log']) rmSync(join(work, folder), { recursive: true, force: true });
  const home = join(local, 'redis');
  rmSync(home, { recursive: true, force: true });
  renameSync(work, home);
  return join(home, 'redis-server');
}

/** Starts the unpacked program with the libraries that were unpacked beside it. */
const LAUNCHER = `#!/bin/sh
files=$(cd "$(dirname "$0")" && pwd)/files
for folder in "$files"/usr/lib/*-linux-gnu* "$files"/lib/*-linux-gnu*; do
  LD_LIBRARY_PATH=$folder\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH
exec "$files/usr/bin/redis-server" "$@"
`;

function installWithBrew(local) {
  runOrThrow('brew', ['install', '--quiet', 'redis']);
  const found = findRedis(local);
  if (found === undefined) throw new Error(`brew has installed Redis, but no program of it is found: ${WHAT_TO_DO}.`);
  return found;
}

function runOrThrow(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const run = spawnSync(command, args, { encoding: 'utf8', env });
  if (run.status === 0) return;
  const said = [run.stderr, run.error?.message].filter(Boolean).join('\n').trim().split('\n');
  const cause = said.filter((line) => /^(E:|Err:|dpkg)/.test(line)).slice(-2);
  const reason = (cause.length > 0 ? cause : said.slice(-2)).join(' ');
  const named = args.find((arg) => ['update', 'install'].includes(arg)) ?? '';
  throw new Error(
    `Tripline needs Redis, and ${`${command} ${named}`.trim()} could not bring it (${reason || `exit code ${run.status}`}): ${WHAT_TO_DO}.`,
  );
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function runs(program) {
  return isExecutable(program) && spawnSync(program, ['--version']).status === 0;
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
