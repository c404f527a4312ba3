import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./caretaker-main.js', import.meta.url));

/** Looks after a throw-away folder and the processes that work in it, for the case that their owner ends without stopping them. */
export interface Caretaker {
  /** Tells of a process that is to be ended then. */
  note(pid: number): void;
  /** The owner has cleaned up by itself. */
  dismiss(): void;
}

/**
 * Starts a process that waits for the end of this one, however it comes (Ctrl-C, a crash, kill -9), then ends the noted processes and removes
 * the folder. It learns of the end by its standard input, which closes with this process.
 */
export function startCaretaker(folder: string): Caretaker {
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  // A caretaker that is gone is not missed while its owner lives.
  child.stdin.on('error', () => undefined);
  return {
    note: (pid) => void child.stdin.write(`${pid}\n`),
    dismiss: () => void child.kill('SIGKILL'),
  };
}
