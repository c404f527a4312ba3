import type { DraftBlock } from '../draft-block.js';
import { markdownBlock } from '../markdown-inline.js';

const LINK = /\[[^\]\n]{1,300}\]\((?:https?:\/\/|\/)[^()\s]{1,1000}\)/;
const STRONG = /\*\*[^*\n]{1,300}\*\*/;
const TAG = /<(code|strong|em|b)>[^<>]{1,300}<\/\1>/;
const HEADING = /^(#{1,6}) (\S.*)$/;

/** Marks in so many blocks are no accident of the text. */
const MARKED_BLOCKS_MIN = 3;

function isMarked(block: DraftBlock): boolean {
  if (block.type === 'code') return false;
  return HEADING.test(block.text) || LINK.test(block.text) || STRONG.test(block.text) || TAG.test(block.text);
}

/**
 * Some pages show the Markdown they were written in, marks and all. Where that is so, the marks are read: headings,
 * links, code and emphasis. Other pages are left as they are.
 */
export function renderMarkdown(blocks: readonly DraftBlock[], base: string | undefined): readonly DraftBlock[] {
  if (blocks.filter(isMarked).length < MARKED_BLOCKS_MIN) return blocks;
  return blocks.map((block) => {
    // A block with elements of its own was rendered, so its marks belong to the text.
    if (block.type === 'code' || block.code !== undefined || block.links !== undefined) return block;
    const heading = block.type === 'paragraph' ? HEADING.exec(block.text) : null;
    const rendered =
      heading === null
        ? markdownBlock(block.text, block.type, base, block.level)
        : markdownBlock(heading[2] ?? '', 'heading', base, heading[1]?.length ?? 2);
    return rendered ?? block;
  });
}
