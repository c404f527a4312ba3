import { startsOf } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument } from '../model.js';
import { onceEach } from '../once.js';
import { passagesOf } from '../segment/passage.js';
import { cueHits, tokensOfPassage } from './cues.js';

const TOLD: ReadonlySet<string> = new Set(['intrusion-told']);

/**
 * Whether a document tells of an intrusion: by a word that only such texts have, or by one of threats, where it does not speak to its reader or tells a
 * deed of an intruder too. Guides, help pages, product pages and news on ordinary work do not: what they tell of programs and files is their reader's.
 */
export const tellsOfIntrusion = onceEach(new WeakMap<AdvisoryDocument, boolean>(), readIntrusion);

function readIntrusion(doc: AdvisoryDocument): boolean {
  if (startsOf('signs-of-intrusion').test(doc.text)) return true;
  if (!startsOf('signs-of-threats').test(doc.text)) return false;
  return !speaksToReader(doc) || passagesOf(doc).some((passage) => cueHits(tokensOfPassage(passage), TOLD).length > 0);
}

/** Whether a document speaks to its reader and of no intrusion: a guide or a product page, whose deeds are its reader's too. */
export function isGuide(doc: AdvisoryDocument): boolean {
  return !tellsOfIntrusion(doc) && speaksToReader(doc);
}

function speaksToReader({ text }: AdvisoryDocument): boolean {
  return hasWordOf('words-to-readers', text);
}
