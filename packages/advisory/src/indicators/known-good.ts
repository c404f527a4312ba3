import { startsOf } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, Indicator, Span } from '../model.js';
import { closesWith } from '../text/ends.js';

/** Words that say that files are good, with a word for what they are. */
const GOOD = listPattern(String.raw`\b{called-good}\b[^.:]{0,60}\b{shipped-things}\b`, 'i');
const HASHES = new Set(['md5', 'sha1', 'sha256', 'sha512', 'imphash']);
const LISTED = new Set(['table-row', 'list-item', 'code']);

/** The parts of a document that list files of an untouched system: what follows a heading or paragraph that says so. */
function knownGoodSpans(document: AdvisoryDocument): readonly Span[] {
  const spans: Span[] = [];
  let good = false;
  for (const block of document.blocks) {
    const text = document.text.slice(block.start, block.end);
    if (!LISTED.has(block.type)) {
      const says = text.slice(-300);
      // Good files that an actor brings, replaces or imitates are still evidence.
      good = GOOD().test(says) && !startsOf('good-but-abused').test(says);
      // Only a lead-in opens a list; prose that mentions good files does not.
      if (block.type === 'paragraph' && !closesWith(text.trimEnd(), ':)')) good = false;
      continue;
    }
    if (good) spans.push({ start: block.start, end: block.end });
  }
  return spans;
}

/** Leaves out hashes that a document lists as part of an untouched system, and file names that occur nowhere else. */
export function withoutKnownGood(document: AdvisoryDocument, indicators: readonly Indicator[]): readonly Indicator[] {
  const spans = knownGoodSpans(document);
  if (spans.length === 0) return indicators;
  const isGood = (place: Span): boolean => spans.some(({ start, end }) => start <= place.start && place.end <= end);
  return indicators.filter(({ type, spans: places }) => {
    if (HASHES.has(type)) return !places.some(isGood);
    return !type.startsWith('file-') || !places.every(isGood);
  });
}
