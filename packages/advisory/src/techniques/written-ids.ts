import { currentId } from '@tripline/attack';
import type { AdvisoryDocument } from '../model.js';
import type { TechniqueHit } from './technique-hit.js';

/** A technique id, also where a PDF or a table lost the blanks around it: `TechniqueT1550.002https://…`. */
const ID = /(?<![A-Z0-9])T(\d{4})(?!\d)(?:([./])(\d{3})(?!\d))?([A-Za-z])?/g;
const LINK = /attack\.mitre\.org\/techniques\/(T\d{4})(?:\/(\d{3}))?/i;
const WRITTEN_CONFIDENCE = 0.95;

/** ATT&CK ids written anywhere in a document, mapped to the current version. Ids that ATT&CK never had are left out. */
export function writtenIds(doc: AdvisoryDocument): readonly TechniqueHit[] {
  const hits: TechniqueHit[] = [];
  const add = (parent: string, sub: string | undefined, sure: boolean, start: number, end: number): void => {
    const whole = sub === undefined ? undefined : currentId(`${parent}.${sub}`);
    // Where the sub-technique's number may be part of an address or of other text, only the parent is certain.
    const ids = whole === undefined ? [currentId(parent)] : sure ? [whole] : [whole, currentId(parent)];
    for (const id of ids) if (id !== undefined) hits.push({ id, start, end, confidence: WRITTEN_CONFIDENCE });
  };
  for (const match of doc.text.matchAll(ID)) {
    const [text, parent, mark, sub, after] = match;
    if (sub === undefined && after !== undefined) continue;
    const end = match.index + text.length - (after?.length ?? 0);
    add(`T${parent}`, sub, mark === '.' && after === undefined, match.index, end);
  }
  for (const block of doc.blocks) {
    for (const { href, start, end } of block.links ?? []) {
      const found = LINK.exec(href);
      if (found !== null) add((found[1] as string).toUpperCase(), found[2], false, start, end);
    }
  }
  return hits;
}
