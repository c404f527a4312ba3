import { CORE_GAPS } from '../cloud/log-feed.js';
import { gapWord } from '../cloud/log-gaps.js';
import type { ProviderName } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import type { ProviderFolder } from '../cloud/provider-folder.js';
import { PROVIDERS } from './list.js';

const byName = new Map(PROVIDERS.map((folder) => [folder.facts.name, folder]));

/** The names of the providers, as accounts have them. */
export const PROVIDER_NAMES: readonly ProviderName[] = [...byName.keys()];

/** A provider's folder. @throws Error for an unknown name: what coverage says of it would be wrong */
export function folderOf(provider: ProviderName): ProviderFolder {
  const folder = byName.get(provider);
  if (folder === undefined) throw new Error(`There is no provider "${provider}".`);
  return folder;
}

/** What is known of a provider. */
export const factsOf = (provider: ProviderName): ProviderFacts => folderOf(provider).facts;

/** The types of detections that the providers' services declare. */
export const FOUND_DETECTION_TYPES: readonly string[] = PROVIDERS.flatMap(({ detectionTypes }) => detectionTypes);

/** Those whose techniques are read from what a customer wrote. */
export const TYPES_READ_FROM_TEXT: ReadonlySet<string> = new Set(
  PROVIDERS.flatMap(({ typesReadFromText }) => typesReadFromText),
);

/** The ids of every provider's logs whose arrival is known. */
export const LOG_IDS: readonly string[] = PROVIDERS.flatMap(({ logIds }) => logIds);

/** The kinds of what keeps logs of an account. */
export const FEED_KINDS: readonly string[] = PROVIDERS.flatMap(({ feedKinds }) => feedKinds);

/** Why logs do not arrive, as the API has it: each provider's words with its prefix. */
export const LOG_GAPS: readonly string[] = [
  ...CORE_GAPS,
  ...PROVIDERS.flatMap(({ facts }) => Object.keys(facts.feedGaps).map((gap) => gapWord(facts, gap))),
];

/** The ids of the techniques that accounts of any provider are counted over. */
export function countedTechniques(): ReadonlySet<string> {
  return new Set(PROVIDERS.flatMap(({ facts }) => facts.techniques().map(({ id }) => id)));
}
