import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { GenerationProgress } from './engine-tasks.js';

/** Carries a task's progress out of its thread. */
export interface ProgressChannel {
  /** The end that goes into the thread. */
  readonly threadPort: MessagePort;
  /** Reports progress that has arrived but was not reported yet: the result may overtake the last steps. */
  flush(): void;
  close(): void;
}

/** Opens a channel; `onProgress` is called for each step, in the thread's order. */
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
