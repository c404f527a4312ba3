import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const START_MS = 60_000;

/**
 * Starts one of our processes and waits for the log line that matches `ready`.
 * @returns the match, the process id, and what stops it
 */
export async function startChild(file, env, ready) {
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const exited = once(child, 'exit');
  const match = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} did not start:\n${log}`)), START_MS);
    const read = (chunk) => {
      if (log.length < 1_000_000) log += chunk;
      const found = ready.exec(log);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${file} ended with ${code}:\n${log}`));
    });
  });
  return {
    match,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A clock tick of /proc: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Processor time of a process so far, in milliseconds; not a number where there is no /proc. */
export function cpuMs(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; what counts comes after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** Most memory a process ever had, in megabytes; not a number where there is no /proc. */
export function peakMegabytes(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
