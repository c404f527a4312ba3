import { type StackProcess, stopProcess } from './child-process.js';
import type { Instance } from './instance.js';

/** The processes a stack has started, in order. They are stopped in reverse, and watched, since none should end by itself. */
export interface ProcessBook {
  /** Adds a started process; `signal` is the one that asks it to stop. */
  add(process: StackProcess, signal: NodeJS.Signals): void;
  /** Resolves, with a sentence, when one ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
}

/** An empty list for an instance, which notes each process for the case that this one is killed. */
export function createProcessBook(instance: Pick<Instance, 'noteProcess'>): ProcessBook {
  const entries: { process: StackProcess; signal: NodeJS.Signals }[] = [];
  let stopping = false;
  let report: (sentence: string) => void = () => undefined;
  const broken = new Promise<string>((resolve) => {
    report = resolve;
  });
  return {
    add(process, signal) {
      entries.push({ process, signal });
      if (process.child.pid !== undefined) instance.noteProcess(process.child.pid);
      void process.ended.then((how) => {
        if (!stopping) report(`${process.name} ended by itself (${how}); its log: ${process.logFile}`);
      });
    },
    broken,
    async stop() {
      stopping = true;
      for (const { process, signal } of entries.reverse().splice(0)) await stopProcess(process, signal);
    },
    kill() {
      for (const { process } of entries) process.child.kill('SIGKILL');
    },
  };
}
