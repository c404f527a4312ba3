import { confidenceAt } from '../attribute/attribute.js';
import type { Finding } from '../model.js';
import type { Passage } from '../segment/passage.js';

/** The fields of a finding that its place decides. */
type Placed = 'start' | 'end' | 'confidence' | 'role';

/**
 * A finding at a place of a passage: with offsets of the whole text, the passage's role, and `base` lowered by what the text says there.
 * `at` counts within the passage.
 */
export function behaviourAt<T extends Omit<Finding, Placed>>(
  passage: Passage,
  at: { readonly start: number; readonly end: number },
  base: number,
  rest: T,
): T & Pick<Finding, Placed> {
  return {
    ...rest,
    start: passage.start + at.start,
    end: passage.start + at.end,
    confidence: confidenceAt(passage, at.start, at.end, base),
    role: passage.block.role,
  };
}
