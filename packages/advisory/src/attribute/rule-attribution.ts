import { evidenceOf, type RuleDraft } from '../draft/rule-draft.js';
import type { AdvisoryDocument, Attribution, RuleAttribution, Span } from '../model.js';
import { attributionOf } from './attribution-of.js';

/** Whose deed a draft rests on. Of several places the one that speaks most for the intruder having done it; null for a draft that rests on none. */
export function ruleAttribution(doc: AdvisoryDocument, draft: RuleDraft): RuleAttribution | null {
  const found = placesOf(doc, draft)
    .map((place) => attributionOf(doc, place))
    .filter((each) => each !== undefined);
  const [best] = found.sort((a, b) => rank(a) - rank(b));
  if (best === undefined) return null;
  const { who, whether, where, spans } = best;
  return { who, whether, where, spans };
}

/** The places of the text that a draft rests on: its values, or where its behaviour is told. */
function placesOf(doc: AdvisoryDocument, draft: RuleDraft): readonly Span[] {
  const quoted = evidenceOf(draft, doc.text).flatMap((piece) => ('start' in piece ? [piece] : []));
  return quoted.length > 0 ? quoted : (draft.describedAt ?? []);
}

/** The less, the more a place speaks for a deed of the intruder. */
function rank({ who, whether }: Attribution): number {
  const done = ['did', 'could', 'general', 'did-not', 'advice'].indexOf(whether);
  return (who === 'intruder' ? 0 : 1) + 2 * done;
}
