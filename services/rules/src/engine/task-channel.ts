import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { DraftSettings, EngineAnswers, RunOptions, ThreadMessage } from './engine-tasks.js';
import type { RulesToCover } from './tasks/cover-rules.js';

/** What a task and its thread say to each other before the task has ended. */
export interface TaskChannel<Kind extends keyof EngineAnswers> {
  /** The end that goes into the thread. */
  readonly threadPort: MessagePort;
  /**
   * Reports progress that has arrived but was not reported yet: the result may overtake the last steps.
   * @returns the answer, where the thread handed it over to be told what to compare
   * @throws what `settings` or `toCompare` threw
   */
  end(): EngineAnswers[Kind] | undefined;
  close(): void;
}

/** Opens a channel; `onProgress` is called for each step, in the thread's order. */
export function openTaskChannel<Kind extends keyof EngineAnswers>({
  onProgress,
  settings,
  toCompare,
}: {
  readonly onProgress: RunOptions['onProgress'];
  readonly settings: RunOptions['settings'];
  readonly toCompare: RunOptions<Kind>['toCompare'];
}): TaskChannel<Kind> {
  const { port1, port2 } = new MessageChannel();
  let answer: EngineAnswers[Kind] | undefined;
  let failed: { readonly error: unknown } | undefined;
  // The thread is let go in every case, and a fault is told once it has ended.
  const give = async (asked: Promise<DraftSettings | RulesToCover | undefined> | undefined): Promise<void> => {
    const given = await asked?.catch((error: unknown) => {
      failed = { error };
      return undefined;
    });
    port1.postMessage(given);
  };
  const take = (message: ThreadMessage): void => {
    if ('progress' in message) {
      onProgress?.(message.progress);
      return;
    }
    answer = message.answer as EngineAnswers[Kind];
    void give(toCompare?.(answer));
  };
  port1.on('message', take);
  if (settings !== undefined) void give(settings);
  return {
    threadPort: port2,
    end() {
      for (let next = receiveMessageOnPort(port1); next !== undefined; next = receiveMessageOnPort(port1)) {
        take(next.message as ThreadMessage);
      }
      if (failed !== undefined) throw failed.error;
      return answer;
    },
    close: () => port1.close(),
  };
}
