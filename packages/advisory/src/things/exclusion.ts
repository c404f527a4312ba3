import { attributionAt } from '../attribute/attribute.js';
import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf, sentenceAround } from '../segment/passage.js';
import { isLetter } from '../text/characters.js';
import { isExe, QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { isMadeOf, stretchesWithout } from '../text/shape.js';
import { isAll } from '../text/stretches.js';
import { joined, type Page } from './page.js';

/** Where the registry keeps what is left out of scans, by how the words for it begin. */
const KEYS = {
  process: 'Processes',
  path: 'Paths',
  folder: 'Paths',
  director: 'Paths',
  extension: 'Extensions',
} as const;
type Key = (typeof KEYS)[keyof typeof KEYS];
const TITLE = 'Windows Defender Exclusion Of A Reported Value';
const SCANNERS: ReadonlySet<string> = new Set(['defender', 'antivirus', 'antimalware']);
const FOLDER_MIN = 5;
/** Fewer characters are the ending of programs alone. */
const SHORTEST = '.exe'.length;
const EXTENSION_MAX = 8;

/**
 * Finds what an intruder leaves out of the scans of Windows Defender: "excludes the process fen.exe from Defender", and in lines below words that say
 * so: "Processes: fen.exe, powershell.exe". The registry shows each by its name.
 */
export function findExclusions({ doc }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  let isBelow = false;
  const found = passagesOf(doc).flatMap((passage): readonly FoundThing[] => {
    if (passage.block.type === 'code') return [];
    const told = sentencesOn(passage);
    const own = isBelow ? labelled(passage) : [];
    isBelow = own.length > 0 || told.some(({ end }) => end >= passage.text.trimEnd().length - 1);
    return [...own, ...told.flatMap(({ start, end }) => valuesIn(passage, start, end))];
  });
  return joined(found, ({ value }) => value.toLowerCase());
}

/** The parts of a passage behind the words that tell of an exclusion, to the ends of their sentences. */
function sentencesOn(passage: Passage): readonly { readonly start: number; readonly end: number }[] {
  const { text } = passage;
  if (!text.toLowerCase().includes('exclu')) return [];
  return tokensOf(text)
    .filter((token) => token.text.startsWith('exclu'))
    .flatMap((token) => {
      const { start, end } = sentenceAround(text, token.start, token.end);
      const isOfScans = tokensOf(text.slice(start, end)).some((word) => SCANNERS.has(word.text));
      const { who, whether } = attributionAt(passage, token);
      const isIntruders = whether === 'did' && who !== 'defender' && who !== 'other-report';
      return isOfScans && isIntruders ? [{ start: token.end, end }] : [];
    });
}

/** The values of a line that begins with the word for their kind: "Paths: C:\\Fen". */
function labelled(passage: Passage): readonly FoundThing[] {
  const colon = passage.text.split('\n', 1)[0]?.indexOf(':') ?? -1;
  const label = tokensOf(passage.text.slice(0, Math.max(0, colon)));
  return label.length > 0 && label.length < 4 && label.some((word) => keyOf(word.text) !== undefined)
    ? valuesIn(passage, 0, passage.text.length)
    : [];
}

/**
 * The values in a part of a passage, of the kind that the words before each call it, or else that its form shows. Each stands behind such a word,
 * behind one that leads to it, or behind another value.
 */
function valuesIn(passage: Passage, from: number, to: number): readonly FoundThing[] {
  const found: FoundThing[] = [];
  let told: Key | undefined;
  let isLed = true;
  for (const { text, start } of stretchesWithout(passage.text.slice(from, to), ' \n\t,')) {
    const value = trimEndOf(trimStartOf(text, `${QUOTES}([`), `${QUOTES})].:;`);
    const word = value.toLowerCase();
    if (wordSet('by-what').has(word)) return found;
    const named = isAll(value, isLetter) ? keyOf(word) : undefined;
    told = named ?? told;
    const key: Key | undefined = isLed ? keyOfValue(value, told) : undefined;
    isLed =
      key !== undefined ||
      named !== undefined ||
      (isLed && (LEADS.has(word) || word.startsWith('%'))) ||
      LEADS_TO_VALUE.has(word);
    if (key === undefined) continue;
    const at = passage.start + from + start + text.indexOf(value);
    found.push({
      thing: 'registry-value',
      value: `\\Exclusions\\${key}\\${value}`,
      deed: 'added',
      seenIn: 'windows/registry-set',
      title: TITLE,
      spans: [{ start: at, end: at + value.length }],
    });
  }
  return found;
}

/** Words that may stand between what leads to a value and the value. */
const LEADS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'its', 'and', 'or']);
const LEADS_TO_VALUE: ReadonlySet<string> = new Set(['for', 'of', 'including', 'like', 'as']);

function keyOf(word: string): Key | undefined {
  return Object.entries(KEYS).find(([beginning]) => word.startsWith(beginning))?.[1];
}

/** The key that holds a value of this form: a path, a program, an ending. */
function keyOfValue(value: string, told: Key | undefined): Key | undefined {
  const isPath = isLetter(value[0]) && value.startsWith(':\\', 1) && value.length >= FOLDER_MIN;
  if (isPath) return told === 'Processes' ? told : 'Paths';
  if (isExe(value) && value.length > SHORTEST && isMadeOf(value, '.-')) return 'Processes';
  const isEnding = value.startsWith('.') && value.length <= EXTENSION_MAX && isAll(value.slice(1), isLetter);
  return isEnding && told === 'Extensions' ? told : undefined;
}
