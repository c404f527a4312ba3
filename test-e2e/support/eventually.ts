/**
 * Calls `look` every 50 ms until it gives a value.
 * @returns the value
 * @throws Error that says what did not happen within `withinMs`
 */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>, withinMs = 30_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`${what} did not come within ${withinMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Enough calls to reach each of several replicas. */
const IN_A_ROW = 8;

/** Waits until every replica knows of a change, which may take each a second: until `holds` is true several times in a row. */
export async function eventuallyEverywhere(what: string, holds: () => Promise<boolean>): Promise<void> {
  await eventually(`${what} at every replica`, async () => {
    for (let asked = 0; asked < IN_A_ROW; asked += 1) if (!(await holds())) return undefined;
    return true;
  });
}
