import { tokensOf } from '../../attribute/cues.js';
import { startsOf, wordSet, words } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { hasAnyPart, splitAtBlanks, upToAny } from '../../text/shape.js';

/** How near a name stands what makes it the loader: "side-loaded by x.exe", "x.exe, which sideloads". */
const LOADER_NEAR = { before: 25, behind: 60 } as const;

/** What may stand between a name and the words that say what it is: "x.exe, a loader", "x.exe was the backdoor". */
const CALLED = /^["”’')]{0,2}(?:\s+"[^"]{1,30}")?,?\s+(?:is\s+|was\s+)?(?:an?|the|their)\s+/;
const CALLED_MAX = 60;
/** So near before a name stands what says that it is the intruder's. */
const WORDS_BEFORE = 3;

/** Whether the words right before or behind a program's name call it the intruder's: "the custom tool x.exe", "x.exe, a loader". */
export function isCalledIntruders(text: string, { start, end }: Span): boolean {
  const before = splitAtBlanks(text.slice(Math.max(0, start - CALLED_MAX), start))
    .slice(-WORDS_BEFORE)
    .join(' ');
  if (hasWordOf('made-by-intruders', before)) return true;
  const after = text.slice(end, end + 2 * CALLED_MAX);
  const opening = CALLED.exec(after)?.[0];
  if (opening === undefined) return false;
  const called = upToAny(after.slice(opening.length, opening.length + CALLED_MAX), [',', '.', ';']);
  return hasWordOf('captions-of-intruders', called) || hasWordOf('made-by-intruders', called);
}

/** Whether the words right before a program say that it was observed in the intrusion, alone or with other programs. */
function isObserved(before: string): boolean {
  const told = tokensOf(before).map(({ text }) => text);
  const behind = told.slice(told.lastIndexOf('observed') + 1);
  if (behind.length === told.length) return false;
  return behind.every((word, at) => wordSet('behind-observed').has(word) || behind[at + 1] === 'exe');
}

/** Whether the sentence of a program says that it ran, or that it was observed. */
export function isToldAsRun(text: string, { start }: Span, sentence: Span): boolean {
  const said = text.slice(sentence.start, sentence.end);
  if (isObserved(text.slice(sentence.start, start))) return true;
  return startsOf('program-ran').test(said) && !startsOf('program-looked-for').test(said);
}

/** Whether its sentence says that a program loads an intruder's library from beside it. */
export function isLoader(text: string, { start, end }: Span, sentence: Span): boolean {
  const before = text.slice(Math.max(sentence.start, start - LOADER_NEAR.before), start).toLowerCase();
  const behind = text.slice(end, Math.min(sentence.end, end + LOADER_NEAR.behind)).toLowerCase();
  return (
    (before.includes(' by ') && hasAnyPart(before, words('side-loads'))) ||
    hasAnyPart(upToAny(behind, ['.dll', '.exe']), words('side-loads'))
  );
}
