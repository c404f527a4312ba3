import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet, wordTexts } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isAnyCapital, isAnySmallLetter, isWordCharacter, placesOf } from '../text/characters.js';
import { isExe, QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasBlank, hasDigit, splitAtBlanks } from '../text/shape.js';
import { hasPair, leading, skip, skipBack } from '../text/stretches.js';
import { joined, type Page } from './page.js';

/** What authors write for the letters of a folder that vary: `FenSvcXXX`. */
export const MASK = 'XXX';
const MASK_MAX = 12;
/** Fewest characters of a name before them, and most. */
const NAME = { min: 4, max: 40 } as const;
const NAME_WORDS_MAX = 4;
const ENDS = new Set('\\/:*?"<>|,;“”‘’`()\n\t');
const AROUND = `${QUOTES}•*- `;

/**
 * Finds folders of which a report masks the end of the name, since it differs each time: "ProgramData\FenSvcXXX", "C:\Users\XXX\FenXXX\fen.exe",
 * or line by line below words for folders.
 */
export function findMaskedFolders({ doc }: Page): readonly FoundThing[] {
  if (!doc.text.includes(MASK) || hostSystem(doc.text) !== 'windows') return [];
  let caption = '';
  const found = passagesOf(doc).flatMap((passage): readonly FoundThing[] => {
    const { block, text } = passage;
    const name = trimEndOf(trimStartOf(text, AROUND), AROUND);
    // A short line by itself is often read as a heading.
    const isItem = name.endsWith(MASK) && splitAtBlanks(name).length <= NAME_WORDS_MAX;
    if (!isItem) caption = text.trimEnd().endsWith(':') ? text : '';
    if (block.type === 'code' || block.role === 'remediation' || block.role === 'references') return [];
    const item = isItem && hasFolderWord(caption) && isTelling(name) ? text.indexOf(name) : -1;
    if (item >= 0) return listOf(folderOf(passage, item, text.indexOf(MASK)));
    return masksIn(text).flatMap((at) => listOf(folderInPath(passage, at)));
  });
  return joined(found, ({ value, deed }) => `${deed} ${value.toLowerCase()}`);
}

/** Whether a name is more than one word of a product: behind "Acrobat" three letters may be those of everybody's "Acrobat DC". */
const isTelling = (name: string): boolean =>
  hasBlank(name) || hasDigit(name) || hasPair(trimEndOf(name, 'X'), isAnySmallLetter, isAnyCapital);

const maskEnd = (text: string, mask: number): number => skip(text, mask, (each) => each === 'X', MASK_MAX);

const listOf = (found: FoundThing | undefined): readonly FoundThing[] => (found === undefined ? [] : [found]);

const hasFolderWord = (text: string): boolean => tokensOf(text).some((word) => wordSet('folder-words').has(word.text));

/** Where masks begin that something of a name stands right before. */
function masksIn(text: string): readonly number[] {
  return placesOf(text, MASK).filter((at) => isWordCharacter(text[at - 1]) && text[at - 1] !== 'X');
}

/** A folder with what is known of its name; undefined where that is too little. */
function folderOf({ start, text }: Passage, from: number, mask: number, parent = ''): FoundThing | undefined {
  const name = text.slice(from, mask);
  if (name.length < NAME.min || name.includes('XX')) return undefined;
  const end = maskEnd(text, mask);
  const parts = [`${parent}${name}`, ...Array.from({ length: end - mask }, () => '')];
  const spans: readonly Span[] = [{ start: start + from, end: start + mask }];
  return { thing: 'directory', value: parts.join('?'), parts, isByCharacter: true, deed: 'dropped', spans };
}

/** The folder whose masked name is a part of a path, and what was started from it. */
function folderInPath(passage: Passage, mask: number): FoundThing | undefined {
  const { start, text } = passage;
  const from = skipBack(text, mask, (character) => !ENDS.has(character), NAME.max);
  const end = maskEnd(text, mask);
  if (text[from - 1] !== '\\' || isWordCharacter(text[end])) return undefined;
  const above = text.slice(
    skipBack(text, from - 1, (character) => !ENDS.has(character), NAME.max),
    from - 1,
  );
  const known = [...wordTexts('windows-variables').values()].find((folder) => isSame(lastPart(above), folder));
  const folder = folderOf(passage, from, mask, known === undefined ? '' : `${known}\\`);
  const program = text[end] === '\\' ? leading(text.slice(end + 1), (character) => !ENDS.has(character)) : '';
  if (folder === undefined || !isExe(program)) return folder;
  const at = start + end + 1;
  return {
    ...folder,
    deed: 'executed',
    seenIn: 'windows/process-creation',
    title: 'Program Started From A Reported Folder',
    beside: [{ thing: 'process', value: program, spans: [{ start: at, end: at + program.length }] }],
  };
}

/** The last word: "made at ProgramData". */
const lastPart = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
