import { attributionAt } from '../attribute/attribute.js';
import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, Span } from '../model.js';
import { type Passage, passageAt } from '../segment/passage.js';

/** How many words before an address are read for one that says that it is reached. */
const WORDS_BEFORE = 8;
const CHARACTERS_BEFORE = 160;
/** From this on a sentence's reading that speaks against the intruder counts. */
const LIKELY = 0.6;
/** Marks after which nothing of what stood before is said of the address: the end of a sentence, of a link's words, an item of a list. */
const ENDS = ['. ', '](', '\n- ', ' - ', '; ', '! ', '? '];

/**
 * Whether the words right before an address say that the intruder or a program of theirs reaches it: "sends a POST request to: …", "curl -O …".
 * The sentence as a whole does not say it: reports link to much where they tell what was done.
 */
export function isReached(doc: AdvisoryDocument, span: Span): boolean {
  const passage = passageAt(doc, span.start);
  if (passage === undefined || passage.block.type === 'heading') return false;
  if (!saysAnyOf('reached-words', wordsBefore(doc, passage, span.start))) return false;
  const at = { start: span.start - passage.start, end: Math.min(span.end - passage.start, passage.text.length) };
  const { who, whether, confidence } = attributionAt(passage, at);
  return (who === 'intruder' && whether === 'did') || confidence < LIKELY || passage.block.type === 'code';
}

/** Whether the words right before an address in a section for readers say that they get something there: "the tool can be downloaded from …". */
export function isOffered(doc: AdvisoryDocument, span: Span): boolean {
  const passage = passageAt(doc, span.start);
  const role = passage?.block.role;
  if (passage === undefined || (role !== 'detection' && role !== 'remediation')) return false;
  return saysAnyOf('offered-words', wordsBefore(doc, passage, span.start));
}

/** The clause before a place: of its own block, or, where it stands first in it, of the paragraph that ends with a colon before it. */
function wordsBefore(doc: AdvisoryDocument, passage: Passage, place: number): string {
  const own = doc.text.slice(Math.max(passage.start, place - CHARACTERS_BEFORE), place);
  if (own.trim() !== '' || passage.start < 3) return own;
  const before = doc.text.slice(Math.max(0, passage.start - CHARACTERS_BEFORE), passage.start).trimEnd();
  return before.endsWith(':') ? before.slice(before.lastIndexOf('\n') + 1) : '';
}

function saysAnyOf(list: string, before: string): boolean {
  const from = Math.max(...ENDS.map((end) => before.lastIndexOf(end)));
  const words = tokensOf(from < 0 ? before : before.slice(from + 1)).slice(-WORDS_BEFORE);
  return words.some(({ text }) => wordSet(list).has(text));
}
