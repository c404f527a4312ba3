import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { type WindowsPath, windowsPaths, withoutDrive } from '../kinds/windows-paths.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isDigit, isHexDigit, isWordCharacter } from '../text/characters.js';
import { isAll } from '../text/stretches.js';
import { joined, type Page } from './page.js';

const STREAM = { min: 2, max: 40 } as const;
/** Names of digests, with which lists write what a file's is: `C:\\a.exe:SHA256`. */
const DIGESTS: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha256', 'sha512', 'sha-1', 'sha-256']);
/** A word of hexadecimal digits that is as long is a digest. */
const DIGEST_MIN = 32;
const TIMESTOMP = 'timestomp';
/** How many words may stand between a verb and the times that it changes: "changed its creation time". */
const BEFORE_TIMES = 8;
/** How many words before a participle a form of "be" may stand: "was later changed". */
const BEHIND_BE = 3;
/** What makes a verb's participle a part of the name of a time: "the modified time". */
const ONE_TIME: ReadonlySet<string> = new Set(['time', 'timestamp', 'date']);
/** The stream that every downloaded file has. */
const OF_DOWNLOADS = 'zone.identifier';

/**
 * Finds what was done with a file of Windows that its creation does not show: a stream beside its content (`C:\\a.txt:hrn`), and times that were set
 * back.
 */
export function findFileTraces({ doc }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  const found = passagesOf(doc).flatMap((passage) =>
    windowsPaths(passage).flatMap((told) => [...streams(passage, told), ...changedTimes(passage, told)]),
  );
  return joined(found, ({ thing, value }) => `${thing} ${value.toLowerCase()}`);
}

/** The stream whose name stands behind the path of a file. */
function streams({ start, text }: Passage, { at }: WindowsPath): readonly FoundThing[] {
  if (text[at.end] !== ':') return [];
  const from = at.end + 1;
  let end = from;
  while (
    end - from <= STREAM.max &&
    (isWordCharacter(text[end]) || (text[end] === '.' && isWordCharacter(text[end + 1])))
  )
    end += 1;
  const value = text.slice(from, end);
  if (value.length < STREAM.min || value.length > STREAM.max || [...value].every(isDigit)) return [];
  if (value.toLowerCase() === OF_DOWNLOADS || isDigest(value) || wordSet('behind-log-files').has(value)) return [];
  const spans = [{ start: start + from, end: start + end }];
  return [{ thing: 'file-name', value, deed: 'written', seenIn: 'windows/create-stream-hash', spans }];
}

function changedTimes({ start }: Passage, { path, at, sentence }: WindowsPath): readonly FoundThing[] {
  if (!areTimesSet(sentence)) return [];
  const spans = [{ start: start + at.start, end: start + at.end }];
  return [{ thing: 'file-path', value: withoutDrive(path), deed: 'changed', seenIn: 'windows/file-change', spans }];
}

/** Whether a sentence says that times of files were set to others, and does not only tell or compare them. */
function areTimesSet(sentence: string): boolean {
  const words = tokensOf(sentence);
  if (words.some(({ text }) => text.startsWith(TIMESTOMP))) return true;
  return words.some((verb, at) => {
    if (!wordSet('times-changed').has(verb.text) || ONE_TIME.has(words[at + 1]?.text ?? '')) return false;
    const isDone = words.slice(Math.max(0, at - BEHIND_BE), at).some(({ text }) => wordSet('forms-of-be').has(text));
    const told = isDone ? sentence.slice(0, verb.start) : sentence.slice(verb.end, words[at + BEFORE_TIMES]?.end);
    return hasWordOf('times-of-files', told);
  });
}

function isDigest(word: string): boolean {
  return DIGESTS.has(word.toLowerCase()) || (word.length >= DIGEST_MIN && isAll(word, isHexDigit));
}
