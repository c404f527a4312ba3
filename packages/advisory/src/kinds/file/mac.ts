import { wordSet, wordTexts } from '../../knowledge/load.js';
import { hasWordOf, isListed, techniquesOfPlace } from '../../knowledge/word-pattern.js';
import type { FileWritten } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isCapital, isWordCharacter } from '../../text/characters.js';
import { trimEndOf } from '../../text/ends.js';
import { hasBlank, isCapitalised, splitAtBlanks } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import { behaviourAt } from '../behaviour-at.js';
import { isCalledFolder } from './called-folder.js';

/** Where homes of users lie, and the one of them that is no user's. */
const USERS = '/Users/';
const SHARED = '/Users/Shared/';
const USER_MAX = 40;
const IN_NAMES = '.@%+-';
const CERTAINTY = 0.75;

/** How much of a path names a home directory: `~`, `$HOME` or the folder of a user; 0 where it lies elsewhere. */
export function homeLength(path: string): number {
  for (const home of ['~', '$HOME']) if (path.startsWith(`${home}/`)) return home.length;
  if (!path.startsWith(USERS) || path.startsWith(SHARED)) return 0;
  return Math.max(0, path.indexOf('/', USERS.length));
}

/** Whether a file or folder is every Mac's, in whatever home it lies. */
export function isOrdinary(path: string): boolean {
  const home = homeLength(path);
  return isListed('mac-ordinary-files', home > 0 ? `~${path.slice(home)}` : path);
}

/** The files that a passage says were written in folders that only macOS has. Property lists of launch items are found apart. */
export function macFiles(passage: Passage): readonly FileWritten[] {
  const { text } = passage;
  return rootsIn(text).flatMap((start) => {
    const end = pathEnd(text, start);
    const value = trimEndOf(text.slice(start, end), '.,');
    const at = { start, end: start + value.length };
    if (value.endsWith('/') || isCalledFolder(text, at.end) || mayBeCut(text, at.end)) return [];
    if (value.includes('/Library/Launch') || isOrdinary(value)) return [];
    if (homeLength(value) === 0 && value.split('/').length < 3) return [];
    const sentence = sentenceAround(text, at.start, at.end);
    const techniques = techniquesOfPlace('mac-file-techniques', value);
    if (techniques.length === 0 && !hasWordOf('files-written', text.slice(sentence.start, sentence.end))) return [];
    return [
      behaviourAt(passage, at, CERTAINTY, {
        kind: 'file' as const,
        value,
        system: 'macos' as const,
        platforms: ['endpoint-sysmon'] as const,
        techniques,
      }),
    ];
  });
}

/** Where a path of macOS begins. */
function rootsIn(text: string): readonly number[] {
  const starts: number[] = [];
  for (const root of wordSet('mac-folders')) {
    for (let at = text.indexOf(root); at >= 0; at = text.indexOf(root, at + root.length)) {
      const before = text[at - 1];
      if (before === undefined || !(isWordCharacter(before) || '/~.-:>]}'.includes(before))) starts.push(at);
    }
  }
  return starts.sort((a, b) => a - b);
}

/** The end of the path of macOS that begins at a place; a name may hold a blank where macOS itself says so or the path goes on behind it. */
export function pathEnd(text: string, start: number): number {
  let at = start + homeStart(text, start);
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '/' || isWordCharacter(character) || IN_NAMES.includes(character)) at += 1;
    else {
      const more = character === ' ' ? blankName(text, at) : 0;
      if (more === 0) return at;
      at += more;
    }
  }
  return at;
}

/** Whether a bundle's name may go on behind a place: `/Applications/Heron` of `Heron Desk.app`. */
function mayBeCut(text: string, end: number): boolean {
  if (text[end] !== ' ') return false;
  const next = splitAtBlanks(text.slice(end, end + 2 * USER_MAX)).find((word) => word !== '') ?? '';
  return wordSet('mac-bundle-endings').has(next.slice(next.lastIndexOf('.') + 1));
}

/** The home at a path's start, whose user is often written as a placeholder: `/Users/<name>`. */
function homeStart(text: string, start: number): number {
  const home = homeLength(text.slice(start, start + USERS.length + USER_MAX));
  return hasBlank(text.slice(start, start + home)) ? 0 : home;
}

/** How many characters behind a blank still belong to the name before it: "Application Support", "Heron Desk/hrnd". */
function blankName(text: string, blank: number): number {
  const name = text.slice(text.lastIndexOf('/', blank) + 1, blank);
  const rest = text.slice(blank + 1, blank + 1 + USER_MAX);
  const next = wordTexts('mac-names-with-blanks').get(name);
  if (next !== undefined && rest.startsWith(next)) return next.length + 1;
  const word = skip(rest, 0, isWordCharacter);
  const goesOn =
    isCapital(name[0]) && isCapitalised(rest.slice(0, word)) && rest[word] === '/' && isWordCharacter(rest[word + 1]);
  return goesOn ? word + 1 : 0;
}
