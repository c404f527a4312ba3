import { confidenceAt } from '../attribute/attribute.js';
import type { Finding } from '../model.js';
import type { Passage } from '../segment/passage.js';

/** What the place of a piece of evidence says of it. */
type Placed = 'start' | 'end' | 'confidence' | 'role';

/**
 * A piece of behaviour at a place of a passage: offsets of the whole text, the passage's role, and the confidence that the place leaves of `base`.
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
