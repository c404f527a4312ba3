import { tokensOf } from '../attribute/cues.js';
import { wordSet, words, wordTexts } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isBlank, isWordCharacter } from '../text/characters.js';
import { startsWithAny } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
import { type FolderPlace, firstFolder, lastFolder, lastPath, ownPart } from './folder-place.js';

/** How many words may stand between a name and its folder: "x.dll to the Windows". */
const WORDS_BETWEEN = 4;
/** How many may stand between "to" and a path: "to the web root". */
const WORDS_TO_PATH = 3;
/** How many may stand between a folder and the name in it: "%TEMP% directory with the name". */
const WORDS_TO_NAME = 5;
/** How many may stand before the word that leads to a folder in a sentence of its own: "the file is then placed in". */
const WORDS_TO_LEAD = 8;
/** What a sentence ends with. */
const SENTENCE_ENDS = '.!?"”’)';
/** How far back and ahead another sentence is looked for. */
const OTHER_SENTENCE_MAX = 300;

/** The folder that the sentences around a file's name say it was put into; of `anyDeed`, one that it is only said to be in counts as well. */
export function folderOfFile(text: string, span: Span, anyDeed = false): FolderPlace | undefined {
  const sentence = sentenceAround(text, span.start, span.end);
  const isWritten = anyDeed || hasWordOf('files-written', text.slice(sentence.start, sentence.end));
  const told = isWritten
    ? (folderBehind(text, { start: span.end, end: sentence.end }) ??
      folderBefore(text, sentence, span.start) ??
      folderNamedAs(text, sentence, span.start) ??
      folderThere(text, sentence, span))
    : undefined;
  return told ?? folderInNext(text, sentence, span);
}

/** The folder that the words right behind a name lead to. */
function folderBehind(text: string, { start: from, end }: Span): FolderPlace | undefined {
  const behind = text.slice(from, end);
  const told = tokensOf(behind, from);
  const lead = told.findIndex((word) => wordSet('leads-to-folder').has(word.text));
  // "A second file, fen.bin, is dropped into …": the comma closes what stood beside the file.
  const isApart = behind.startsWith(', ') && wordSet('forms-of-be').has(told[0]?.text ?? '');
  const before = text.slice(isApart ? from + 1 : from, told[lead]?.start ?? from);
  if (lead < 0 || lead > 2 || hasAny(before, ',;:')) return undefined;
  return folderLedTo(text, told[lead]?.end ?? from, end);
}

/** The folders that words alone name in a part of a text: "the System32 folder". */
function foldersInWords(text: string, from: number, end: number): readonly FolderPlace[] {
  const told = tokensOf(text.slice(from, end), from);
  return told.flatMap((word, at): readonly FolderPlace[] => {
    const value = wordTexts('folders-in-words').get(word.text);
    return value !== undefined && isFolder(told[at + 1]?.text ?? '')
      ? [{ start: word.start, end: word.end, value }]
      : [];
  });
}

/** The folder right behind a word that leads to it: "the directory %TEMP%", "the user's home directory". */
function folderLedTo(text: string, from: number, end: number): FolderPlace | undefined {
  const [worded] = foldersInWords(text, from, end);
  if (worded !== undefined && tokensOf(text.slice(from, worded.start)).length < WORDS_BETWEEN) return worded;
  const folder = firstFolder(text, from, end);
  if (folder === undefined) return undefined;
  // The drive or variable of a path is no word that stands between.
  const before = text.slice(from, folder.start);
  const root = Math.max(before.lastIndexOf(' '), 0);
  return tokensOf(before.slice(0, root)).length > WORDS_TO_PATH ? undefined : folder;
}

/**
 * The folder that stands before a name: its list follows the path and a colon ("in C:\\Fen: a.exe and b.exe"), or its sentence begins with what
 * leads back to the folder of the one before ("Into it they copied a.exe").
 */
function folderBefore(text: string, sentence: Span, name: number): FolderPlace | undefined {
  const before = text.slice(sentence.start, name);
  const colon = before.lastIndexOf(': ');
  if (colon >= 0 && isListOfNames(before.slice(colon + 2))) {
    const path = lastPath(text, sentence.start, sentence.start + colon);
    return path?.end === sentence.start + colon ? ownPart(text, path) : undefined;
  }
  if (!startsWithAny(before.toLowerCase(), words('back-to-folder'))) return undefined;
  const path = lastPath(text, Math.max(0, sentence.start - OTHER_SENTENCE_MAX), sentence.start);
  // Between the path and this sentence stands nothing but the end of the one before.
  const isLast =
    path !== undefined &&
    [...text.slice(path.end, sentence.start)].every((character) => '.”"\' \n'.includes(character));
  return isLast ? ownPart(text, path) : undefined;
}

/** Whether what stands before a name is a part of the same list: other names, commas and "and". */
function isListOfNames(text: string): boolean {
  return text.split(',').every((part) => {
    const [first = '', ...more] = splitAtBlanks(part).filter((word) => word !== 'and' && word !== '&');
    return more.length === 0 && (first === '' || first.includes('.'));
  });
}

/** The folder before a name that a word for names leads to: "under %TEMP% as fen.ps1", "in C:\\Fen with the name: a.dat". */
function folderNamedAs(text: string, sentence: Span, name: number): FolderPlace | undefined {
  const folder = lastFolder(text, sentence.start, name) ?? foldersInWords(text, sentence.start, name).at(-1);
  if (folder === undefined) return undefined;
  const between = text.slice(folder.end, name);
  const told = tokensOf(between).map((word) => word.text);
  if (told.length === 0 || told.length > WORDS_TO_NAME || hasAny(between, '.;')) return undefined;
  const last = told.at(-1) ?? '';
  return last === 'as' || last === 'name' || wordSet('name-givers').has(last) ? folder : undefined;
}

/** The folder that words of the name's own sentence lead back to: "creates C:\\Fen and copies itself there as a.exe". */
function folderThere(text: string, sentence: Span, name: Span): FolderPlace | undefined {
  const own = lastFolder(text, sentence.start, name.start);
  if (own !== undefined) return leadsBack(text.slice(own.end, name.start)) ? own : undefined;
  if (!leadsBack(text.slice(sentence.start, sentence.end))) return undefined;
  const stop = endOfBefore(text, sentence.start);
  if (stop === undefined) return undefined;
  const before = sentenceAround(text, stop - 1, stop);
  const folder = firstFolder(text, before.start, stop);
  const isOnly = folder !== undefined && lastFolder(text, before.start, stop)?.start === folder.start;
  return isOnly ? folder : undefined;
}

/** Whether words lead back to a folder: "there" of a place, "into this folder". */
function leadsBack(text: string): boolean {
  const lower = ` ${text.toLowerCase().replaceAll('\n', ' ')} `;
  return words('back-to-folder').some((phrase) => {
    const at = lower.indexOf(` ${phrase}`);
    const behind = lower.slice(at + phrase.length + 1);
    if (at < 0 || isWordCharacter(behind[0])) return false;
    return phrase !== 'there' || !wordSet('forms-of-be').has(tokensOf(behind)[0]?.text ?? '');
  });
}

/** The folder that the next sentence, or a clause behind the name, says the file was put into: "drops fen.dll. The file is placed in C:\\Fen". */
function folderInNext(text: string, sentence: Span, name: Span): FolderPlace | undefined {
  const clause = text.slice(name.end, sentence.end).trimStart();
  const isClause = startsWithAny(clause.toLowerCase(), [', which ', ', that ']);
  const from = isClause ? name.end + 2 : startOfNext(text, sentence.end);
  // Of several files it is not told which is meant.
  if (from === undefined || (!isClause && namesFile(text.slice(name.end, sentence.end)))) return undefined;
  const end = isClause ? sentence.end : sentenceAround(text, from, from + 1).end;
  const next = text.slice(from, end);
  if (!isClause && !startsWithAny(next.toLowerCase(), words('back-to-file'))) return undefined;
  const told = tokensOf(next, from);
  const lead = told.findIndex((word) => wordSet('leads-to-folder').has(word.text));
  if (lead < 0 || lead > WORDS_TO_LEAD) return undefined;
  const before = text.slice(from, told[lead]?.start);
  if (!hasWordOf('files-written', before) && !hasWordOf('files-kept', before)) return undefined;
  return namesFile(before) ? undefined : folderLedTo(text, told[lead]?.end ?? from, end);
}

/** Where the next sentence begins in the same paragraph. */
function startOfNext(text: string, end: number): number | undefined {
  let at = end;
  while (SENTENCE_ENDS.includes(text[at] ?? '-') || (isBlank(text[at]) && text[at] !== '\n')) at += 1;
  return at >= text.length || text[at] === '\n' ? undefined : at;
}

/** Where the sentence before ends in the same paragraph or the one above. */
function endOfBefore(text: string, start: number): number | undefined {
  let at = start;
  while (at > 0 && isBlank(text[at - 1])) at -= 1;
  return at > 0 && text[at - 1] === '.' ? at : undefined;
}

/** Whether a word of a text has a point within, as names of files have. */
function namesFile(text: string): boolean {
  return splitAtBlanks(text).some((word) => {
    const point = word.indexOf('.', 1);
    return point > 0 && isWordCharacter(word[point - 1]) && isWordCharacter(word[point + 1]);
  });
}

function isFolder(word: string): boolean {
  return word === 'folder' || word === 'directory';
}
