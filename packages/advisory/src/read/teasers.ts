import { words } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import { isWordCharacter } from '../text/characters.js';
import { BLANKS, closesWith, endsWithAny, trimEndOf } from '../text/ends.js';
import { isNumber } from '../text/shape.js';
import type { DraftBlock } from './draft-block.js';
import { isRelatedHeading } from './html/frame-words.js';
import { hasHash, headingRole } from './role.js';

/** Longest excerpt of another article, title of one, and line that offers something. */
const EXCERPT_MAX = 700;
const TITLE_MAX = 160;
const OFFER_MAX = 600;
/** How many blocks an excerpt and its title may have. */
const TEASER_BLOCKS = 4;
/** Behind this part of the text others' articles are looked for. */
const FROM_SHARE = 0.5;
/** Digits of a technique's id. */
const ID_DIGITS = 4;
/** What stands behind "Read More" or before it. */
const ARROWS = '»›→>.…';
const BROKEN_OFF = ['…', '...', '[…]', '[...]'] as const;

/**
 * The blocks of a text without what leads away from it: excerpts of other articles near its end ("… Read More"), what stands below a line such
 * as "Related posts", and what the publisher offers. What others' articles tell is no part of this one.
 */
export function withoutTeasers(blocks: readonly DraftBlock[]): readonly DraftBlock[] {
  const from = laterHalf(blocks);
  const dropped = new Set<number>();
  dropExcerpts(blocks, from, dropped);
  dropRelated(blocks, from, dropped);
  return blocks.filter((block, at) => !dropped.has(at) && !isOffer(block));
}

/** The first block behind the middle of a text. */
function laterHalf(blocks: readonly DraftBlock[]): number {
  const most = blocks.reduce((sum, { text }) => sum + text.length, 0) * FROM_SHARE;
  let length = 0;
  return blocks.findIndex(({ text }) => {
    length += text.length;
    return length > most;
  });
}

/** Drops each excerpt with its title. Between two that stand near each other everything is of the second. */
function dropExcerpts(blocks: readonly DraftBlock[], from: number, dropped: Set<number>): void {
  const ends = blocks.flatMap((block, at) => (at > from && isExcerptEnd(block) ? [at] : []));
  const [first, second] = ends;
  if (first === undefined) return;
  // The first has as many blocks as the one behind it.
  const length = second !== undefined && second - first <= TEASER_BLOCKS ? second - first : lengthOfOne(blocks, first);
  let before = first - length;
  for (const end of ends) {
    const start = end - before <= TEASER_BLOCKS ? before + 1 : end - lengthOfOne(blocks, end) + 1;
    for (let at = start; at <= end; at += 1) if (isOfTeaser(blocks[at])) dropped.add(at);
    before = end;
  }
}

/** How many blocks an excerpt and the title right before it have. */
function lengthOfOne(blocks: readonly DraftBlock[], end: number): number {
  const before = blocks[end - 1];
  const isTitle = before !== undefined && before.text.length <= TITLE_MAX && !closesWith(before.text.trimEnd(), '.:;!');
  return isTitle ? 2 : 1;
}

/** Whether a block ends as the excerpt of another article does: it breaks off, and leads to the rest. */
function isExcerptEnd(block: DraftBlock): boolean {
  if (!isOfTeaser(block)) return false;
  const text = trimEndOf(block.text.slice(-TITLE_MAX).toLowerCase(), `${BLANKS}${ARROWS}`);
  const end = words('teaser-ends').find((each) => text.endsWith(each));
  if (end === undefined) return false;
  const before = trimEndOf(text.slice(0, -end.length), BLANKS);
  return endsWithAny(before, BROKEN_OFF);
}

/** Whether a block is short prose, without what no excerpt holds. */
function isOfTeaser(block: DraftBlock | undefined): boolean {
  if (block === undefined || block.type === 'code' || block.type === 'table-row') return false;
  return block.text.length <= EXCERPT_MAX && !hasHash(block.text) && !opensWithTechnique(block.text);
}

/** Whether a text begins with the id of a technique, as the rows of a report's own table of them do. */
function opensWithTechnique(text: string): boolean {
  return text.startsWith('T') && isNumber(text.slice(1, 1 + ID_DIGITS)) && !isWordCharacter(text[1 + ID_DIGITS]);
}

/** Drops what stands below a line that leads to other articles, up to a section of this one. */
function dropRelated(blocks: readonly DraftBlock[], from: number, dropped: Set<number>): void {
  let isBelow = false;
  blocks.forEach((block, at) => {
    if (at <= from || block.type === 'code' || block.type === 'table-row') isBelow = false;
    else if (block.text.length <= TITLE_MAX && isRelatedHeading(block.text)) isBelow = true;
    else if (!isOfTeaser(block) || (block.type === 'heading' && headingRole([block.text], '') !== 'narrative'))
      isBelow = false;
    if (isBelow) dropped.add(at);
  });
}

/** Whether a block is what the publisher sells or asks for: a list of the tools that a feed tracks names none of an intrusion. */
function isOffer({ type, text }: DraftBlock): boolean {
  return type !== 'code' && type !== 'table-row' && text.length <= OFFER_MAX && hasWordOf('publisher-offers', text);
}
