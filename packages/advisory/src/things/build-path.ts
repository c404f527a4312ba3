import type { FoundThing, RoleFound } from '../model.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const ENDING = '.pdb';
const LENGTH_MAX = 260;
/** Characters that no path of Windows holds. */
const ENDS = new Set('\n\t"<>|*?“”‘’`');

const MARK: RoleFound = {
  role: 'authors-build',
  because: 'it is where a program was built, which no victim’s log shows',
};

/** Finds paths of debug symbols, which compilers leave in programs: the folder in which an author built one. */
export function findBuildPaths(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const at of placesOf(page.lower, ENDING)) {
    const end = at + ENDING.length;
    const start = isWordCharacter(page.text[end]) ? undefined : driveBefore(page.text, at);
    if (start === undefined) continue;
    found.push({
      thing: 'file-path',
      value: page.text.slice(start, end),
      mark: MARK,
      spans: [page.spanOf(start, end)],
    });
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

/** Where the drive of a path stands that goes on to a place. */
function driveBefore(text: string, at: number): number | undefined {
  for (let start = at - 3; start >= Math.max(0, at - LENGTH_MAX); start -= 1) {
    if (ENDS.has(text[start] as string)) return undefined;
    const isDrive = text[start + 1] === ':' && text[start + 2] === '\\' && isLetter(text[start] as string);
    if (isDrive && !isWordCharacter(text[start - 1])) return start;
  }
  return undefined;
}

function isLetter(character: string): boolean {
  const small = character.toLowerCase();
  return small >= 'a' && small <= 'z';
}
