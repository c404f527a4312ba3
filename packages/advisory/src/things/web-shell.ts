import { wordSet, words } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const SHORTEST = 8;
const LENGTH_MAX = 200;
/** How a web shell shows: it is asked for. */
const AS_WEB_SHELL = {
  thing: 'url-path',
  seenIn: 'network/webserver',
  deed: 'requested',
  shows: 'T1505.003',
} as const;
/** Characters other than letters and digits that a name within a path has. */
const IN_NAME = '.-_~$()\\/';

/** Finds scripts in the folders that web servers hand out, as the paths that are asked for to use them: a web shell at its place. */
export function findWebShells(page: Page): readonly FoundThing[] {
  const found = words('web-roots').flatMap((root) =>
    [...placesOf(page.lower, root)].flatMap((at) => scriptBehind(page, at + root.length) ?? []),
  );
  return joined([...found, ...namedShells(page)], ({ value }) => value.toLowerCase());
}

/** Scripts that their sentence calls web shells, by their names alone: wherever they lie, a request for them ends in the name. */
function namedShells({ doc, indicators }: Page): readonly FoundThing[] {
  return indicators.flatMap(({ type, value, spans }): readonly FoundThing[] => {
    if (type !== 'file-name' || value.length < SHORTEST || !isWebScript(value.toLowerCase())) return [];
    const told = spans.filter(({ start, end }) => {
      const sentence = sentenceAround(doc.text, start, end);
      return hasWordOf('web-shell-words', doc.text.slice(sentence.start, sentence.end));
    });
    return told.length === 0 ? [] : [{ ...AS_WEB_SHELL, value: `/${value}`, spans: told }];
  });
}

/** Whether a name is that of a script which web servers run and no product brings. */
function isWebScript(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot > 0 && wordSet('web-scripts').has(name.slice(dot + 1)) && !wordSet('pages-of-products').has(name);
}

/** The script whose path below its root begins here; its value begins with the slash. */
function scriptBehind({ text, spanOf }: Page, from: number): FoundThing | undefined {
  let end = from;
  while (end - from < LENGTH_MAX && (isWordCharacter(text[end]) || IN_NAME.includes(text[end] ?? ' '))) end += 1;
  while (end > from && !isWordCharacter(text[end - 1])) end -= 1;
  const value = `/${text.slice(from, end).replaceAll('\\', '/')}`;
  const name = value.slice(value.lastIndexOf('/') + 1).toLowerCase();
  if (value.length < SHORTEST || !isWebScript(name) || value.includes('//')) return undefined;
  return { ...AS_WEB_SHELL, value, spans: [spanOf(from - 1, end)] };
}
