import type { AdvisoryDocument, Attribution, Span } from '../model.js';
import { passageAt } from '../segment/passage.js';
import { attributionAt } from './attribute.js';

/** Whose deed a stretch of a document tells, whether it was done, and where; undefined where the stretch stands in no block. */
export function attributionOf(doc: AdvisoryDocument, { start, end }: Span): Attribution | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined) return undefined;
  return attributionAt(passage, {
    start: start - passage.start,
    end: Math.min(end - passage.start, passage.text.length),
  });
}
