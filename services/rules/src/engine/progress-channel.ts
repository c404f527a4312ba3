import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { GenerationProgress } from './engine-tasks.js';

/** Carries a task's progress out of its thread. */
export interface ProgressChannel {
  /** The end that goes into the thread. */
  readonly threadPort: MessagePort;
  /** Tells what has arrived and is not told yet: the result may come before the last steps that were sent ahead of it. */
  flush(): void;
  close(): void;
}

/** Opens a channel; `onProgress` is told each step, in the order in which the thread sent them. */
export function openProgressChannel(onProgress: (progress: GenerationProgress) => void): ProgressChannel {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onProgress);
  return {
    threadPort: port2,
    flush() {
      for (let next = receiveMessageOnPort(port1); next !== undefined; next = receiveMessageOnPort(port1)) {
        onProgress(next.message as GenerationProgress);
      }
    },
    close: () => port1.close(),
  };
}
