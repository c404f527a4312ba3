import type { Span } from '../model.js';
import type { Passage } from '../segment/passage.js';
import { isBlank, isCapital } from '../text/characters.js';
import { BLANKS, endsWithAssignment, OPENING_QUOTES } from '../text/ends.js';
import { lastSentenceStart, type SentenceForm } from '../text/sentence-ends.js';
import { oneOf, skip, skipBack } from '../text/stretches.js';
import { BEGINS_NONE, cueHits, hasCue, tokensOf } from './cues.js';

/** Whether characters may stand between the last word and the name: blanks and commas, and what opens a quotation or a bracket. */
function opens(between: string): boolean {
  const start = skip(between, 0, oneOf(`${BLANKS},`), 3);
  return skip(between, start, oneOf(`${OPENING_QUOTES}(`), 2) === between.length;
}

/** Programs of Windows by their names alone, behind no folder. */
export const PROGRAM = /(?<![\w\\/-])[A-Za-z0-9][\w-]{1,40}\.exe(?![\w-])/gi;
/** Names closer than this, in the same sentence, belong to one list. */
const GAP = 40;
const LIST_MIN = 4;
const BEFORE_CHARACTERS = 250;
const CLAUSE_CHARACTERS = 120;

/** How far before a list its introduction may call what follows honest programs. */
const HONEST_CHARACTERS = 60;

const TARGETED = new Set(['targeted']);
const HONEST = new Set(['honest-list']);
const TARGETED_OR_HONEST = new Set([...TARGETED, ...HONEST]);
const BEFORE = new Set(['bystander-before']);
const BEHIND = new Set(['bystander-behind']);
/** How far behind a program it may be said what it is to others. */
const BEHIND_CHARACTERS = 80;

/**
 * Finds the programs of a passage that the actor did not run but that are only mentioned: those in a list of four or more that are stopped,
 * looked for or avoided, and those whose preceding words say so. Takes the place within the passage.
 */
export function onlyMentioned(passage: Passage): (at: Span) => boolean {
  const lists = targetLists(passage.text);
  return ({ start, end }) =>
    hasCue(passage.text.slice(end, end + BEHIND_CHARACTERS), BEHIND) ||
    lists.some((list) => list.start <= start && start < list.end) ||
    isSaidToBeMentioned(passage.text.slice(Math.max(0, start - CLAUSE_CHARACTERS), start));
}

/** Where the last clause of a text begins, behind a full stop or semicolon before a blank. */
function clauseStart(text: string): number {
  let start = text.length;
  while (start > 0 && !('.;'.includes(text.charAt(start - 1)) && isBlank(text[start]))) start -= 1;
  return start;
}

/** Whether the words right before a program's name say that it is only mentioned. */
function isSaidToBeMentioned(before: string): boolean {
  // A string of a YARA rule, whose value may be quoted.
  if (endsWithAssignment(before.slice(0, skipBack(before, before.length, oneOf(`${OPENING_QUOTES}(`), 2)))) return true;
  const clause = before.slice(clauseStart(before));
  const words = tokensOf(clause);
  if (!opens(clause.slice(words.at(-1)?.end ?? 0))) return false;
  const tokens = [...words, { text: '_', start: clause.length, end: clause.length, begins: BEGINS_NONE }];
  return cueHits(tokens, BEFORE).some(({ last }) => last === tokens.length - 1);
}

/** Whether a name stands in a list whose introduction says that its programs are stopped, looked for or avoided: "the miner deletes: …". */
export function isListedAsTarget(beforeName: string): boolean {
  const colon = beforeName.lastIndexOf(':');
  return colon >= 0 && hasCue(beforeName.slice(0, colon), TARGETED);
}

const FORM: SentenceForm = { closing: '', closingMax: 0, lines: false, begins: (text, at) => isCapital(text[at]) };

function targetLists(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  let end = 0;
  let count = 0;
  const close = (): void => {
    if (count === 0) return;
    const before = text.slice(Math.max(0, start - BEFORE_CHARACTERS), start);
    const groups = count < LIST_MIN ? HONEST : TARGETED_OR_HONEST;
    if (hasCue(before.slice(count < LIST_MIN ? -HONEST_CHARACTERS : 0), groups)) found.push({ start, end });
  };
  for (const match of text.matchAll(PROGRAM)) {
    const gap = text.slice(end, match.index);
    if (count > 0 && gap.length <= GAP && lastSentenceStart(gap, FORM) === 0) {
      count += 1;
    } else {
      close();
      start = match.index;
      count = 1;
    }
    end = match.index + match[0].length;
  }
  close();
  return found;
}
