import { AWS_LOG_IDS, awsFacts } from '../aws/aws-facts.js';
import type { ProviderName } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';

const FACTS: Readonly<Record<ProviderName, ProviderFacts>> = { aws: awsFacts };

/** What is known of a provider. */
export const factsOf = (provider: ProviderName): ProviderFacts => FACTS[provider];

/** The ids of every provider's logs whose arrival is known. */
export const LOG_IDS = [...AWS_LOG_IDS] as const;

/** The ids of the techniques that accounts of any provider are counted over. */
export function countedTechniques(): ReadonlySet<string> {
  return new Set(Object.values(FACTS).flatMap((facts) => facts.techniques().map(({ id }) => id)));
}
