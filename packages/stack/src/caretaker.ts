import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./caretaker-main.js', import.meta.url));

/** Cleans up a temporary folder and its processes when their owner ends without stopping them. */
export interface Caretaker {
  /** Adds a process to end. */
  note(pid: number): void;
  /** The owner has cleaned up itself; nothing is left to do. */
  dismiss(): void;
}

/**
 * Starts a process that waits for the end of this one, whatever causes it (Ctrl-C, a crash, kill -9), then ends the noted processes and
 * removes the folder. Its standard input closes with this process, which is how it learns of the end.
 */
export function startCaretaker(folder: string): Caretaker {
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  // While its owner lives, a caretaker that has ended does not matter.
  child.stdin.on('error', () => undefined);
  return {
    note: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.kill('SIGKILL'),
  };
}
