import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog, logWarnings } from '@tripline/service';
import { runCoverageJob, SAMPLE_ACCOUNT } from './coverage-job.js';
import { acquireInstance, type Instance, instanceSecrets } from './instance.js';
import { type LocalStack, startLocalStack } from './local-stack.js';
import { ensureLocalUser, type LocalUser, signInLink } from './local-user.js';
import { renderNextSteps } from './next-steps.js';
import { ROOT, SAMPLE_ADVISORY } from './paths.js';
import { createProgress, type Progress } from './progress.js';
import { generate, type JobInput, login } from './rules-client.js';
import { renderGeneration } from './show.js';

const USAGE =
  'usage: npm start [-- [URL] [--once]]   URL: the advisory to read instead of the sample; --once: end after the job';
/** Access tokens are valid for 15 minutes; `stack.json` always has one with some minutes left. */
const TOKEN_REFRESH_MS = 10 * 60_000;

/**
 * `npm start`: sets up the stack, runs the main job, and stays until Ctrl-C (or ends at once with `--once`).
 * @returns the exit code: 0 when the job gave rules, 1 when anything failed, 2 for a usage error
 */
export async function start(argv: readonly string[]): Promise<number> {
  const options = readArguments(argv);
  if (options === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const progress = createProgress();
  const instance = await acquireInstance();
  if (instance.number > 1)
    progress.say(`Another copy runs in this folder; this one keeps its data in ${relative(ROOT, instance.folder)}`);
  // Warnings of libraries do not concern users of npm start; they are in a log beside the others.
  const logFile = join(instance.folder, 'logs', 'start.log');
  logWarnings(createLog({ name: 'tripline-start', level: 'info' }, { write: (line) => appendFileSync(logFile, line) }));
  const stopSignal = waitForStopSignal();
  let stack: LocalStack | undefined;
  try {
    const secrets = instanceSecrets(instance.folder);
    stack = await startLocalStack(instance, secrets, progress);
    const running = stack;
    stopSignal.onSecond(() => running.kill());
    const user = await progress.step('Local user and key', () => ensureLocalUser(running, instance.folder, secrets));
    const stackFile = writeStackFile(instance, running, user);
    const ok = await Promise.race([runJobs(instance, running, user, options.input, progress), stopSignal.first]);
    if (ok === undefined) return 1;
    if (options.once) return ok ? 0 : 1;
    const { coverageUrl, dashboardUrl, mailUrl, rulesUrl } = running;
    const account = running.sampleCloud === undefined ? undefined : SAMPLE_ACCOUNT;
    // npm changes to the package's folder and puts the caller's folder into INIT_CWD.
    process.stdout.write(
      renderNextSteps(
        {
          dashboardUrl,
          link: await signInLink(running, user.email),
          mailUrl,
          user,
          rulesUrl,
          coverageUrl,
          stackFile,
          account,
        },
        process.env['INIT_CWD'] || process.cwd(),
      ),
    );
    const refresher = refreshToken(instance, running, user, progress);
    const broken = await Promise.race([stopSignal.first, running.broken]);
    clearInterval(refresher);
    if (broken !== undefined) progress.say(broken);
    return broken === undefined ? 0 : 1;
  } catch (error) {
    progress.say(messageOf(error));
    return 1;
  } finally {
    if (stack !== undefined) await progress.step('Stopping', stack.stop);
    instance.release();
    stopSignal.dispose();
  }
}

/** Keeps a token in `stack.json` that is valid, until the interval is cleared. */
const refreshToken = (instance: Instance, running: LocalStack, user: LocalUser, progress: Progress): NodeJS.Timeout =>
  setInterval(() => {
    login(running.rulesUrl, user.email, user.password)
      .then((jwt) => writeStackFile(instance, running, { ...user, jwt }))
      .catch((error: unknown) => progress.say(`stack.json keeps its old token: ${messageOf(error)}`));
  }, TOKEN_REFRESH_MS);

function readArguments(argv: readonly string[]): { input: JobInput; once: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { once: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length > 1) return undefined;
    const [url] = positionals;
    const input =
      url === undefined ? { fileName: basename(SAMPLE_ADVISORY), bytes: readFileSync(SAMPLE_ADVISORY) } : { url };
    return { input, once: values.once === true };
  } catch {
    return undefined;
  }
}

/**
 * Rules for an advisory, then the coverage of the sample account. A job that fails is reported, and stops neither the other nor the stack.
 */
async function runJobs(
  instance: Instance,
  stack: LocalStack,
  user: LocalUser,
  input: JobInput,
  progress: Progress,
): Promise<boolean> {
  const reportFailure = (error: unknown): boolean => {
    progress.say(`  ${messageOf(error)}`);
    progress.say(`  Logs: ${relative(process.cwd(), join(instance.folder, 'logs'))}`);
    return false;
  };
  const generated = await runMainJob(stack, user, input, progress).catch(reportFailure);
  const scanned = await runCoverageJob(stack, user.apiKey, progress).catch(reportFailure);
  return generated && scanned;
}

/** Generates rules and prints them. False when there were none. */
async function runMainJob(stack: LocalStack, user: LocalUser, input: JobInput, progress: Progress): Promise<boolean> {
  const title = 'url' in input ? `Reading ${input.url}` : 'Reading the sample advisory';
  const generation = await progress.step(title, (detail) => generate(stack.rulesUrl, user.apiKey, input, detail));
  process.stdout.write(`${renderGeneration(generation)}\n`);
  return generation.rules.length > 0;
}

/** Writes what scripts need to use the stack; only its owner may read it. */
function writeStackFile(instance: Instance, stack: LocalStack, user: LocalUser): string {
  const file = join(instance.folder, 'stack.json');
  const content = {
    dashboardUrl: stack.dashboardUrl,
    mailUrl: stack.mailUrl,
    rulesUrl: stack.rulesUrl,
    coverageUrl: stack.coverageUrl,
    databaseUrl: stack.databaseUrl,
    redisUrl: stack.redisUrl,
    sampleAwsUrl: stack.sampleCloud?.url,
    user: { email: user.email, password: user.password },
    jwt: user.jwt,
    apiKey: user.apiKey,
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** Ctrl-C and SIGTERM: the first asks to stop, the second ends without waiting. */
function waitForStopSignal(): { first: Promise<undefined>; onSecond(force: () => void): void; dispose(): void } {
  let count = 0;
  let force = () => {};
  let resolveFirst: (value: undefined) => void = () => {};
  const first = new Promise<undefined>((resolve) => {
    resolveFirst = resolve;
  });
  const listener = () => {
    count += 1;
    if (count === 1) resolveFirst(undefined);
    else force();
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return {
    first,
    onSecond: (callback) => {
      force = callback;
    },
    dispose: () => {
      process.removeListener('SIGINT', listener);
      process.removeListener('SIGTERM', listener);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
