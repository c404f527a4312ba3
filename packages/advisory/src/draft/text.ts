import { withSingleBlanks } from '../text/shape.js';

/** The usual limit, in characters. */
const TITLE_MAX = 100;

/** A title within the usual limit, cut at a word. */
export function titleOf(text: string): string {
  const plain = withSingleBlanks(text).trim();
  if (plain.length <= TITLE_MAX) return plain;
  const cut = plain.slice(0, TITLE_MAX - 3);
  return `${cut.slice(0, Math.max(60, cut.lastIndexOf(' ')))}...`;
}

/** Names joined as in a sentence. When there are more than `max`, the rest are counted. */
export function listed(names: readonly string[], max = 4): string {
  const shown = names.slice(0, max);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Names joined for a title: at most `max`. When there are others it says so, without counting them. */
export function withOthers(names: readonly string[], max: number): string {
  return names.length > max ? `${names.slice(0, max).join(', ')} and Others` : listed(names, max);
}

/** A title that ends in names: as many as it has room for, at most `max`. */
export function titleNaming(start: string, names: readonly string[], max: number): string {
  for (let count = Math.min(max, names.length); count > 0; count -= 1) {
    const title = `${start} - ${withOthers(names, count)}`;
    if (title.length <= TITLE_MAX || count === 1) return titleOf(title);
  }
  return titleOf(start);
}

/** The first names of a list, for a title; the rest are not counted. */
export function named(names: readonly string[], max = 3): string {
  return listed(names.slice(0, max));
}

/** The values of a list, each once, in first-seen order; letter case does not matter. */
export function distinct(values: readonly string[]): readonly string[] {
  return distinctBy(values, (value) => value.toLowerCase());
}

/** The items of a list without those whose key another before them has. */
export function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly Item[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const count = seen.size;
    return seen.add(keyOf(item)).size > count;
  });
}

/** Items of a list grouped by a key, groups in first-seen order. */
export function groupBy<T, Key>(items: readonly T[], key: (item: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const k = key(item);
    const group = groups.get(k);
    if (group === undefined) groups.set(k, [item]);
    else group.push(item);
  }
  return groups;
}
