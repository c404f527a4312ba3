import { type Deed, isDeed } from '@tripline/telemetry';
import { type Token, tokensOf } from '../attribute/cues.js';
import { wordRows } from '../knowledge/load.js';
import type { AdvisoryDocument, FoundThing, Span } from '../model.js';
import { passageAt } from '../segment/passage.js';

/** How many characters before a thing are read for a label or a verb. */
const BEFORE = 160;
const CLAUSE_ENDS = new Set('.;!?\n');

/**
 * What was done with a thing, where the text tells it: by a label right before it, by the heading it stands under, then by the last verb of its
 * clause. Undefined where nothing does.
 */
export function deedOf(doc: AdvisoryDocument, found: FoundThing): Deed | undefined {
  if (found.deed !== undefined) return found.deed;
  for (const span of found.spans) {
    const deed = byForm(doc, span) ?? byVerb(doc, span);
    if (deed !== undefined) return deed;
  }
  return undefined;
}

/** By the label of its line ("Downloads:") or the nearest heading. */
function byForm(doc: AdvisoryDocument, { start }: Span): Deed | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined) return undefined;
  const before = clauseBefore(passage.text.slice(0, start - passage.start));
  const colon = before.lastIndexOf(':');
  const label = colon < 0 ? '' : before.slice(0, colon);
  return (
    deedIn('deed-headings', tokensOf(label)) ?? deedIn('deed-headings', tokensOf(passage.block.headings.at(-1) ?? ''))
  );
}

/** By the verb that stands nearest before it in its clause. */
function byVerb(doc: AdvisoryDocument, { start }: Span): Deed | undefined {
  const passage = passageAt(doc, start);
  if (passage === undefined || passage.block.type === 'heading') return undefined;
  return deedIn('deed-verbs', tokensOf(clauseBefore(passage.text.slice(0, start - passage.start))).toReversed());
}

function clauseBefore(text: string): string {
  let from = Math.max(0, text.length - BEFORE);
  for (let at = text.length - 1; at >= from; at -= 1) {
    // A full stop within a name ends no clause.
    if (CLAUSE_ENDS.has(text[at] as string) && (text[at] === '\n' || (text[at + 1] ?? ' ') === ' ')) from = at + 1;
  }
  return text.slice(from);
}

/** The deed of the first of these words that a list has. */
function deedIn(list: string, tokens: readonly Token[]): Deed | undefined {
  for (const { text } of tokens) {
    for (const [deed, told] of wordRows(list)) if (isDeed(deed) && told?.has(text)) return deed;
  }
  return undefined;
}
