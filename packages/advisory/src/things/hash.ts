import { isExcludedIn } from '../attribute/attribution-of.js';
import { hostSystem } from '../attribute/host-system.js';
import { hashKind, isGenuineFile } from '../indicators/hash-kind.js';
import { type HashKind, kindsNamedIn } from '../indicators/named-kinds.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Indicator } from '../model.js';
import { once } from '../once.js';
import { passagesOf, sentenceAround } from '../segment/passage.js';
import type { Page } from './page.js';

/** Finds hashes of files that are no programs: each is looked for in the log that has it. Those of programs have a rule of their own. */
export function findHashes(page: Page): readonly FoundThing[] {
  const areCarried = once(() => isDownloadTold(page));
  return page.indicators.flatMap((indicator) => {
    const kind = indicator.spans.length === 0 ? undefined : hashKind(page.doc, indicator);
    if (kind !== undefined && isGenuineFile(page.doc, indicator)) return [genuine(indicator)];
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
  return { thing: 'library-hash', value, spans, deed: 'loaded' };
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

const WITH_OWN_RULES: ReadonlySet<HashKind> = new Set<HashKind>(['program', 'certificate']);
const IN_DOWNLOADS = { deed: 'downloaded-from', seenIn: 'windows/create-stream-hash' } as const;
const DRIVERS = 'windows/driver-load';
