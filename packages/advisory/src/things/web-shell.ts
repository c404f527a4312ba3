import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const SHORTEST = 8;
const LENGTH_MAX = 200;
/** Characters other than letters and digits that a name within a path has. */
const IN_NAME = '.-_~$()\\/';

/** Finds scripts in the folders that web servers hand out, as the paths that are asked for to use them: a web shell at its place. */
export function findWebShells(page: Page): readonly FoundThing[] {
  const found = words('web-roots').flatMap((root) =>
    [...placesOf(page.lower, root)].flatMap((at) => scriptBehind(page, at + root.length) ?? []),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

/** The script whose path below its root begins here; its value begins with the slash. */
function scriptBehind({ text, spanOf }: Page, from: number): FoundThing | undefined {
  let end = from;
  while (end - from < LENGTH_MAX && (isWordCharacter(text[end]) || IN_NAME.includes(text[end] ?? ' '))) end += 1;
  while (end > from && !isWordCharacter(text[end - 1])) end -= 1;
  const value = `/${text.slice(from, end).replaceAll('\\', '/')}`;
  const name = value.slice(value.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot < 1 || value.length < SHORTEST || !wordSet('web-scripts').has(name.slice(dot + 1))) return undefined;
  if (wordSet('pages-of-products').has(name) || value.includes('//')) return undefined;
  return {
    thing: 'url-path',
    value,
    seenIn: 'network/webserver',
    deed: 'requested',
    shows: 'T1505.003',
    spans: [spanOf(from - 1, end)],
  };
}
