/** What is kept for a value of a list that may grow; undefined for a value of a later version. */
export function entryFor<T>(entries: Readonly<Record<string, T>>, value: string): T | undefined {
  return Object.hasOwn(entries, value) ? entries[value] : undefined;
}

/** The words for a value of a list that may grow; a value of a later version stands for itself. */
export const wordsFor = (words: Readonly<Record<string, string>>, value: string): string =>
  entryFor(words, value) ?? value.replaceAll('_', ' ');
