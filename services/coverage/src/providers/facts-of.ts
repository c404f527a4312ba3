import { AWS_LOG_IDS, awsFacts } from '../aws/aws-facts.js';
import { CORE_GAPS } from '../cloud/log-feed.js';
import { gapWord } from '../cloud/log-gaps.js';
import { PROVIDER_NAMES, type ProviderName } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';

const FACTS: Readonly<Record<ProviderName, ProviderFacts>> = { aws: awsFacts };

/** What is known of a provider. */
export const factsOf = (provider: ProviderName): ProviderFacts => FACTS[provider];

/** The ids of every provider's logs whose arrival is known. */
export const LOG_IDS = [...AWS_LOG_IDS] as const;

/** Why logs do not arrive, as the API has it: each provider's words with its prefix. */
export const LOG_GAPS: readonly string[] = [
  ...CORE_GAPS,
  ...PROVIDER_NAMES.flatMap((name) => Object.keys(FACTS[name].feedGaps).map((gap) => gapWord(FACTS[name], gap))),
];

/** The ids of the techniques that accounts of any provider are counted over. */
export function countedTechniques(): ReadonlySet<string> {
  return new Set(Object.values(FACTS).flatMap((facts) => facts.techniques().map(({ id }) => id)));
}
