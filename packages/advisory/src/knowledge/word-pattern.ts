import { once, onceEach } from '../once.js';
import { literalPattern } from '../text/shape.js';
import { wordRows, words } from './load.js';

const PART_OF_NAME = String.raw`[\w.+-]*`;
const PART_OF_PATH = String.raw`[\w./+~-]*`;

/** The lines of a word list as alternatives of a regular expression: `*` is any part of a name, `**` of a path. */
export function alternativesOf(list: string): string {
  return words(list)
    .map((line) => literalPattern(line).replaceAll('\\*\\*', PART_OF_PATH).replaceAll('\\*', PART_OF_NAME))
    .join('|');
}

/**
 * A pattern in whose source `{list}` stands for the lines of a word list (see `alternativesOf`). It is compiled at first use, since the
 * lists are loaded late.
 */
export function listPattern(source: string, flags = ''): () => RegExp {
  const lists = /\{([a-z][a-z0-9-]+)\}/g;
  return once(
    () =>
      new RegExp(
        source.replaceAll(lists, (_, list: string) => `(?:${alternativesOf(list)})`),
        flags,
      ),
  );
}

const inTexts = onceEach(new Map<string, () => RegExp>(), (list) => listPattern(String.raw`\b{${list}}(?!\w)`, 'i'));
const whole = onceEach(new Map<string, () => RegExp>(), (list) => listPattern(`^{${list}}$`, 'i'));

/** Whether a text has a word of a list, whole and in any letter case. */
export function hasWordOf(list: string, text: string): boolean {
  return inTexts(list)().test(text);
}

/** Whether a name is in a list, in any letter case. */
export function isListed(list: string, name: string): boolean {
  return whole(list)().test(name);
}

/** The techniques of a list whose lines are `part of a path: technique`, in the list's order; `$` in a part is the end of the path. */
export function techniquesOfPlace(list: string, path: string): readonly string[] {
  const place = `${path.toLowerCase()}$`;
  const found = [...wordRows(list)].flatMap(([part, ids]) =>
    place.includes(part.toLowerCase()) ? [...(ids ?? [])] : [],
  );
  return [...new Set(found)];
}
