import type { Behaviour } from '../model.js';
import { confidenceAt, type Passage } from './passage.js';

/**
 * A piece of behaviour at a place of a passage: offsets of the whole text, the passage's role, and the confidence that the place leaves of `base`.
 * `at` counts within the passage.
 */
export function behaviourAt(
  passage: Passage,
  at: { readonly start: number; readonly end: number },
  base: number,
  rest: Pick<Behaviour, 'kind' | 'value' | 'platforms' | 'details' | 'techniques'>,
): Behaviour {
  return {
    ...rest,
    start: passage.start + at.start,
    end: passage.start + at.end,
    confidence: confidenceAt(passage, at.start, at.end, base),
    role: passage.block.role,
  };
}
