import { setFlagsFromString } from 'node:v8';

/**
 * Call it before the first thread is made: threads made afterwards compile their hot code themselves, and not on V8's background threads.
 *
 * Node 20 ends the whole process ("Assertion failed: (data.first) != nullptr", node_platform.cc) where a thread is ended, for its time or
 * because its pool closes, while V8 still compiles code of that thread in the background: it forgets the thread before V8 has let go of it.
 * Mended in later majors (github.com/v8/node/pull/208). V8 reads the flag when a thread's heap is made, so what the main thread runs is
 * still compiled in the background.
 */
export function prepareThreads(): void {
  setFlagsFromString('--no-concurrent-recompilation');
}
