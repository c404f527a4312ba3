import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isEverybodysName } from '../draft/everybodys-name.js';
import { isStandIn } from '../draft/stand-in.js';
import { hasHash } from '../indicators/hash-record.js';
import { wordSet, words } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { once } from '../once.js';
import { type Passage, passagesOf, sentenceAround } from '../segment/passage.js';
import { isAnyCapital, isDigit } from '../text/characters.js';
import { CLOSING_OF, lowerEnding, trimEndOf } from '../text/ends.js';
import { hasAny, hasBlank, splitAtBlanks, stretchesWithout } from '../text/shape.js';
import { isAttached } from './attached.js';
import { joined, type Page } from './page.js';

const NAME = { min: 8, max: 90 } as const;
const MAIL = 'network/mail-gateway';
const FILES = 'windows/file-event';
/** How many words a name without quotes has at most. */
const WORDS_MAX = 8;
/** Characters that no name of a file has, those of placeholders, and those between the items of a list. */
const NO_NAME = '\\/:*?"<>|{}[]…,;\n';
/** How many words before a name may say that it is a file's. */
const NOUN_WITHIN = 4;
/** Words for files that mails and archives bring, beside those for programs. */
const BROUGHT: ReadonlySet<string> = new Set([
  ...['attachment', 'attachments', 'document', 'documents', 'spreadsheet', 'workbook', 'presentation', 'shortcut'],
  ...['image', 'lure', 'decoy', 'installer', 'process'],
]);
/** What authors publish. */
const OF_AUTHORS: ReadonlySet<string> = new Set(['report', 'reports', 'whitepaper', 'paper', 'guide', 'advisory']);

/**
 * Finds files that came with an intruder and have blanks in their names: 'a spreadsheet named "Reed Salary Review.xlsm"', "the attachment was called
 * Reed Salary Review.docx". A word that gives a name stands right before it, and one for a file before that.
 */
export function findSpacedNames({ doc }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  const found = passagesOf(doc).flatMap((passage) =>
    passage.block.type === 'code' || passage.block.type === 'heading'
      ? []
      : [...namesIn(passage), ...namesBesideHashes(passage)],
  );
  return joined(found, ({ thing, value }) => `${thing} ${value.toLowerCase()}`);
}

function namesIn({ text, start: offset }: Passage): readonly FoundThing[] {
  const lower = text.toLowerCase();
  return [...introductions(lower)].flatMap(({ at, from, noun: said }): readonly FoundThing[] => {
    const name = quotedName(text, from) ?? nameInCapitals(text, from);
    const noun = name === undefined ? undefined : (said ?? nounBefore(text, at));
    if (name === undefined || noun === undefined || isOfAuthors(text, at)) return [];
    const span = { start: offset + name.start, end: offset + name.end };
    const isAttachment = wordSet('attachment-words').has(noun) || isAttached(text, name);
    if (said !== undefined && !isAttachment && !isCarried(text, name)) return [];
    return thingsOf(text.slice(name.start, name.end), span, isAttachment);
  });
}

/** A file that came with an intruder, and the attachment that it was if it was one: a gateway and the host that it comes to each see their own. */
function thingsOf(value: string, span: Span, isAttachment: boolean): readonly FoundThing[] {
  const file: FoundThing = { thing: 'file-name', value, deed: 'dropped', seenIn: FILES, spans: [span] };
  if (!isAttachment) return [file];
  return [file, { thing: 'mail-attachment', value, deed: 'sent-by-mail', seenIn: MAIL, spans: [span] }];
}

interface Introduction {
  readonly at: number;
  /** Where the name may begin. */
  readonly from: number;
  /** The word for a file, where the name follows right upon it. */
  readonly noun?: string;
}

/** The places behind which a name may begin: a word that gives one ("named"), or a word for a file itself ("the attachment Reed Salary.iso"). */
function* introductions(lower: string): Iterable<Introduction> {
  for (const { text: word, start } of stretchesWithout(lower, ' \n')) {
    if (!introducing().has(word)) continue;
    const from = start + word.length + 1;
    if (wordSet('name-givers').has(word)) yield { at: start, from };
    else yield { at: start, from, noun: word };
  }
}

const nounsOfFiles = once(() => new Set([...BROUGHT, ...words('nouns-of-files'), ...words('attachment-words')]));
const introducing = once(() => new Set([...nounsOfFiles(), ...words('name-givers')]));

/** Whether the sentence of a name tells of mails, of what an archive held, or of people who opened the file. */
function isCarried(text: string, name: Span): boolean {
  const { start, end } = sentenceAround(text, name.start, name.end);
  const told = `${text.slice(start, name.start)} ${text.slice(name.end, end)}`;
  return tokensOf(told).some((word) => wordSet('file-carried').has(word.text));
}

/** Longer lines tell something and are no record of a file. */
const RECORD_MAX = 400;
/** What stands around the cells of a row and the parts of a record. */
const CELLS = '|[]\t\n•';

/** Names in a row or line that has the hash of the file too, each alone in its cell or brackets: "[Reed Salary 0990.exe] 56bb…". */
function namesBesideHashes({ text, start: offset }: Passage): readonly FoundThing[] {
  if (text.length > RECORD_MAX || !hasHash(text) || hasWordOf('files-called-genuine', text)) return [];
  return stretchesWithout(text, CELLS).flatMap((cell): readonly FoundThing[] => {
    const value = cell.text.trim();
    const start = cell.start + cell.text.indexOf(value);
    const name = whole(text, { start, end: start + value.length });
    if (name === undefined || splitAtBlanks(value).length > WORDS_MAX || hasHash(value)) return [];
    const span = { start: offset + name.start, end: offset + name.end };
    return [{ thing: 'file-name', value, deed: 'dropped', seenIn: FILES, spans: [span] }];
  });
}

/** The name in quotes that begins at a place. */
function quotedName(text: string, from: number): Span | undefined {
  const closing = CLOSING_OF.get(text[from] ?? '');
  if (closing === undefined) return undefined;
  const length = text.slice(from + 1, from + 1 + NAME.max).indexOf(closing);
  return length < 0 ? undefined : whole(text, { start: from + 1, end: from + 1 + length });
}

/** The name without quotes that begins at a place: words with capitals or numbers, up to one with the ending of a file. */
function nameInCapitals(text: string, from: number): Span | undefined {
  if (hasAny(text.charAt(from), '-_')) return undefined;
  for (const { text: word, start } of stretchesWithout(text.slice(from, from + NAME.max), ' \n').slice(0, WORDS_MAX)) {
    if (!isAnyCapital(word[0]) && !isDigit(word[0]) && word !== '-' && word !== '_') return undefined;
    const bare = trimEndOf(word, '.,;:)');
    if (isFilesEnding(bare)) return whole(text, { start: from, end: from + start + bare.length });
  }
  return undefined;
}

/** A place, if what stands there is one name with a blank that not everybody has. */
function whole(text: string, span: Span): Span | undefined {
  const name = text.slice(span.start, span.end);
  const isName =
    hasBlank(name.trim()) &&
    name === name.trim() &&
    name.length >= NAME.min &&
    isFilesEnding(name) &&
    !hasAny(name, NO_NAME) &&
    !isDescribed(name);
  return isName && !isStandIn(name) && !isEverybodysName(name) ? span : undefined;
}

/** Whether some words describe a file, or hold several: "loader fen.exe", "fen.img with the loader fen.exe". */
function isDescribed(name: string): boolean {
  const words = splitAtBlanks(name);
  const isOfSeveral = words.slice(0, -1).some((word) => isFilesEnding(word));
  return isOfSeveral || (words.length === 2 && wordSet('before-file-names').has(words[0] ?? ''));
}

function isFilesEnding(name: string): boolean {
  return name.includes('.') && wordSet('reported-endings').has(lowerEnding(name));
}

/** The word for a file that was brought, shortly before the one that gives its name. */
function nounBefore(text: string, at: number): string | undefined {
  const { start } = sentenceAround(text, at, at + 1);
  return tokensOf(text.slice(start, at))
    .slice(-NOUN_WITHIN)
    .findLast(({ text: word }) => nounsOfFiles().has(word))?.text;
}

/** Whether the author's own file is named in the sentence of a place. */
function isOfAuthors(text: string, at: number): boolean {
  const { start, end } = sentenceAround(text, at, at + 1);
  return tokensOf(text.slice(start, end)).some((word) => OF_AUTHORS.has(word.text));
}
