import type { Coverage } from '../api/clients.js';

/** Where rules for a gap are written: the form knows the gap, so that the rules are shown beside it. */
export function writeRulesAddress(
  account: string,
  technique: string,
  gap: Pick<Coverage['Gap'], 'generate'> | null | undefined,
): string {
  const search = new URLSearchParams({ technique });
  if (gap !== null && gap !== undefined) search.set('gap', account);
  const platforms = gap?.generate?.options.targetProviders ?? [];
  if (platforms.length > 0) search.set('platforms', platforms.join(','));
  return `/generate?${search}`;
}
