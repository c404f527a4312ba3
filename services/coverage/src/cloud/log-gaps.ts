import { CORE_GAPS, type CoreGap, type LogGap } from './log-feed.js';
import type { ProviderFacts } from './provider-facts.js';

const SENTENCES: Readonly<Record<CoreGap, (source: string) => string>> = {
  some_resources: (source) => `${source} takes them under conditions only, such as of some resources`,
  source_left_out: (source) => `${source} leaves out the services whose events show it`,
  not_selected: (source) => `${source} does not select them`,
  unread: (source) => `${source} may not be read by the role`,
};

/** The gaps of a provider's logs, the nearest to arriving first. */
export function nearestFirst({ feedGaps }: Pick<ProviderFacts, 'feedGaps'>): readonly LogGap[] {
  return CORE_GAPS.flatMap((core) => [...Object.keys(feedGaps).filter((gap) => feedGaps[gap]?.before === core), core]);
}

/** A gap as the API has it: with the provider's name before its own words. */
export function gapWord({ feedGaps, name }: Pick<ProviderFacts, 'feedGaps' | 'name'>, gap: LogGap): string {
  return Object.hasOwn(feedGaps, gap) ? `${name}:${gap}` : gap;
}

/** What a gap says, for the end of a sentence. */
export function gapClause({ feedGaps }: ProviderFacts, gap: LogGap, source: string, detail: string | null): string {
  const own = Object.hasOwn(feedGaps, gap) ? feedGaps[gap]?.sentence(source, detail) : undefined;
  return own ?? SENTENCES[gap as CoreGap](source);
}
