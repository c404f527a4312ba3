import type { Passage } from '../segment/passage.js';
import { hasAny, withTagsAs } from '../text/shape.js';
import { cueHits, type Token, tokensOf } from './cues.js';

const LABELS = new Set(['setup-label']);
/** Longest label. */
const LABEL_CHARACTERS = 60;
/** Longest tag that a label may stand in. */
const TAG_MAX = 200;

/** Whether a text without white space at its ends is a label and its colon. */
function isLabel(text: string): boolean {
  const label = text.slice(0, -1);
  return text.endsWith(':') && label.length >= 2 && label.length <= LABEL_CHARACTERS && !hasAny(label, '.!?');
}

/**
 * The passages that describe how a tester prepares a lab, not what an attacker does: the list or lines under a label such as "Warm-up:" or
 * "Prerequisites", up to the next heading or label.
 */
export function labSetupPassages(passages: readonly Passage[]): ReadonlySet<Passage> {
  const found = new Set<Passage>();
  let inside = false;
  for (const passage of passages) {
    const text = withTagsAs('', passage.text, TAG_MAX).trim();
    const label = labelOf(text);
    if (label === 'alone') {
      inside = true;
      found.add(passage);
      continue;
    }
    if (label === 'before') found.add(passage);
    if (passage.block.type === 'heading' || isLabel(text)) inside = false;
    if (inside && passage.block.type === 'paragraph' && text.length > 200) inside = false;
    if (inside) found.add(passage);
    // A paragraph that ends with the label: the list behind it is the preparation, and not the paragraph.
    if (passage.block.type === 'paragraph' && endsWithLabel(text)) inside = true;
  }
  return found;
}

/** Whether the last words of a text, behind its last sentence, are a label with a colon. */
function endsWithLabel(text: string): boolean {
  if (!text.endsWith(':')) return false;
  const last = Math.max(text.lastIndexOf('. '), text.lastIndexOf('\n'));
  return last >= 0 && labelOf(text.slice(last + 1).trim()) === 'alone';
}

/** Whether a text is a label of a preparation, or begins with one and a colon. */
function labelOf(text: string): 'alone' | 'before' | undefined {
  if (text.length > LABEL_CHARACTERS && !text.includes(':')) return undefined;
  const tokens = tokensOf(text.slice(0, LABEL_CHARACTERS));
  const hits = cueHits(tokens, LABELS);
  if (hits.some(({ last }) => last === tokens.length - 1) && text.length <= LABEL_CHARACTERS) return 'alone';
  const isBefore = hits.some(({ last }) => {
    const behind = text.slice((tokens[last] as Token).end).trim();
    return behind.startsWith(':') && behind.length > 1;
  });
  return isBefore ? 'before' : undefined;
}
