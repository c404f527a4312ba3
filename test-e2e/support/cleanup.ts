/** What to do when a test file has ended, whatever became of it; the last registered is done first. */
export interface Cleanup {
  add(work: () => Promise<unknown>): void;
}

/** Cleans up after the tests of the file that calls it. What cannot be cleaned up fails the file. */
export function createCleanup(): Cleanup {
  const works: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    const faults: unknown[] = [];
    for (const work of works.reverse()) await work().catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} things could not be cleaned up`);
  });
  return { add: (work) => works.push(work) };
}
