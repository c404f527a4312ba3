import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { StackProcess } from './child-process.js';

/** Stops a process and its children with SIGSTOP, calls `meanwhile`, and continues them. */
export async function pauseProcesses({ child }: StackProcess, meanwhile: () => Promise<void>): Promise<void> {
  if (child.pid === undefined) throw new Error('the process has not been started');
  // The parent first, so that it starts no further children.
  const stopped = [child.pid];
  process.kill(child.pid, 'SIGSTOP');
  for (const [pid, parent] of runningProcesses()) {
    if (parent !== child.pid) continue;
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  }
  try {
    await meanwhile();
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
}

/** Every process of this machine with its parent's id; without `/proc`, as `ps` says. */
function runningProcesses(): [pid: number, parent: number][] {
  const lines = existsSync('/proc/self/stat')
    ? readdirSync('/proc').flatMap((name) => {
        try {
          // The name, which may contain anything, is in brackets before the state and the parent's id.
          const [, parent] =
            readFileSync(`/proc/${Number(name)}/stat`, 'utf8')
              .split(') ')
              .at(-1)
              ?.split(' ') ?? [];
          return [`${name} ${parent}`];
        } catch {
          return [];
        }
      })
    : spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}
