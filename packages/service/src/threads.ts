import { setFlagsFromString } from 'node:v8';

/** The first major of Node.js that is known to let go of an ended thread only after V8 has (the image's). */
const LETS_GO_IN_ORDER = 26;

/**
 * Call it before the first thread is made: under Node.js before 26, threads made afterwards compile their hot code themselves, and not on
 * V8's background threads. They take longer to become fast: about a hundred advisories of 15 kB in place of forty.
 *
 * Node 20 ends the whole process ("Assertion failed: (data.first) != nullptr", node_platform.cc) where a thread is ended, for its time or
 * because its pool closes, while V8 still compiles code of that thread in the background: it forgets the thread before V8 has let go of it.
 * Mended in later majors (github.com/v8/node/pull/208). V8 reads the flag when a thread's heap is made, so what the main thread runs is
 * still compiled in the background.
 */
export function prepareThreads(): void {
  const major = Number(process.versions.node.split('.', 1)[0]);
  if (major < LETS_GO_IN_ORDER) setFlagsFromString('--no-concurrent-recompilation');
}
