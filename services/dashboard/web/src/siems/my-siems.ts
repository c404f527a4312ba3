import { useQuery } from '@tanstack/react-query';
import { type Rules, rules, rulesData } from '../api/clients.js';
import { useSession } from '../api/session.js';
import type { Backend, Place } from './backends.js';

/** A SIEM that somebody has: its query language, and where its data is. */
export type Siem = Rules['MySiems']['siems'][number];

/** The places as forms call them. */
export const PLACE_NAMES: Readonly<Record<Place, string>> = {
  index: 'Index',
  sourcetype: 'Source type',
  table: 'Table',
};

const NONE: Rules['MySiems'] = { siems: [], from: 'nobody', own: [], team: [] };

/** The answer that {@link useMySiems} is made from, for whoever must know whether it is there. */
export function useMySiemsQuery() {
  const session = useSession();
  return useQuery({
    queryKey: ['my-siems'],
    queryFn: () => rulesData(rules.GET('/v1/me/siems')),
    enabled: session === 'signed-in',
  });
}

/**
 * The SIEMs of whoever is signed in, in their order: their own choice, else their team's. Empty where nobody has chosen, and until the answer is there:
 * everything is then shown as for somebody without a choice.
 */
export const useMySiems = (): Rules['MySiems'] => useMySiemsQuery().data ?? NONE;

/** Things of languages with those of one's SIEMs first, in their order, and the rest. Without a choice all come first. */
export function mineFirst<T>(
  siems: readonly Siem[],
  all: readonly T[],
  backendOf: (one: T) => Backend | undefined,
): { readonly mine: readonly T[]; readonly others: readonly T[] } {
  const mine = siems.flatMap(({ id }) => all.filter((one) => backendOf(one) === id));
  return mine.length === 0 ? { mine: all, others: [] } : { mine, others: all.filter((one) => !mine.includes(one)) };
}
