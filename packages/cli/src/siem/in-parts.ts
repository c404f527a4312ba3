/** Rules and characters that one request to the coverage service may have; it takes 50 and 2 MB. */
const MOST_RULES = 50;
const MOST_CHARACTERS = 500_000;

/** Asks about many rules in requests of a size that the service takes; the answers stand in the order of the rules. */
export async function inParts<Rule, Answer>(
  rules: readonly Rule[],
  ask: (part: readonly Rule[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let part: Rule[] = [];
  let size = 0;
  for (const rule of rules) {
    const length = JSON.stringify(rule).length;
    if (part.length === MOST_RULES || (part.length > 0 && size + length > MOST_CHARACTERS)) {
      answers.push(...(await ask(part)));
      part = [];
      size = 0;
    }
    part.push(rule);
    size += length;
  }
  return part.length === 0 ? answers : [...answers, ...(await ask(part))];
}
