import { alternativesOf } from '../../knowledge/word-pattern.js';
import type { CredentialFile } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';

/** Spellings of a home directory in texts. */
const HOME = String.raw`(?:~|\$HOME|\/root|\/home\/[\w.<>*-]{1,40})\/`;
/** The sentence that says who reads a file may follow the one that says what is in it. */
const BEFORE = 210;
const AFTER = 420;
const CERTAINTY = 0.6;

let file: RegExp | undefined;
let read: RegExp | undefined;

/** Finds files of credentials near words that say that an intruder reads them. */
export function recogniseCredentialFiles(reading: Reading): readonly CredentialFile[] {
  file ??= new RegExp(
    `(?<![\\w.-])(?:${alternativesOf('credential-files').replaceAll(/(?<=^|\|)~\\\//g, HOME)})(?![\\w/])`,
    'g',
  );
  const pattern = file;
  return reading.outsideCommands(
    reading.told.flatMap((passage) => (passage.block.type === 'code' ? [] : filesIn(passage, pattern))),
  );
}

function filesIn(passage: Passage, pattern: RegExp): readonly CredentialFile[] {
  return [...passage.text.matchAll(pattern)].flatMap((match) => {
    const at = { start: match.index, end: match.index + match[0].length };
    if (!isRead(passage.text.slice(Math.max(0, at.start - BEFORE), at.end + AFTER))) return [];
    return [
      behaviourAt(passage, at, CERTAINTY, {
        kind: 'credential-file' as const,
        value: match[0],
        platforms: ['endpoint-auditd'] as const,
        techniques: ['T1552.001'],
      }),
    ];
  });
}

/** Whether words say that an intruder gets what a file holds. */
function isRead(text: string): boolean {
  read ??= new RegExp(
    `\\b(?:${alternativesOf('file-takers')})\\b[^.]{0,120}\\b(?:${alternativesOf('files-read')})|\\b(?:${alternativesOf('files-stolen')})`,
    'i',
  );
  return read.test(text);
}
