import type { Passage } from '../segment/passage.js';
import { hasCue } from './cues.js';

/** How many of a lead-in's last characters are read: what stands before them is about something else. */
const LEAD_CHARACTERS = 300;
const ADVICE: ReadonlySet<string> = new Set(['advice-lead']);

/**
 * The list items of a document whose lead-in gives advice: the paragraph right before the list ends with a colon and is about remediation
 * or about what readers should do.
 */
export function advisedItems(passages: readonly Passage[]): ReadonlySet<Passage> {
  const found = new Set<Passage>();
  let advised = false;
  for (const passage of passages) {
    const { type } = passage.block;
    if (type === 'list-item') {
      if (advised) found.add(passage);
      continue;
    }
    const text = passage.text.trim();
    advised = type === 'paragraph' && text.endsWith(':') && hasCue(text.slice(-LEAD_CHARACTERS), ADVICE);
  }
  return found;
}
