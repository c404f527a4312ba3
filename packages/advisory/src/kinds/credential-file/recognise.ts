import { alternativesOf, listPattern } from '../../knowledge/word-pattern.js';
import type { CredentialFile } from '../../model.js';
import { once } from '../../once.js';
import type { Passage } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';

/** Spellings of a home directory in texts. */
const HOME = String.raw`(?:~|\$HOME|\/root|\/home\/[\w.<>*-]{1,40})\/`;
/** The sentence that says who reads a file may follow the one that says what is in it. */
const BEFORE = 210;
const AFTER = 420;
const CERTAINTY = 0.6;

const FILE = once(() => {
  const files = alternativesOf('credential-files').split('|');
  const places = files.map((file) => (file.startsWith('~\\/') ? HOME + file.slice('~\\/'.length) : file));
  return new RegExp(String.raw`(?<![\w.-])(?:${places.join('|')})(?![\w/])`, 'g');
});
/** Words that say that an intruder gets what a file holds. */
const READ = listPattern(String.raw`\b{file-takers}\b[^.]{0,120}\b{files-read}|\b{files-stolen}`, 'i');

/** Finds files of credentials near words that say that an intruder reads them. */
export function recogniseCredentialFiles(reading: Reading): readonly CredentialFile[] {
  return reading.outsideCommands(
    reading.told.flatMap((passage) => (passage.block.type === 'code' ? [] : filesIn(passage))),
  );
}

function filesIn(passage: Passage): readonly CredentialFile[] {
  return [...passage.text.matchAll(FILE())].flatMap((match) => {
    const at = { start: match.index, end: match.index + match[0].length };
    if (!READ().test(passage.text.slice(Math.max(0, at.start - BEFORE), at.end + AFTER))) return [];
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
