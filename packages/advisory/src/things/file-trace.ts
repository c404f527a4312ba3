import { hostSystem } from '../attribute/host-system.js';
import { type WindowsPath, windowsPaths, withoutDrive } from '../kinds/windows-paths.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { isDigit, isWordCharacter } from '../text/characters.js';
import { joined, type Page } from './page.js';

const STREAM = { min: 2, max: 40 } as const;
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
  if (value.toLowerCase() === OF_DOWNLOADS) return [];
  const spans = [{ start: start + from, end: start + end }];
  return [{ thing: 'file-name', value, deed: 'written', seenIn: 'windows/create-stream-hash', spans }];
}

function changedTimes({ start }: Passage, { path, at, sentence }: WindowsPath): readonly FoundThing[] {
  if (!hasWordOf('times-of-files', sentence) || !hasWordOf('times-changed', sentence)) return [];
  const spans = [{ start: start + at.start, end: start + at.end }];
  return [{ thing: 'file-path', value: withoutDrive(path), deed: 'changed', seenIn: 'windows/file-change', spans }];
}
