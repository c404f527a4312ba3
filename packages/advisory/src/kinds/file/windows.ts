import { wordSet } from '../../knowledge/load.js';
import { alternativesOf, hasWordOf } from '../../knowledge/word-pattern.js';
import type { FileWritten } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import { windowsPaths } from '../windows-paths.js';

const CERTAINTY = { written: 0.8, listed: 0.6 } as const;

/**
 * The files of Windows that a passage says were written, lists, or names in folders where somebody must have put them; `captioned` is whether
 * what stands above it says that it lists the intruder's files.
 */
export function windowsFiles(passage: Passage, captioned: boolean): readonly FileWritten[] {
  return windowsPaths(passage).flatMap(({ path, at, sentence, loaded }) => {
    if (loaded) return [];
    const written =
      hasWordOf('files-written', sentence) ||
      (isLeftProgram(path) && !hasWordOf('not-left-there', sentence)) ||
      (isWebScript(path) && hasWordOf('web-shell-words', sentence));
    if (!written && !captioned && passage.block.role !== 'indicators') return [];
    return [
      behaviourAt(passage, at, written ? CERTAINTY.written : CERTAINTY.listed, {
        kind: 'file' as const,
        value: path,
        system: 'windows' as const,
        platforms: ['endpoint-sysmon'] as const,
        techniques: [],
      }),
    ];
  });
}

/** Whether a path is that of a script which web servers run: one that is called a web shell was put there. */
function isWebScript(path: string): boolean {
  return wordSet('web-scripts').has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

let leftProgram: RegExp | undefined;

/** Whether a path is that of a program in a folder that any user may write to, so that somebody put it there. */
function isLeftProgram(path: string): boolean {
  leftProgram ??= new RegExp(
    `^(?:${alternativesOf('open-folders')})\\\\(?:[^\\\\]+\\\\){0,3}[^\\\\]+\\.(?:${alternativesOf('left-program-endings')})$`,
    'i',
  );
  return leftProgram.test(path.replace(/^[D-Z]:/i, 'C:'));
}
