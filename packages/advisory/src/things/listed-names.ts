import { attributionAt } from '../attribute/attribute.js';
import { tokensOf } from '../attribute/cues.js';
import { isEverybodysName } from '../draft/everybodys-name.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isDigit, isWordCharacter } from '../text/characters.js';
import { closesWith, endsWithAny, isExe, QUOTES } from '../text/ends.js';
import { hasAny, hasBlank, lettersOf, stretchesWithout } from '../text/shape.js';
import { joined, type Page } from './page.js';

const SUBJECTS = new Set(['subject', 'subjects']);
/** How much of the end of a paragraph is read as what introduces the list behind it. */
const LEAD_MAX = 300;
/** How many of the first words of a paragraph without a colon may say that it is about subjects. */
const OPENING = 3;
/** How many lines must follow such a paragraph to be a list. */
const UNMARKED_MIN = 3;
const ITEMS_MAX = 20;
const ITEM = { min: 8, max: 120 } as const;
/** A line with a full stop at its end and more words than these is a sentence. */
const SENTENCE_WORDS = 9;
/** Subjects of fewer words are anybody's: "Delivery failed". */
const SUBJECT_WORDS_MIN = 3;
const ENDING_MAX = 5;
const STEM_LETTERS_MIN = 4;
/** Endings of files whose names have no blanks. */
const OF_CODE = ['.dll', '.sys', '.so', '.py'];
const AROUND = `${QUOTES}* `;

type Listed = 'mail-subject' | 'mail-attachment' | 'file-name';

/**
 * Finds the subjects and attachments of mails that are listed line by line: under a heading ("Mail subjects"), or behind a sentence that introduces
 * them ("The mails had the following subjects:"); and names of files of several words.
 */
export function findListedNames(page: Page): readonly FoundThing[] {
  const passages = passagesOf(page.doc);
  const found = passages.flatMap((passage, at): readonly FoundThing[] => {
    const isAbovePoints = passages[at + 1]?.block.type === 'list-item';
    const isBare = isBareCaption(passage) && (isAbovePoints || isMarked(passage));
    const listed = introduces(passage) ?? (isBare ? bareSubjects(passages, at) : undefined);
    if (listed === undefined || isForReaders(passage)) return [];
    const items = itemsBehind(passages, at + 1);
    if (!isBare && !isMarked(passage) && items.length < UNMARKED_MIN) return [];
    return items.flatMap((span) => thingOf(page.doc.text, span, listed) ?? []);
  });
  return joined(
    [...found, ...namesInColumns(page.doc.text, passages)],
    ({ thing, value }) => `${thing} ${value.toLowerCase()}`,
  );
}

/** Names in the columns of a table whose heads say that they have attachments, lures or subjects of mails. */
function namesInColumns(text: string, passages: readonly Passage[]): readonly FoundThing[] {
  const found: FoundThing[] = [];
  let columns: readonly Column[] = [];
  passages.forEach((passage, place) => {
    if (passage.block.type !== 'table-row') return;
    const cells = stretchesWithout(passage.text, '|');
    if (passages[place - 1]?.block.type !== 'table-row') {
      columns = isForReaders(passage) ? [] : columnsOf(cells.map((cell) => cell.text));
      return;
    }
    for (const { at, thing } of columns) {
      const cell = cells[at];
      if (cell === undefined) continue;
      const span = trimmed(cell.text, passage.start + cell.start);
      const asked: readonly Listed[] = thing === 'mail-attachment' ? ['file-name', thing] : [thing];
      found.push(...asked.flatMap((each) => thingOf(text, span, each, true) ?? []));
    }
  });
  return found;
}

interface Column {
  readonly at: number;
  readonly thing: Listed;
}

/** The columns of attachments, lures and subjects among the heads of a table; certificates have subjects too, but nobody who sends them. */
function columnsOf(heads: readonly string[]): readonly Column[] {
  const told = heads.map((head) => tokensOf(head).map((word) => word.text));
  const isOfMails = told.flat().some((word) => SENDERS.has(word) || wordSet('mail-words').has(word));
  return told.flatMap((words, at): readonly Column[] => {
    if (words.length > HEAD_WORDS_MAX) return [];
    if (words.some((word) => wordSet('attachment-words').has(word))) return [{ at, thing: 'mail-attachment' }];
    if (words.some((word) => LURES.has(word))) return [{ at, thing: 'file-name' }];
    return isOfMails && words.some((word) => SUBJECTS.has(word)) ? [{ at, thing: 'mail-subject' }] : [];
  });
}

const SENDERS: ReadonlySet<string> = new Set(['sender', 'senders', 'from']);
const HEAD_WORDS_MAX = 4;
const LURES: ReadonlySet<string> = new Set(['lure', 'lures', 'decoy', 'decoys']);

/** What a heading or the end of a paragraph introduces. */
function introduces(passage: Passage): Listed | undefined {
  const { text, block } = passage;
  if (block.type === 'code' || block.type === 'table-row') return undefined;
  // Most paragraphs are none, and are not taken apart into words for that.
  if (!isMarked(passage) && !text.slice(0, LEAD_MAX).toLowerCase().includes('subject')) return undefined;
  const lead = text.slice(-LEAD_MAX).trimEnd();
  const words = tokensOf(
    isMarked(passage) ? lead.slice(lead.slice(0, -1).lastIndexOf('. ') + 1) : text.slice(0, LEAD_MAX),
  );
  const has = (list: string): boolean => words.some((word) => wordSet(list).has(word.text));
  const isSubjects = (isMarked(passage) ? words : words.slice(0, OPENING)).some((word) => SUBJECTS.has(word.text));
  if (isSubjects && has('mail-words')) return 'mail-subject';
  if (!isMarked(passage) || words.some((word) => word.text === 'domain')) return undefined;
  if (!has('name-words') && !isIntruders(lead)) return undefined;
  return has('attachment-words') ? 'mail-attachment' : has('file-name-words') ? 'file-name' : undefined;
}

/** Whether a caption says that what follows is the intruder's. */
function isIntruders(caption: string): boolean {
  if (hasWordOf('captions-of-others', caption) || hasWordOf('files-stolen', caption)) return false;
  return hasWordOf('captions-of-intruders', caption) || hasWordOf('intruders', caption);
}

/** How far above a caption of one or two words its text may say that it is about mails. */
const ABOVE_MAX = 8;
const CAPTION_WORDS_MAX = 2;

/** Whether a block says no more than that subjects follow: "Subjects:", "Subject lines:". */
function isBareCaption(passage: Passage): boolean {
  const { text, block } = passage;
  if (block.type === 'code' || block.type === 'table-row' || text.length > LEAD_MAX) return false;
  const words = tokensOf(text);
  return words.length <= CAPTION_WORDS_MAX && SUBJECTS.has(words[0]?.text ?? '');
}

/** Subjects of mails, where the lines above a bare caption are about mails: anything has subjects. */
function bareSubjects(passages: readonly Passage[], at: number): Listed | undefined {
  const above = passages.slice(Math.max(0, at - ABOVE_MAX), at);
  const isAboutMails = above.some(({ text }) => hasWordOf('mail-words', text.slice(0, LEAD_MAX)));
  return isAboutMails ? 'mail-subject' : undefined;
}

/** Whether the form of a block says that something follows: it is a heading, or ends with a colon. */
function isMarked({ block, text }: Passage): boolean {
  return block.type === 'heading' || closesWith(text.trimEnd(), ':');
}

function isForReaders(passage: Passage): boolean {
  if (passage.block.role === 'remediation' || passage.block.role === 'references') return true;
  const last = { start: Math.max(0, passage.text.length - 2), end: passage.text.length };
  const { who, whether } = attributionAt(passage, last);
  return whether === 'advice' || who === 'other-report';
}

/** The lines behind a place that are items of its list: until one introduces something else or is a sentence. */
function itemsBehind(passages: readonly Passage[], from: number): readonly Span[] {
  const found: Span[] = [];
  const isOfPoints = passages[from]?.block.type === 'list-item';
  for (const { block, start, text } of passages.slice(from, from + ITEMS_MAX)) {
    if (isOfPoints && block.type !== 'list-item') break;
    const words = tokensOf(text).length;
    const isSentence = text.endsWith('.') && words > SENTENCE_WORDS;
    if (block.type === 'code' || text.length > ITEM.max || closesWith(text, ':') || isSentence) break;
    found.push(trimmed(text, start));
  }
  return found;
}

/** A line without the quotes around it. */
function trimmed(text: string, start: number): Span {
  let from = 0;
  let to = text.length;
  while (from < to && AROUND.includes(text[from] as string)) from += 1;
  while (to > from && AROUND.includes(text[to - 1] as string)) to -= 1;
  return { start: start + from, end: start + to };
}

function thingOf(text: string, span: Span, thing: Listed, isInColumn = false): FoundThing | undefined {
  const value = text.slice(span.start, span.end);
  if (value.length < ITEM.min || hasAny(value, '<>{}[]|…') || value.includes('...')) return undefined;
  if (thing === 'mail-subject' && tokensOf(value).length < SUBJECT_WORDS_MIN) return undefined;
  if (thing !== 'mail-subject' && (!isFileName(value) || isEverybodysName(value))) return undefined;
  // Names of one word are found wherever they stand.
  if (thing === 'file-name' && !isInColumn && (!hasBlank(value) || endsWithAny(value.toLowerCase(), OF_CODE)))
    return undefined;
  const mark = { role: 'intruders', because: 'it is listed as what the intruders sent' } as const;
  if (thing === 'file-name' && isExe(value))
    return { thing: 'process', value, deed: 'executed', seenIn: 'windows/process-creation', spans: [span], mark };
  if (thing === 'file-name') return { thing, value, deed: 'dropped', spans: [span], mark };
  return { thing, value, deed: 'sent-by-mail', seenIn: 'network/mail-gateway', spans: [span], mark };
}

function isFileName(value: string): boolean {
  const ending = value.slice(value.lastIndexOf('.') + 1);
  const isEnding =
    ending.length > 1 && ending.length <= ENDING_MAX && [...ending].every((each) => isWordCharacter(each));
  const letters = [...lettersOf(value.slice(0, value.lastIndexOf('.')))].filter((each) => !isDigit(each));
  return isEnding && letters.length >= STEM_LETTERS_MIN && !hasAny(value, '\\/:*?');
}
