import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isStandIn } from '../draft/stand-in.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { isDigit } from '../text/characters.js';
import { hasAny } from '../text/shape.js';
import { folderPathAt } from './folder-path.js';
import type { Page } from './page.js';

const SHORTEST = 6;
/** How many words may stand between a name and its folder: "x.dll to the Windows". */
const WORDS_BETWEEN = 4;
const LEADS = new Set(['in', 'into', 'to', 'under', 'within', 'inside']);
const ROOTS = [':\\', '%\\'];

/**
 * Finds files that a sentence says were put into a folder that it names apart from them: "drops marsh.dll into the System32 folder", "marsh.exe in
 * the folder C:\\ProgramData\\Fen". The folder makes a short or common name telling.
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

/** A place of a file's name with the folder that its sentence puts it into. */
function placed(text: string, span: Span): { readonly span: Span; readonly folder: FoundThing } | undefined {
  const sentence = sentenceAround(text, span.start, span.end);
  if (!hasWordOf('files-written', text.slice(sentence.start, sentence.end))) return undefined;
  const place = folderBehind(text, { start: span.end, end: sentence.end });
  if (place === undefined) return undefined;
  return { span, folder: { thing: 'directory', value: place.value, spans: [{ start: place.start, end: place.end }] } };
}

/** The folder that the words right behind a name lead to. */
function folderBehind(text: string, { start: from, end }: Span): (Span & { readonly value: string }) | undefined {
  const behind = text.slice(from, end);
  const words = tokensOf(behind, from);
  const lead = words.findIndex((word) => LEADS.has(word.text));
  if (lead < 0 || lead > 2 || hasAny(text.slice(from, words[lead]?.start ?? from), ',;:')) return undefined;
  for (const [at, word] of words.slice(lead + 1, lead + 1 + WORDS_BETWEEN).entries()) {
    const next = words[lead + 2 + at]?.text ?? '';
    if (wordSet('folders-in-words').has(word.text) && isFolder(next))
      return { ...word, value: text.slice(word.start, word.end) };
  }
  return pathBehind(text, words[lead]?.end ?? from, end);
}

function isFolder(word: string): boolean {
  return word === 'folder' || word === 'directory';
}

/** The path of a folder near a place, without what differs from host to host. */
function pathBehind(text: string, from: number, end: number): (Span & { readonly value: string }) | undefined {
  const behind = text.slice(from, end);
  for (const root of ROOTS) {
    const place = behind.indexOf(root);
    const path = place < 0 ? undefined : folderPathAt(text, from + place);
    if (path === undefined || tokensOf(text.slice(from, path.start)).length > 2) continue;
    const [first = '', ...more] = path.folders;
    const folders = first.toLowerCase() === 'users' ? more.slice(1) : path.folders;
    if (folders.length === 0 || folders.some((folder) => hasAny(folder, '<>[]*{}') || isDigit(folder))) continue;
    const value = folders.join('\\');
    const within = text.slice(path.start, path.end).indexOf(value);
    const start = path.start + within;
    if (within >= 0) return { value, start, end: start + value.length };
  }
  return undefined;
}
