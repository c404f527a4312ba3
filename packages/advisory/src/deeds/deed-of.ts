import { type Deed, isDeed } from '@tripline/telemetry';
import { type Token, tokensOf } from '../attribute/cues.js';
import { wordRows, wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, FoundThing, Span } from '../model.js';
import { passageAt } from '../segment/passage.js';

/** How many characters before a thing are read for a label or a verb. */
const BEFORE = 160;
/** How many behind it: "was added to". */
const BEHIND = 60;
/** How many words may stand between a form of "be" and what was done: "was then silently added". */
const BETWEEN_MAX = 2;
const AFTER_HAVE: ReadonlySet<string> = new Set(['has', 'have', 'had']);
const CLAUSE_ENDS = new Set('.;!?\n');

/**
 * What was done with a thing, where the text tells it: by a label right before it, by the heading it stands under, by the last verb before it in
 * its clause, then by what "was" done right behind it. Undefined where nothing does.
 */
export function deedOf(doc: AdvisoryDocument, found: FoundThing): Deed | undefined {
  if (found.deed !== undefined) return found.deed;
  for (const span of found.spans) {
    const deed = byForm(doc, span) ?? byVerb(doc, span) ?? byPassive(doc, span);
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

/** By what was done to it, right behind it: "the account hrn_7 was added", "hrn.exe has been dropped". */
function byPassive(doc: AdvisoryDocument, { end }: Span): Deed | undefined {
  const passage = passageAt(doc, end - 1);
  if (passage === undefined || passage.block.type === 'heading') return undefined;
  const behind = passage.text.slice(end - passage.start, end - passage.start + BEHIND);
  const told = tokensOf(behind.split(/[.;!?,\n](?:\s|$)/, 1)[0] ?? '').map(({ text }) => text);
  const [first = '', second = ''] = told;
  const be = wordSet('forms-of-be').has(first) ? 0 : AFTER_HAVE.has(first) && second === 'been' ? 1 : undefined;
  if (be === undefined) return undefined;
  const next = told.slice(be + 1, be + 2 + BETWEEN_MAX);
  // Behind a preposition stands a noun: "was seen in requests".
  const noun = next.findIndex((word) => wordSet('prepositions').has(word));
  return deedIn('deed-verbs', tokensOf((noun < 0 ? next : next.slice(0, noun)).join(' ')));
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
