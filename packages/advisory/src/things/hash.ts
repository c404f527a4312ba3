import { isExcludedIn } from '../attribute/attribution-of.js';
import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { hashKind, isGenuineFile } from '../indicators/hash-kind.js';
import { type HashKind, kindsNamedIn } from '../indicators/named-kinds.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Indicator } from '../model.js';
import { once } from '../once.js';
import { passagesOf, sentenceAround } from '../segment/passage.js';
import type { Page } from './page.js';

/** Finds hashes of files that are no programs: each is looked for in the log that has it. Those of programs have a rule of their own. */
export function findHashes(page: Page): readonly FoundThing[] {
  const areCarried = once(() => isDownloadTold(page));
  const areLibraries = once(() => isLibraryTold(page));
  return page.indicators.flatMap((indicator) => {
    const kind = indicator.spans.length === 0 ? undefined : hashKind(page.doc, indicator);
    if (kind !== undefined && isGenuineFile(page.doc, indicator)) return [genuine(indicator)];
    if (kind === undefined && areLibraries() && isCalledMalware(page, indicator)) return [libraryOf(indicator)];
    return kind === undefined || WITH_OWN_RULES.has(kind) ? [] : [hashOf(indicator, kind, areCarried)];
  });
}

function hashOf({ value, spans }: Indicator, kind: HashKind, areCarried: () => boolean): FoundThing {
  if (kind === 'carried' && areCarried()) return { thing: 'file-hash', value, spans, ...IN_DOWNLOADS };
  if (kind === 'carried' || kind === 'other') {
    const because = `no log of hosts has the hashes of documents, scripts and archives${kind === 'carried' ? ' that were not downloaded' : ', nor any of files of Linux'}`;
    return { thing: 'file-hash', value, spans, mark: { role: 'mentioned', because } };
  }
  // A list of hashes says no more than that they are the intruder's.
  if (kind === 'driver') return { thing: 'library-hash', value, spans, deed: 'installed', seenIn: DRIVERS };
  return libraryOf({ value, spans });
}

function libraryOf({ value, spans }: Pick<Indicator, 'value' | 'spans'>): FoundThing {
  return { thing: 'library-hash', value, spans, deed: 'loaded' };
}

/** Whether the line of a hash calls its file the payload or the like, and says no more of it. */
function isCalledMalware({ doc }: Page, { type, spans }: Indicator): boolean {
  const [span] = spans;
  if (span === undefined || !FILE_HASHES.has(type)) return false;
  const before =
    doc.text
      .slice(Math.max(0, span.start - LINE_MAX), span.start)
      .split('\n')
      .at(-1) ?? '';
  const line = before + (doc.text.slice(span.start, span.start + LINE_MAX).split('\n', 1)[0] ?? '');
  return tokensOf(line).some((token) => wordSet('encrypted-things').has(token.text));
}

/** How far before and behind a hash its line is read: it may hold thousands of them. */
const LINE_MAX = 200;
/** How many words may stand between what is told and the word for a library: "the payload is a 64-bit Windows DLL". */
const TOLD_BEFORE = 8;

/** Whether a sentence says that the malware of the text is a library: a hash of which nothing tells the file may then be of a program or of one. */
function isLibraryTold({ doc }: Page): boolean {
  if (hostSystem(doc.text) !== 'windows') return false;
  return passagesOf(doc).some(({ text, start }) =>
    kindsNamedIn(text).some((named) => {
      if (named.kind !== 'library' || named.isName) return false;
      const sentence = sentenceAround(text, named.start, named.end);
      const before = tokensOf(text.slice(sentence.start, named.start)).map((token) => token.text);
      const is = before.findLastIndex((word) => word === 'is' || word === 'are');
      const isMalware = wordSet('encrypted-things').has(before[is - 1] ?? '');
      if (!isMalware || before.length - is > TOLD_BEFORE || before[is + 1] === 'not') return false;
      return !isExcludedIn(doc, { start: start + named.start, end: start + named.end });
    }),
  );
}

/** Whether a sentence says that such a file came to the victim by mail or from a site: Windows then marks it, and the log of the mark has its hash. */
function isDownloadTold({ doc }: Page): boolean {
  if (hostSystem(doc.text) !== 'windows') return false;
  return passagesOf(doc).some(({ text, start }) => {
    let done = 0;
    return kindsNamedIn(text).some((named) => {
      if (named.kind !== 'carried' || named.start < done) return false;
      const sentence = sentenceAround(text, named.start, named.end);
      done = sentence.end;
      const span = { start: start + named.start, end: start + named.end };
      return hasWordOf('carried-to-victims', text.slice(sentence.start, sentence.end)) && !isExcludedIn(doc, span);
    });
  });
}

function genuine({ value, spans }: Indicator): FoundThing {
  const because = 'the text calls its file an honest one';
  return { thing: 'file-hash', value, spans, mark: { role: 'mentioned', because } };
}

const FILE_HASHES: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha256']);
const WITH_OWN_RULES: ReadonlySet<HashKind> = new Set<HashKind>(['program', 'certificate']);
const IN_DOWNLOADS = { deed: 'downloaded-from', seenIn: 'windows/create-stream-hash' } as const;
const DRIVERS = 'windows/driver-load';
