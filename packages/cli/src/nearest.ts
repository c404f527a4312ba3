/** So many letters may be wrong, missing, too many or swapped with their neighbour. */
const SLIPS_MAX = 2;

/** The known name that somebody most likely meant: the same in another case or without its prefix (`siem_`), or the nearest; undefined for none. */
function nearest<Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const wanted = given.toLowerCase();
  const same = known.find((name) => name === wanted || name.endsWith(`_${wanted}`));
  if (same !== undefined) return same;
  const close = known
    .map((name) => ({ name, slips: slipsBetween(wanted, name) }))
    .filter(({ name, slips }) => slips <= Math.min(SLIPS_MAX, name.length / 4))
    .sort((a, b) => a.slips - b.slips);
  return close[0]?.slips === close[1]?.slips ? undefined : close[0]?.name;
}

/** What to say of a name that nothing has: which was probably meant, and which there are; `all` says that otherwise than as a list. */
export function knownNames(given: string, known: readonly string[], all: string = known.join(', ')): string {
  const meant = nearest(given, known);
  return meant === undefined ? `there are ${all}` : `did you mean ${meant}? There are ${all}`;
}

/** The least number of slips that makes one text of another (Damerau and Levenshtein, neighbours swapped once). */
function slipsBetween(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let at = 1; at <= right.length; at++) {
      const differs = left[row - 1] === right[at - 1] ? 0 : 1;
      const swapped = row > 1 && at > 1 && left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1];
      current[at] = Math.min(
        (above[at] as number) + 1,
        (current[at - 1] as number) + 1,
        (above[at - 1] as number) + differs,
        swapped ? (before[at - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, current];
  }
  return above[right.length] as number;
}
