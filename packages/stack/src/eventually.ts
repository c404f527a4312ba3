/** Far longer than anything takes on a loaded machine, so that only what never happens reaches it. */
const GIVEN_UP_AFTER_MS = 180_000;

/**
 * Waits until a condition holds, checking every 20 ms. Tests use it in place of sleeping, so that they do not depend on the machine's
 * speed.
 * @throws when it has not held for three minutes
 */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + GIVEN_UP_AFTER_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`the condition did not hold within ${GIVEN_UP_AFTER_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
