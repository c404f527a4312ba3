/** Far longer than anything takes on a loaded machine, so that only what never happens reaches it. */
const GIVEN_UP_AFTER_MS = 180_000;

/** Between two checks: a fifth of what has been waited so far, within these bounds. A check is often a call of the API, and costs what one does. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
const PAUSE_SHARE = 0.2;

/**
 * Waits until a condition holds, checking it often at first and ten times a second later. Tests use it in place of sleeping, so that they do
 * not depend on the machine's speed.
 * @throws when it has not held for three minutes
 */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > GIVEN_UP_AFTER_MS) throw new Error(`the condition did not hold within ${GIVEN_UP_AFTER_MS / 1000} s`);
    const pause = Math.min(Math.max(waited * PAUSE_SHARE, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
