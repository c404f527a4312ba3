/**
 * Asks until there is something, every 50 ms.
 * @returns it
 * @throws Error that says what did not come within `withinMs`
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

/** Often enough that each of several replicas was asked. */
const IN_A_ROW = 8;

/** Waits until every replica has learned of a change, which may take each a second: until a question is answered so, several times in a row. */
export async function eventuallyEverywhere(what: string, holds: () => Promise<boolean>): Promise<void> {
  await eventually(`${what} at every replica`, async () => {
    for (let asked = 0; asked < IN_A_ROW; asked += 1) if (!(await holds())) return undefined;
    return true;
  });
}
