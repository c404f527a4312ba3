// Steps of long commands: each has a time limit, a line with its seconds, and children that end with it.
import { spawn } from 'node:child_process';
import { ROOT, say } from './bootstrap.mjs';

/** A step that failed; its message is for a person. */
export class StepError extends Error {}

/** What the step under way has started, so that a signal ends it too. */
let running;

/**
 * Runs a program to its end as a step: its output is shown, and it is killed with all it has started when its time is up.
 * @param name what is done, for the line that says how long it took
 * @param options `minutes` is the limit; `cwd`, `env` and `quiet` (its output is only shown when it fails) as for a child
 * @throws StepError when it fails or takes too long
 */
export async function step(name, [program, ...args], { minutes, cwd = ROOT, env = process.env, quiet = false }) {
  const started = Date.now();
  say(`▸ ${name}: ${[program, ...args].join(' ')}`);
  const { status, late, output } = await runLimited([program, ...args], { minutes, cwd, env, quiet });
  const seconds = Math.round((Date.now() - started) / 1000);
  if (late) throw new StepError(`${name}: not done within ${minutes} minutes`);
  if (status !== 0) {
    if (quiet) say(output.trimEnd());
    throw new StepError(`${name}: ended with ${status} after ${seconds} s`);
  }
  say(`✓ ${name} (${seconds} s)`);
  return output;
}

/** The same without a word: gives exit code, whether it was too late, and with `quiet` the output. */
export function runLimited([program, ...args], { minutes, cwd = ROOT, env = process.env, quiet = true }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    running = child;
    let output = '';
    let late = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const timer = setTimeout(() => {
      late = true;
      endGroup(child, 'SIGKILL');
    }, minutes * 60_000);
    const end = (status) => {
      clearTimeout(timer);
      if (running === child) running = undefined;
      resolve({ status, late, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    // Not `close`: a daemon that a step starts may keep the pipes.
    child.once('exit', (code) => end(code ?? 1));
  });
}

/** Ends what the step under way has started, with the given signal. */
export function endRunningStep(signal) {
  if (running) endGroup(running, signal);
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
