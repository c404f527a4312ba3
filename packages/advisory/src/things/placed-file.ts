import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isStandIn } from '../draft/stand-in.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet, words } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { isDigit } from '../text/characters.js';
import { startsWithAny } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
import { type FolderPath, folderPathAt } from './folder-path.js';
import type { Page } from './page.js';

const SHORTEST = 6;
/** How many words may stand between a name and its folder: "x.dll to the Windows". */
const WORDS_BETWEEN = 4;
const LEADS = new Set(['in', 'into', 'to', 'under', 'within', 'inside']);
const ROOTS = [':\\', '%\\'];

/**
 * Finds files that a sentence says were put into a folder that it names apart from them: "drops marsh.dll into the System32 folder", "marsh.exe in
 * the folder C:\\ProgramData\\Fen", "in C:\\Fen: marsh.exe and reed.exe". The folder makes a short or common name telling.
 */
export function findPlacedFiles(page: Page): readonly FoundThing[] {
  if (hostSystem(page.doc.text) !== 'windows') return [];
  return page.indicators.flatMap((indicator): readonly FoundThing[] => {
    const { type, value, spans } = indicator;
    if (type !== 'file-name' || value.length < SHORTEST || isStandIn(value)) return [];
    const [first] = spans.flatMap((span) => placed(page.doc.text, span) ?? []);
    if (first === undefined || passageAt(page.doc, first.span.start)?.block.type === 'code') return [];
    // In a folder of its own a common name tells enough, in one of the system only the intruder's does.
    const isOwn = hasAny(first.folder.value, '\\') && !isStockProgram(value);
    if (!isOwn && !isActorsFile(page.doc, indicator)) return [];
    return [{ thing: 'file-name', value, deed: 'dropped', spans: [first.span], beside: [first.folder] }];
  });
}

/** A folder, without what differs from host to host, and its place. */
interface FolderPlace extends Span {
  readonly value: string;
}

/** A place of a file's name with the folder that its sentence puts it into. */
function placed(text: string, span: Span): { readonly span: Span; readonly folder: FoundThing } | undefined {
  const sentence = sentenceAround(text, span.start, span.end);
  if (!hasWordOf('files-written', text.slice(sentence.start, sentence.end))) return undefined;
  const place = folderBehind(text, { start: span.end, end: sentence.end }) ?? folderBefore(text, sentence, span.start);
  if (place === undefined) return undefined;
  return { span, folder: { thing: 'directory', value: place.value, spans: [{ start: place.start, end: place.end }] } };
}

/** The folder that the words right behind a name lead to. */
function folderBehind(text: string, { start: from, end }: Span): FolderPlace | undefined {
  const behind = text.slice(from, end);
  const told = tokensOf(behind, from);
  const lead = told.findIndex((word) => LEADS.has(word.text));
  if (lead < 0 || lead > 2 || hasAny(text.slice(from, told[lead]?.start ?? from), ',;:')) return undefined;
  for (const [at, word] of told.slice(lead + 1, lead + 1 + WORDS_BETWEEN).entries()) {
    const next = told[lead + 2 + at]?.text ?? '';
    if (wordSet('folders-in-words').has(word.text) && isFolder(next))
      return { start: word.start, end: word.end, value: text.slice(word.start, word.end) };
  }
  return pathBehind(text, told[lead]?.end ?? from, end);
}

/** How far back the sentence before is looked for, and a path's last separator. */
const BACK_CHARACTERS = 300;

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
  const path = lastPath(text, Math.max(0, sentence.start - BACK_CHARACTERS), sentence.start);
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

/** The last path of a folder between two places. */
function lastPath(text: string, from: number, to: number): FolderPath | undefined {
  const root = Math.max(...ROOTS.map((each) => text.lastIndexOf(each, to)));
  return root < from ? undefined : folderPathAt(text, root);
}

function isFolder(word: string): boolean {
  return word === 'folder' || word === 'directory';
}

/** The path of a folder right behind a place. */
function pathBehind(text: string, from: number, end: number): FolderPlace | undefined {
  const behind = text.slice(from, end);
  for (const root of ROOTS) {
    const place = behind.indexOf(root);
    const path = place < 0 ? undefined : folderPathAt(text, from + place);
    if (path === undefined || tokensOf(text.slice(from, path.start)).length > 2) continue;
    const own = ownPart(text, path);
    if (own !== undefined) return own;
  }
  return undefined;
}

/** A path without what differs from host to host: its drive or variable, and the folder of a user. */
function ownPart(text: string, path: FolderPath): FolderPlace | undefined {
  const [first = '', ...more] = path.folders;
  const folders = first.toLowerCase() === 'users' ? more.slice(1) : path.folders;
  if (folders.length === 0 || folders.some((folder) => hasAny(folder, '<>[]*{}') || isDigit(folder))) return undefined;
  const value = folders.join('\\');
  const within = text.slice(path.start, path.end).indexOf(value);
  const start = path.start + within;
  return within < 0 ? undefined : { value, start, end: start + value.length };
}
