import type { DraftBlock } from '../draft-block.js';
import { markdownBlock } from '../markdown-inline.js';
import { hasStrong, levelAtStart } from '../markdown-lines.js';

const LINK = /\[[^\]\n]{1,300}\]\((?:https?:\/\/|\/)[^()\s]{1,1000}\)/;
const STRONG_MAX = 300;
const TAG = /<(code|strong|em|b)>[^<>]{1,300}<\/\1>/;

/** With marks in this many blocks, they are not there by accident. */
const MARKED_BLOCKS_MIN = 3;

/** The level of the heading that a block of one line is; zero where it is none. */
const headingLevel = ({ text }: DraftBlock): number => (text.includes('\n') ? 0 : levelAtStart(text));

function isMarked(block: DraftBlock): boolean {
  if (block.type === 'code') return false;
  return headingLevel(block) > 0 || LINK.test(block.text) || hasStrong(block.text, STRONG_MAX) || TAG.test(block.text);
}

/**
 * Reads Markdown marks (headings, links, code, emphasis) on pages that show the Markdown they were written in. Other pages are not changed.
 */
export function renderMarkdown(blocks: readonly DraftBlock[], base: string | undefined): readonly DraftBlock[] {
  if (blocks.filter(isMarked).length < MARKED_BLOCKS_MIN) return blocks;
  return blocks.map((block) => {
    // A block with elements of its own was rendered, so marks in it belong to the text.
    if (block.type === 'code' || block.code !== undefined || block.links !== undefined) return block;
    const level = block.type === 'paragraph' ? headingLevel(block) : 0;
    const rendered =
      level === 0
        ? markdownBlock(block.text, block.type, base, block.level)
        : markdownBlock(block.text.slice(level + 1), 'heading', base, level);
    return rendered ?? block;
  });
}
