const DIGIT = '[0-9]';

/** Alternatives, as Lucene expressions, for the whole numbers from `low` to `high` (from 0, no leading zeros). */
export function wholeNumbersBetween(low: number, high: number): readonly string[] {
  const alternatives: string[] = [];
  for (let from = low; from <= high; ) {
    const length = String(from).length;
    const to = Math.min(high, 10 ** length - 1);
    alternatives.push(...sameLength(String(from), String(to)));
    from = to + 1;
  }
  return alternatives;
}

/** Alternatives for the whole numbers from `low` up. */
export function wholeNumbersFrom(low: number): readonly string[] {
  const { length } = String(low);
  return [...wholeNumbersBetween(low, 10 ** length - 1), `[1-9]${DIGIT}{${length},}`];
}

/** One text for alternatives, grouped where there are several. */
export function alternation(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? (alternatives[0] as string) : `(${alternatives.join('|')})`;
}

function sameLength(low: string, high: string): readonly string[] {
  if (low === high) return [low];
  const [first, last] = [low[0] as string, high[0] as string];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  if (first === last) return sameLength(lowRest, highRest).map((rest) => first + rest);
  const alternatives: string[] = [];
  let [from, to] = [Number(first), Number(last)];
  if ([...lowRest].some((digit) => digit !== '0')) {
    alternatives.push(...sameLength(lowRest, '9'.repeat(lowRest.length)).map((rest) => first + rest));
    from += 1;
  }
  const closing: string[] = [];
  if ([...highRest].some((digit) => digit !== '9')) {
    closing.push(...sameLength('0'.repeat(highRest.length), highRest).map((rest) => last + rest));
    to -= 1;
  }
  if (from <= to) {
    const head = from === to ? String(from) : to === from + 1 ? `[${from}${to}]` : `[${from}-${to}]`;
    alternatives.push(head + (lowRest === '' ? '' : lowRest.length === 1 ? DIGIT : `${DIGIT}{${lowRest.length}}`));
  }
  return [...alternatives, ...closing];
}
