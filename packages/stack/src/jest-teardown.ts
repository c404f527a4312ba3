/** Jest's global tear-down: stops what the set-up started and removes its files. @public Jest calls it. */
export default async function tearDown(): Promise<void> {
  await globalThis.triplineTestStop?.();
}
