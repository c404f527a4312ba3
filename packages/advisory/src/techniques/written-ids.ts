import { currentId } from '@tripline/attack';
import type { AdvisoryDocument } from '../model.js';
import type { TechniqueHit } from './technique-hit.js';

const ID = /(?<![A-Za-z0-9])T(\d{4})(?:[./](\d{3}))?(?![0-9A-Za-z])/g;
const WRITTEN_CONFIDENCE = 0.95;

/** ATT&CK ids written in a document, wherever they stand, brought to the current version; ids that never were are left out. */
export function writtenIds(doc: AdvisoryDocument): readonly TechniqueHit[] {
  const hits: TechniqueHit[] = [];
  for (const match of doc.text.matchAll(ID)) {
    const whole = match[2] === undefined ? `T${match[1]}` : `T${match[1]}.${match[2]}`;
    const id = currentId(whole) ?? currentId(`T${match[1]}`);
    if (id === undefined) continue;
    hits.push({ id, start: match.index, end: match.index + match[0].length, confidence: WRITTEN_CONFIDENCE });
  }
  for (const block of doc.blocks) {
    for (const link of block.links ?? []) {
      const found = /attack\.mitre\.org\/techniques\/(T\d{4})(?:\/(\d{3}))?/i.exec(link.href);
      if (found === null) continue;
      const id = currentId(found[2] === undefined ? (found[1] as string) : `${found[1]}.${found[2]}`);
      if (id !== undefined) hits.push({ id, start: link.start, end: link.end, confidence: WRITTEN_CONFIDENCE });
    }
  }
  return hits;
}
