/** Actions to run when a test file has ended, whether it passed or not; the last registered runs first. */
export interface Cleanup {
  add(work: () => Promise<unknown>): void;
}

/** Registers the clean-up with the test file that calls it. A failed clean-up fails the file. */
export function createCleanup(): Cleanup {
  const works: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    const faults: unknown[] = [];
    for (const work of works.reverse()) await work().catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} things could not be cleaned up`);
  });
  return { add: (work) => works.push(work) };
}
