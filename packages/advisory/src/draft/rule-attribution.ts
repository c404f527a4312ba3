import { attributionOf } from '../attribute/attribution-of.js';
import type { AdvisoryDocument, Attribution, RuleAttribution, Span } from '../model.js';
import { evidenceOf, type RuleDraft } from './rule-draft.js';

/**
 * The attribution of a draft: of its places, the one that most clearly describes an action of the intruder. Null for a draft without a
 * place in the text.
 */
export function ruleAttribution(doc: AdvisoryDocument, draft: RuleDraft): RuleAttribution | null {
  const found = placesOf(doc, draft)
    .map((place) => attributionOf(doc, place))
    .filter((each) => each !== undefined);
  const [best] = found.sort((a, b) => rank(a) - rank(b));
  if (best === undefined) return null;
  const { who, whether, where, spans } = best;
  return { who, whether, where, spans };
}

/** The places of the text that a draft rests on: those of its values, or where its behaviour is described. */
function placesOf(doc: AdvisoryDocument, draft: RuleDraft): readonly Span[] {
  const quoted = evidenceOf(draft, doc.text).flatMap((piece) => ('start' in piece ? [piece] : []));
  return quoted.length > 0 ? quoted : (draft.describedAt ?? []);
}

/** Lower for attributions that more clearly describe an action of the intruder. */
function rank({ who, whether }: Attribution): number {
  const done = ['did', 'could', 'general', 'did-not', 'advice'].indexOf(whether);
  return (who === 'intruder' ? 0 : 1) + 2 * done;
}
