/**
 * Runs a job's statement again and again until it has found fewer rows than it takes at once, so that no transaction is long.
 * @param work one statement or transaction; gives how many rows it has done
 * @returns how many in all
 */
export async function inBatches(size: number, work: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await work();
    total += done;
    if (done < size) return total;
  }
}
