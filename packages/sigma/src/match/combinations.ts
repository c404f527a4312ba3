import { textOf } from './value-match.js';

/** Most combinations of values for one event with arrays. */
const COMBINATIONS_MAX = 100;

/** Every way of taking one text from each list; none when a list is empty. */
export function combinations(lists: readonly (readonly unknown[])[]): string[][] {
  let combined: string[][] = [[]];
  for (const list of lists) {
    const texts = [...new Set(list.map(textOf).filter((text) => text !== undefined))];
    combined = combined.flatMap((start) => texts.map((text) => [...start, text])).slice(0, COMBINATIONS_MAX);
  }
  return combined;
}
