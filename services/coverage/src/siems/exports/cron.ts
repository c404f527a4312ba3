/** Days that a month has at most. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Whether a cron expression of five fields names only days that no month has, such as 31 February, so that it never comes. What is not
 * understood is not said to be so.
 */
export function neverComes(cron: string): boolean {
  const fields = cron.trim().split(/\s+/);
  const [, , day, month, weekday] = fields;
  if (fields.length !== 5 || day === undefined || month === undefined || weekday !== '*') return false;
  const [days, months] = [numbersOf(day, 1, 31), numbersOf(month, 1, 12)];
  if (days === undefined || months === undefined) return false;
  const first = Math.min(...days);
  return [...months].every((one) => first > (DAYS[one - 1] as number));
}

/** The numbers of a field: `*`, `5`, `1-5`, each also by steps, and lists of them; undefined for anything else. */
function numbersOf(field: string, least: number, most: number): ReadonlySet<number> | undefined {
  // A set, because a list may name the same numbers again and again.
  const found = new Set<number>();
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (match === null) return undefined;
    const [, one, to, by] = match;
    const from = one === undefined ? least : Number(one);
    const last = to === undefined ? (one === undefined || by !== undefined ? most : from) : Number(to);
    const step = by === undefined ? 1 : Number(by);
    if (from < least || last > most || from > last || step === 0) return undefined;
    for (let at = from; at <= last; at += step) found.add(at);
  }
  return found;
}
