import { technique } from '@tripline/attack';
import type { LogGap } from '../cloud/log-feed.js';
import { gapClause } from '../cloud/log-gaps.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';

/** The link that is missing, as a sentence. */
export function gapSentence(
  facts: ProviderFacts,
  { gap, source, detail }: { readonly gap: LogGap; readonly source: string | null; readonly detail: string | null },
  { name, resourceType }: { readonly name: string; readonly resourceType: string | null },
  scopes: readonly string[],
): string {
  const what = resourceType === null ? name : `${name} of ${resourceType}`;
  return `${what} do not arrive in ${scopes.join(', ')}: ${gapClause(facts, gap, source ?? 'what there is', detail)}.`;
}

/** Why no log is said to show a technique. */
export function noLogSentence(techniqueId: string): string {
  const name = technique(techniqueId)?.name ?? techniqueId;
  return `No event of a log that scans know of is known to show ${name} by itself.`;
}
