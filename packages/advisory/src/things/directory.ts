import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { tellsOfIntrusion } from '../attribute/intrusion.js';
import { isStandIn } from '../draft/stand-in.js';
import { wordSet, wordTexts } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { placesOf } from '../text/characters.js';
import { hasBlank, lastWord, linesOf } from '../text/shape.js';
import { type FolderPath, folderPathAt, foldersOfUsers, OF_USERS } from './folder-path.js';
import { MASK } from './masked-folder.js';
import { joined, type Page } from './page.js';

/** What stands between a drive or variable and the first folder. */
const ROOTS = [':\\', '%\\', '%/'];
/** Variables that name no folder which is the same on every host. */
const DIFFERENT = new Set(['userprofile', 'systemdrive', 'homedrive']);
const SHORTEST = 4;
/** Fewest folders below a drive where what stands in the last one varies: of one alone it may be anything. */
const FOLDERS_MIN = 2;
/** What stands for characters that differ each time. */
const VARYING = 'xxxx';
/** How many words may stand between "folder" and its path: "the folder is located at". */
const WORDS_BETWEEN = 3;

/**
 * Finds folders of Windows that the text says something was put into, and that are not everybody's: "files are saved to `%AppData%\fen7\`",
 * "the folder C:\ProgramData\fen7". What is only searched or spared is none.
 */
export function findDirectories(page: Page): readonly FoundThing[] {
  if (hostSystem(page.doc.text) !== 'windows') return [];
  const ofUsers = foldersOfUsers(page.text, 0, page.text.length);
  const found = [...ROOTS.map((root) => placesOf(page.text, root)), ofUsers].flatMap((places) =>
    places.flatMap((at): readonly FoundThing[] => {
      const path = folderPathAt(page.text, at);
      if (path === undefined || page.isCode(path.start)) return [];
      const place = placeOf(path);
      return place === undefined || !isPutInto(page, path)
        ? []
        : [{ thing: 'directory', ...place, spans: [page.spanOf(path.start, path.end)] }];
    }),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

/**
 * A folder as a log shows it: whole below a drive; without its beginning where that differs by host. The table of logs looks for the first
 * where something is created, for the second where it is dropped. Undefined for a folder that everybody has.
 */
function placeOf({ root, folders, isVarying }: FolderPath): Pick<FoundThing, 'value' | 'deed'> | undefined {
  const last = folders.at(-1)?.toLowerCase();
  // Deep below a drive a short name tells enough, where files with names of their own lie in it.
  const shortest = isVarying && folders.length > FOLDERS_MIN ? 2 : SHORTEST;
  if (last === undefined || last.length < shortest || wordSet('ordinary-folders').has(last)) return undefined;
  // "In C:\\ProgramData Folder" calls the folder of that name one.
  if (wordSet('folder-words').has(lastWord(last))) return undefined;
  if (folders.some((each) => isStandIn(each) || each.toLowerCase().includes(VARYING))) return undefined;
  // Those with a mask at their ends are looked for by the letters before it.
  if (folders.some((each) => each.endsWith(MASK))) return undefined;
  if (root.toLowerCase() === OF_USERS) return { value: [root, ...folders].join('\\'), deed: 'dropped' };
  if (root.startsWith('%')) return placeBelow(root.slice(1, -1).toLowerCase(), folders);
  if (isVarying && folders.length < FOLDERS_MIN) return undefined;
  const [first, user] = folders.map((each) => each.toLowerCase());
  if (first !== 'users' || user === 'public' || user === 'default')
    return { value: [root, ...folders].join('\\'), deed: 'created' };
  return folders.length < 4 ? undefined : { value: folders.slice(2).join('\\'), deed: 'dropped' };
}

/** A folder below a variable, by the part that the variable stands for or, where that differs by host, without it. */
function placeBelow(variable: string, folders: readonly string[]): ReturnType<typeof placeOf> {
  const known = wordTexts('windows-variables').get(variable);
  if (known !== undefined) return { value: [known, ...folders].join('\\'), deed: 'dropped' };
  return DIFFERENT.has(variable) && folders.length > 1 ? { value: folders.join('\\'), deed: 'dropped' } : undefined;
}

/** Whether a path is said to be a folder that something is put into: by the list of indicators it stands in, by a label, or by its sentence. */
function isPutInto(page: Page, path: FolderPath): boolean {
  const { text } = page;
  const block = page.blockAt(path.start);
  if (block === undefined || block.type === 'heading') return false;
  const sentence = sentenceAround(text, path.start, path.end);
  const own = tokensOf(text.slice(sentence.start, path.start)).map((token) => token.text);
  const before = own.length > 0 ? own : wordsAbove(text, path.start);
  const behind = tokensOf(text.slice(path.end, sentence.end)).map((token) => token.text);
  const isCalled =
    wordSet('folder-words').has(behind[0] ?? '') ||
    before.slice(-WORDS_BETWEEN - 1).some((word) => wordSet('folder-words').has(word));
  const words = [...before, ...behind];
  if (words.some((word) => wordSet('folder-looked-into').has(word))) return false;
  // What is read lies below this folder more often than what is put there.
  const isOfUsers = path.root.toLowerCase() === OF_USERS;
  if (!isCalled && (!path.isClosed || isOfUsers)) return isStagedIn(page, path, before, words);
  const isFound = words.includes('found') && words.some((word) => wordSet('captions-of-intruders').has(word));
  return (
    isFound || block.role === 'indicators' || words.some((word) => wordSet('folder-uses').has(word)) || isLabel(before)
  );
}

/** How far above a path of a list its introduction is read. */
const ABOVE_MAX = 400;

/** The words that introduce the list whose lines are paths alone: "is unpacked to one of the following directories:". */
function wordsAbove(text: string, start: number): readonly string[] {
  const lines = linesOf(text.slice(Math.max(0, start - ABOVE_MAX), start)).map((line) => line.trim());
  const above = lines.findLast((line) => hasBlank(line) || line.endsWith(':')) ?? '';
  return above.endsWith(':') ? tokensOf(above).map((token) => token.text) : [];
}

/** Words that lead to a folder, and not to a file without an ending: "staged in %TEMP%\\fen7". */
const INTO: ReadonlySet<string> = new Set(['in', 'into', 'under', 'within', 'inside', 'below']);

/** Uses of folders that are told of products as well. */
const OF_PRODUCTS: ReadonlySet<string> = new Set([
  ...['install', 'installs', 'installed', 'installing', 'locate', 'located', 'reside', 'resides', 'residing'],
  ...['contain', 'contains', 'contained', 'containing', 'make', 'makes', 'made', 'making'],
]);

/** Whether a report on an intrusion says that something was written into a path that no word calls a folder. What is installed may be a product. */
function isStagedIn({ doc }: Page, { root }: FolderPath, before: readonly string[], words: readonly string[]): boolean {
  const isWritten = words.some((word) => wordSet('folder-uses').has(word) && !OF_PRODUCTS.has(word));
  const last = before.at(-1) ?? '';
  // What lies at a whole path may as well be a file without an ending.
  return (INTO.has(last) || (last === 'at' && root.startsWith('%'))) && isWritten && tellsOfIntrusion(doc);
}

/** Whether the words before a path are nothing but what its folder is for: "Keylog dir:". */
function isLabel(before: readonly string[]): boolean {
  return before.length > 0 && before.length <= WORDS_BETWEEN && wordSet('folder-words').has(before.at(-1) as string);
}
