import type { DraftBlock } from '../draft-block.js';
import { asksForCookies, isFrameHeading, isLegalNotice, leadsElsewhere, offersNewsletter } from './frame-words.js';

/** A paragraph of this many characters under a frame's heading means that the article goes on. */
const SUBSTANCE_CHARACTERS_MIN = 180;

/**
 * Drops the text under a heading such as "Related articles": links and short lines, up to the next heading of its level or above, or until
 * the article goes on. Also drops single lines that lead to another article, ask for consent to cookies, offer a newsletter or state the
 * publisher's rights.
 */
export function withoutFrameSections(blocks: readonly DraftBlock[]): DraftBlock[] {
  const kept: DraftBlock[] = [];
  let droppedLevel: number | undefined;
  for (const block of blocks) {
    if (block.type === 'heading') {
      const level = block.level ?? 2;
      if (droppedLevel !== undefined && level > droppedLevel) continue;
      droppedLevel = isFrameHeading(block.text) ? level : undefined;
    } else if (droppedLevel !== undefined && isSubstance(block)) {
      droppedLevel = undefined;
    }
    if (droppedLevel === undefined && !isFrameLine(block)) kept.push(block);
  }
  return kept;
}

function linkedCharacters(block: DraftBlock): number {
  return (block.links ?? []).reduce((sum, link) => sum + link.end - link.start, 0);
}

function isSubstance(block: DraftBlock): boolean {
  if (block.type === 'code' || block.type === 'table-row') return true;
  return block.text.length - linkedCharacters(block) >= SUBSTANCE_CHARACTERS_MIN;
}

function isFrameLine(block: DraftBlock): boolean {
  if (block.type === 'code' || block.type === 'table-row' || block.type === 'heading') return false;
  if (leadsElsewhere(block.text) && linkedCharacters(block) >= block.text.length * 0.4) return true;
  if (block.text.length > 1500) return false;
  return isLegalNotice(block.text) || asksForCookies(block.text) || offersNewsletter(block.text);
}
