import type { Passage } from '../segment/passage.js';

const LABEL =
  /^\W*(?:warm-?up|prerequisites?|lab set-?up|set-?up|environment set-?up|clean-?up|revert|requirements)\W*$/i;
/** The label and what is prepared in one paragraph. */
const INLINE_LABEL = /^\W*(?:warm-?up|prerequisites?|lab set-?up|environment set-?up|clean-?up|revert)\s*:\s*\S/i;
const OTHER_LABEL = /^[^.!?]{2,60}:\s*$/;

/**
 * Which passages describe what a tester prepares before an attack is played, not what an attacker does: the list or lines under a label such as
 * "Warm-up:" or "Prerequisites", up to the next heading or label.
 */
export function setupPassages(passages: readonly Passage[]): ReadonlySet<Passage> {
  const found = new Set<Passage>();
  let inside = false;
  for (const passage of passages) {
    const text = passage.text.replace(/<[^<>]{0,200}>/g, '').trim();
    if (LABEL.test(text)) {
      inside = true;
      found.add(passage);
      continue;
    }
    if (INLINE_LABEL.test(text)) found.add(passage);
    if (passage.block.type === 'heading' || OTHER_LABEL.test(text)) inside = false;
    if (inside && passage.block.type === 'paragraph' && text.length > 200) inside = false;
    if (inside) found.add(passage);
  }
  return found;
}
