import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isStandIn } from '../draft/stand-in.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf, sentenceAround } from '../segment/passage.js';
import { isBlank, isWordCharacter } from '../text/characters.js';
import { BLANKS, QUOTES } from '../text/ends.js';
import { skip } from '../text/stretches.js';
import { type FolderPlace, firstFolder, lastFolder } from './folder-place.js';
import { joined, type Page } from './page.js';

const NAME = { min: 4, max: 40 } as const;
/** How many words may stand between "folder" and "named": "a folder that is named". */
const BEFORE_NAMED = 3;
/** How many characters may stand between a name and the folder it is in: "named fen7 under the hidden directory %TEMP%". */
const TO_PARENT = 60;

/**
 * Finds folders whose name and place a sentence tells apart: "a directory named FenUpdate under %APPDATA%", "in %TEMP% it creates a folder called
 * fen7".
 */
export function findNamedFolders(page: Page): readonly FoundThing[] {
  if (hostSystem(page.doc.text) !== 'windows') return [];
  const found = passagesOf(page.doc).flatMap((passage) =>
    passage.block.type === 'code' || passage.block.type === 'heading' || !passage.text.includes('%')
      ? []
      : foldersIn(passage),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

function foldersIn({ text, start: offset }: Passage): readonly FoundThing[] {
  const words = tokensOf(text);
  return words.flatMap(({ text: word, end }, at): readonly FoundThing[] => {
    if (!wordSet('name-givers').has(word) || !isOfFolder(words, at)) return [];
    const name = nameAt(text, end);
    if (name === undefined) return [];
    const sentence = sentenceAround(text, name.start, name.end);
    if (!hasWordOf('files-written', text.slice(sentence.start, sentence.end))) return [];
    const parent =
      firstFolder(text, name.end, Math.min(sentence.end, name.end + TO_PARENT)) ??
      lastFolder(text, sentence.start, name.start);
    return parent === undefined ? [] : [folderIn(parent, name, offset)];
  });
}

function folderIn(parent: FolderPlace, name: Named, offset: number): FoundThing {
  const span = { start: offset + name.start, end: offset + name.end };
  return { thing: 'directory', value: `${parent.value}\\${name.value}`, deed: 'dropped', spans: [span] };
}

/** Whether a word shortly before "named" is one for a folder. */
function isOfFolder(words: readonly Token[], at: number): boolean {
  return words.slice(Math.max(0, at - BEFORE_NAMED), at).some(({ text }) => wordSet('folder-words').has(text));
}

interface Named {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const isBeforeName = (character: string): boolean => `${BLANKS}${QUOTES}`.includes(character);
const isOfName = (character: string): boolean => isWordCharacter(character) || '-_'.includes(character);

/** The name of a folder that begins behind a place, maybe in quotes; undefined for one that everybody has or that stands for another. */
function nameAt(text: string, from: number): Named | undefined {
  const start = skip(text, from, isBeforeName, TO_PARENT);
  const end = skip(text, start, isOfName, NAME.max);
  const value = text.slice(start, end);
  const next = text[end] ?? ' ';
  const isWhole = isBlank(next) || `${QUOTES},.;)`.includes(next);
  // With a point within it is the name of a file.
  if (value.length < NAME.min || !isWhole || (next === '.' && isWordCharacter(text[end + 1]))) return undefined;
  return isStandIn(value) || wordSet('ordinary-folders').has(value.toLowerCase()) ? undefined : { value, start, end };
}
