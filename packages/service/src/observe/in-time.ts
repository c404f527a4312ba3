/** A store's time to answer; Prometheus gives a scrape ten seconds in all. */
const ANSWER_MS = 2_000;

/**
 * A store's answer for a scrape; undefined when it fails or takes longer than two seconds, so that no scrape waits for a store that hangs.
 */
export async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  const first = await Promise.race([answer.catch(() => undefined), tooLate]);
  clearTimeout(timer);
  return first;
}
