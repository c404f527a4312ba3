import { attributionOf } from '../attribute/attribution-of.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, Span } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { BLANKS, QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { splitAtBlanks } from '../text/shape.js';
import { type FolderPlace, firstFolder, lastFolder } from './folder-place.js';

/** Longer lines tell something and are no entry of a list. */
const ENTRY_WORDS_MAX = 14;
const CAPTION_WORDS_MAX = 30;
const AROUND = `${BLANKS}${QUOTES}•*-`;
/** How far behind the folder the colon of a caption may stand: "C:\\Fen folder:". */
const TO_COLON = 12;

/** A part of a document that lists files of one folder: a row, a line, or the entries below a caption. */
export interface FolderList extends Span {
  readonly folder: FolderPlace;
}

/**
 * The entries of lists whose caption, or another cell of whose row, or the line below, names the folder that their files are in: "Dropped into
 * C:\\Fen:" above names, "fen.exe | C:\\ProgramData\\Fen", a name with a path in a line of its own below it. Reads the text once.
 */
export function folderLists(doc: AdvisoryDocument): readonly FolderList[] {
  const passages = passagesOf(doc);
  const lists: FolderList[] = [];
  let caption: FolderPlace | undefined;
  for (const [at, passage] of passages.entries()) {
    const { start, text } = passage;
    const span = { start, end: start + text.length };
    if (text.trimEnd().endsWith(':')) {
      caption = captionFolder(doc, passage);
      continue;
    }
    const isEntry = passage.block.type !== 'heading' && splitAtBlanks(text).length <= ENTRY_WORDS_MAX;
    const row = passage.block.type === 'table-row' ? cellFolder(passage) : undefined;
    const below = isBareName(text) ? bareFolder(passages[at + 1]) : undefined;
    if (row !== undefined) lists.push({ ...span, folder: row });
    else if (below !== undefined && isIntruders(doc, span)) lists.push({ ...span, folder: below });
    else if (isEntry && caption !== undefined) lists.push({ ...span, folder: caption });
    if (!isEntry || bareFolder(passage) !== undefined) caption = undefined;
  }
  return lists;
}

/** The folder that a caption ends with, where it says that something was put there. */
function captionFolder(doc: AdvisoryDocument, { start, text }: Passage): FolderPlace | undefined {
  const isOthers = hasWordOf('captions-of-others', text);
  const isPut = hasWordOf('files-written', text) || hasWordOf('captions-of-intruders', text);
  if (isOthers || !isPut || splitAtBlanks(text).length > CAPTION_WORDS_MAX) return undefined;
  const end = start + trimEndOf(text, BLANKS).length - 1;
  const folder = lastFolder(doc.text, start, end);
  if (folder === undefined || !isIntruders(doc, { start, end })) return undefined;
  const behind = doc.text.slice(folder.end, end).trim();
  const isLast = behind === '' || (behind.length <= TO_COLON && wordSet('folder-words').has(behind.toLowerCase()));
  return isLast ? folder : undefined;
}

/** The folder that is a cell of a row by itself. */
function cellFolder({ start, text }: Passage): FolderPlace | undefined {
  let from = 0;
  for (const cell of text.split('|')) {
    const folder = wholeFolder(text, from, from + cell.length, start);
    if (folder !== undefined) return folder;
    from += cell.length + 1;
  }
  return undefined;
}

/** The folder that is a line by itself. */
function bareFolder(passage: Passage | undefined): FolderPlace | undefined {
  return passage === undefined ? undefined : wholeFolder(passage.text, 0, passage.text.length, passage.start);
}

function wholeFolder(text: string, from: number, to: number, offset: number): FolderPlace | undefined {
  const folder = firstFolder(text, from, to);
  if (folder === undefined) return undefined;
  // Before the folder's own part stands the drive, the variable or the folder of a user.
  const before = trimStartOf(text.slice(from, folder.start), AROUND);
  const behind = trimEndOf(text.slice(folder.end, to), `${AROUND}\\`);
  const isWhole =
    behind === '' && splitAtBlanks(before).length <= 1 && (before === '' || '\\%'.includes(before.at(-1) ?? ' '));
  return isWhole ? { value: folder.value, start: offset + folder.start, end: offset + folder.end } : undefined;
}

/** Whether a line is nothing but one name of a file. */
function isBareName(text: string): boolean {
  const bare = trimEndOf(trimStartOf(text, AROUND), AROUND);
  return bare.includes('.') && splitAtBlanks(bare).length === 1;
}

function isIntruders(doc: AdvisoryDocument, span: Span): boolean {
  const read = attributionOf(doc, span);
  return read === undefined || (read.who !== 'defender' && read.whether !== 'advice' && read.whether !== 'did-not');
}
