import { startsOf } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument } from '../model.js';
import { onceEach } from '../once.js';

/**
 * Whether a document has any word of an intrusion. Guides, help pages and product news on ordinary work have none: what they tell of programs and files
 * is their reader's.
 */
export const tellsOfIntrusion = onceEach(new WeakMap<AdvisoryDocument, boolean>(), ({ text }) =>
  startsOf('signs-of-intrusion').test(text),
);

/** Whether a document speaks to its reader and of no intrusion: a guide or a product page, whose deeds are its reader's too. */
export function isGuide(doc: AdvisoryDocument): boolean {
  return !tellsOfIntrusion(doc) && hasWordOf('words-to-readers', doc.text);
}
