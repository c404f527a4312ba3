/** Far longer than anything takes on a loaded machine: only what never happens meets it. */
const GIVEN_UP_AFTER_MS = 90_000;

/**
 * Waits until a condition holds, asking every 20 ms: for tests, which never sleep and whose verdict does not depend on how fast the machine is.
 * @throws when it has not held for a minute and a half
 */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + GIVEN_UP_AFTER_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`the condition did not hold within ${GIVEN_UP_AFTER_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
