import { tokensOf } from '../../attribute/cues.js';
import { wordSet } from '../../knowledge/load.js';
import { hasWordOf, isListed } from '../../knowledge/word-pattern.js';
import type { FileWritten } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { isLetter } from '../../text/characters.js';
import { opensWith } from '../../text/ends.js';
import { behaviourAt } from '../behaviour-at.js';
import { windowsPaths } from '../windows-paths.js';

/** How many words at a sentence's beginning may say that readers are to look. */
const SOUGHT_WITHIN = 8;
const CERTAINTY = { written: 0.8, listed: 0.6 } as const;

/**
 * The files of Windows that a passage says were written, lists, or names in folders where somebody must have put them; `captioned` is whether
 * what stands above it says that it lists the intruder's files.
 */
export function windowsFiles(passage: Passage, captioned: boolean): readonly FileWritten[] {
  return windowsPaths(passage).flatMap(({ path, at, sentence, loaded }) => {
    if (loaded || isFolder(path) || isOfBuild(path)) return [];
    const sought = isLeftProgram(path) && isSought(sentence);
    const written =
      sought ||
      hasWordOf('files-written', sentence) ||
      (isLeftProgram(path) && !hasWordOf('not-left-there', sentence)) ||
      (isWebScript(path) && hasWordOf('web-shell-words', sentence));
    if (!written && !captioned && passage.block.role !== 'indicators') return [];
    const file = behaviourAt(passage, at, written ? CERTAINTY.written : CERTAINTY.listed, {
      kind: 'file' as const,
      value: path,
      system: 'windows' as const,
      platforms: ['endpoint-sysmon'] as const,
      techniques: [],
    });
    // Whoever is sent to look for a file is told that intruders have it, whatever else the sentence advises.
    return [sought ? { ...file, confidence: CERTAINTY.listed } : file];
  });
}

/** Whether a file lies among the sources of a program: on the machine of its author, not on the victim's. */
function isOfBuild(path: string): boolean {
  const lower = path.toLowerCase();
  return BUILD_FOLDERS.some((folder) => lower.includes(folder));
}

const BUILD_FOLDERS = ['\\source\\repos\\', '\\visual studio ', '\\x64\\release\\', '\\x64\\debug\\'] as const;

/** Whether a path ends with a folder of everybody's, whose name has a point: "INetCache\\Content.Outlook". */
function isFolder(path: string): boolean {
  return wordSet('ordinary-folders').has(path.slice(path.lastIndexOf('\\') + 1).toLowerCase());
}

/** Whether a sentence sends its readers to look for what it names: "defenders should look for C:\\ProgramData\\fog.exe". */
function isSought(sentence: string): boolean {
  const words = tokensOf(sentence)
    .slice(0, SOUGHT_WITHIN)
    .map(({ text }) => text);
  const look = words.findIndex((word) => wordSet('hunt-verbs').has(word));
  const behind = words[look + 1] ?? '';
  return (
    look >= 0 &&
    behind === 'for' &&
    (look === 0 || words.slice(0, look).some((word) => wordSet('advised-people').has(word)))
  );
}

/** Whether a path is that of a script which web servers run: one that is called a web shell was put there. */
function isWebScript(path: string): boolean {
  return wordSet('web-scripts').has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

/** Whether a path is that of a program in a folder that any user may write to, so that somebody put it there. */
function isLeftProgram(path: string): boolean {
  const onDrive = path[1] === ':' && isLetter(path[0]) && !opensWith(path, 'aAbB') ? `C${path.slice(1)}` : path;
  const parts = onDrive.split('\\');
  const name = parts.at(-1) ?? '';
  const point = name.lastIndexOf('.');
  if (point < 1 || !wordSet('left-program-endings').has(name.slice(point + 1).toLowerCase())) return false;
  const depth = [1, 2, 3, 4].find((own) => isListed('open-folders', parts.slice(0, -own).join('\\')));
  return depth !== undefined && !parts.slice(-depth).includes('');
}
