import { hashKind, isGenuineFile } from '../indicators/hash-kind.js';
import type { HashKind } from '../indicators/named-kinds.js';
import type { FoundThing, Indicator } from '../model.js';
import type { Page } from './page.js';

/** Finds hashes of files that are no programs: each is looked for in the log that has it. Those of programs have a rule of their own. */
export function findHashes(page: Page): readonly FoundThing[] {
  return page.indicators.flatMap((indicator) => {
    const kind = indicator.spans.length === 0 ? undefined : hashKind(page.doc, indicator);
    if (kind !== undefined && isGenuineFile(page.doc, indicator)) return [genuine(indicator)];
    return kind === undefined || WITH_OWN_RULES.has(kind) ? [] : [hashOf(indicator, kind)];
  });
}

function hashOf({ value, spans }: Indicator, kind: HashKind): FoundThing {
  if (kind === 'other') {
    const because = 'no log of hosts has the hashes of documents, scripts and archives';
    return { thing: 'file-hash', value, spans, mark: { role: 'mentioned', because } };
  }
  // A list of hashes says no more than that they are the intruder's.
  if (kind === 'driver') return { thing: 'library-hash', value, spans, deed: 'installed', seenIn: DRIVERS };
  return { thing: 'library-hash', value, spans, deed: 'loaded' };
}

function genuine({ value, spans }: Indicator): FoundThing {
  const because = 'the text calls its file an honest one';
  return { thing: 'file-hash', value, spans, mark: { role: 'mentioned', because } };
}

const WITH_OWN_RULES: ReadonlySet<HashKind> = new Set<HashKind>(['program', 'certificate']);
const DRIVERS = 'windows/driver-load';
