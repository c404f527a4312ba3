const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const SECOND = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment in the reader's own zone, in words. */
export const momentOf = (at: string): string => MINUTE.format(new Date(at));

/**
 * Moments in words that tell each from the others: to the minute, to the second where several are of one minute, and with a number where also the second is
 * the same.
 * @param moments ISO 8601, newest first
 * @returns by the moment's place in the list
 */
export function momentsApart(moments: readonly string[]): readonly string[] {
  const minutes = moments.map(momentOf);
  const seconds = moments.map((at) => SECOND.format(new Date(at)));
  return minutes.map((minute, place) => {
    if (isAlone(minutes, place)) return minute;
    const second = seconds[place] ?? minute;
    if (isAlone(seconds, place)) return second;
    // The oldest of them is the first.
    return `${second} (${seconds.slice(place).filter((one) => one === second).length})`;
  });
}

const isAlone = (words: readonly string[], place: number): boolean =>
  words.every((one, other) => other === place || one !== words[place]);
