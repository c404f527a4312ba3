import { tokensOf } from '../attribute/cues.js';
import { wordSet, words } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { CLOSING_OF } from '../text/ends.js';
import { joined, type Page } from './page.js';

const WORD = 'group';
const NAME = { min: 4, max: 40 } as const;
const CLOSERS = new Set(CLOSING_OF.values());
/** How many words may stand between a group's name and the word. */
const BETWEEN_MAX = 2;
const INTRODUCERS = new Set(['named', 'called']);

/**
 * Finds groups of accounts by their names: those that Windows has, and others that are quoted beside the word "group" in a sentence about
 * accounts. Gangs are called groups too.
 */
export function findGroups(page: Page): readonly FoundThing[] {
  const found = (place: Place, isAdded: boolean): FoundThing => ({
    thing: 'group-name',
    value: page.text.slice(place.start, place.end),
    ...(isAdded ? { deed: 'added' } : {}),
    spans: [page.spanOf(place.start, place.end)],
  });
  // Windows has its groups: whoever makes an account and puts it into one makes no group.
  const ofWindows = namedByWindows(page).map((place) => found(place, true));
  const others = quoted(page).map((place) => found(place, isToBeAdded(page.text, place.start, place.end)));
  return joined([...ofWindows, ...others], ({ value }) => value.toLowerCase());
}

/** Whether a sentence says before a group that something was used to add somebody to it: "used net to add fen_7 to Domain Admins". */
function isToBeAdded(text: string, start: number, end: number): boolean {
  const before = tokensOf(text.slice(sentenceAround(text, start, end).start, start)).map((token) => token.text);
  const add = before.lastIndexOf('add');
  return (
    add > 0 && before[add - 1] === 'to' && before.slice(0, add - 1).some((word) => word === 'used' || word === 'uses')
  );
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Names that Windows gives, where something is put into them: "to Domain Admins", "to the Backup Operators group". */
function namedByWindows({ lower, text, isCode }: Page): readonly Place[] {
  return words('windows-groups').flatMap((name) =>
    placesOf(lower, name)
      .map((start) => ({ start, end: start + name.length }))
      .filter(({ start, end }) => {
        if (isWordCharacter(text[start - 1]) || isWordCharacter(text[end]) || isCode(start)) return false;
        const before = tokensOf(lower.slice(Math.max(0, start - 40), start)).map((token) => token.text);
        const last = before.findLast((word) => !wordSet('articles').has(word) && !wordSet('group-words').has(word));
        return last === 'to' || last === 'into';
      }),
  );
}

/** Quoted names right before or behind the word. */
function quoted(page: Page): readonly Place[] {
  return placesOf(page.lower, WORD).flatMap((at): readonly Place[] => {
    const { text } = page;
    const end = at + WORD.length;
    if (isWordCharacter(text[at - 1]) || isWordCharacter(text[end]) || page.isCode(at)) return [];
    const place = before(text, at) ?? behind(text, end);
    if (place === undefined || !isName(text.slice(place.start, place.end))) return [];
    const sentence = sentenceAround(text, at, end);
    const around = tokensOf(text.slice(sentence.start, sentence.end)).map((token) => token.text);
    const isOfAccounts = around.some((word) => wordSet('group-is-of-accounts').has(word));
    return isOfAccounts && !around.some((word) => wordSet('group-is-of-people').has(word)) ? [place] : [];
  });
}

/** `the “Fen Admins” security group` */
function before(text: string, at: number): Place | undefined {
  let end = at;
  for (let skipped = 0; skipped <= BETWEEN_MAX; skipped += 1) {
    end = text.slice(0, end).trimEnd().length;
    if (CLOSERS.has(text[end - 1] ?? ' ')) break;
    let from = end;
    while (isWordCharacter(text[from - 1]) || text[from - 1] === '-') from -= 1;
    if (from === end || !wordSet('group-words').has(text.slice(from, end).toLowerCase())) return undefined;
    end = from;
  }
  const close = end - 1;
  for (let start = close - 1; start >= close - NAME.max; start -= 1)
    if (CLOSING_OF.get(text[start] ?? ' ') === text[close] && !isWordCharacter(text[start - 1]))
      return { start: start + 1, end: close };
  return undefined;
}

/** `a group named “Fen Admins”`, `the group 'Fen Admins'` */
function behind(text: string, end: number): Place | undefined {
  let from = end;
  while (text[from] === ' ') from += 1;
  for (const word of INTRODUCERS) if (text.startsWith(`${word} `, from)) from += word.length + 1;
  const closing = CLOSING_OF.get(text[from] ?? ' ');
  if (closing === undefined) return undefined;
  const close = text.indexOf(closing, from + 1);
  return close < 0 ? undefined : { start: from + 1, end: close };
}

function isName(name: string): boolean {
  const isShort = name.length >= NAME.min && name.length <= NAME.max;
  return isShort && [...name].every((each) => isWordCharacter(each) || ' -.$'.includes(each)) && name === name.trim();
}
