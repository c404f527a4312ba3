import { closesWith } from '../../text/ends.js';
import { lettersInWords } from '../../text/shape.js';
import type { DraftBlock } from '../draft-block.js';
import { hasMarksOfValue } from '../line-marks.js';
import type { RunBlock } from './run.js';

const BOLD_HEADING_CHARACTERS_MAX = 80;
const BOLD_HEADING_LEVEL = 6;

/**
 * Changes the type of a paragraph by its look: a paragraph of only code becomes a code block; one short bold line becomes a heading of the
 * lowest level.
 */
export function promote(block: RunBlock): DraftBlock {
  const { strong, ...plain } = block;
  if (plain.type !== 'paragraph') return plain;
  const [only, ...more] = plain.code ?? [];
  if (only !== undefined) {
    const covered = [only, ...more].reduce((sum, span) => sum + span.end - span.start, 0);
    return covered + more.length >= plain.text.length ? { type: 'code', text: plain.text } : plain;
  }
  return isBoldHeading(plain, strong ?? 0) ? { ...plain, type: 'heading', level: BOLD_HEADING_LEVEL } : plain;
}

/** Whether a bold line is a heading of what follows: no sentence, no value, no link. */
function isBoldHeading({ text, links }: DraftBlock, strong: number): boolean {
  if (strong < text.length || text.length > BOLD_HEADING_CHARACTERS_MAX || links !== undefined) return false;
  return (
    lettersInWords(text).some((word) => word.length >= 3) &&
    text.split(' ').length <= 10 &&
    !closesWith(text, '.,;!') &&
    !text.includes('\n') &&
    !text.slice(0, -1).includes(': ') &&
    !hasMarksOfValue(text, 4)
  );
}
