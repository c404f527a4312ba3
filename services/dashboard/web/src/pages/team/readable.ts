import { useQuery } from '@tanstack/react-query';
import { coverage, coverageData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import type { AuditEvent } from './audit-words.js';

/** As many as a page of a list may have. */
const LISTED = 200;

/** Where the ids are listed of what a reader may open, by the part of an address that they stand behind. */
const LISTS: Readonly<Record<string, () => Promise<readonly { readonly id: string }[]>>> = {
  coverage: () =>
    all(async (query) => {
      const { accounts, total } = await coverageData(coverage.GET('/accounts', { params: { query } }));
      return { rows: accounts, total };
    }),
  organizations: async () => (await coverageData(coverage.GET('/organizations'))).organizations,
  siems: () =>
    all(async (query) => {
      const { siems, total } = await coverageData(coverage.GET('/siems', { params: { query } }));
      return { rows: siems, total };
    }),
};

async function all<T>(
  page: (query: { limit: number; offset: number }) => Promise<{ rows: readonly T[]; total: number }>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (;;) {
    const { rows, total } = await page({ limit: LISTED, offset: found.length });
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}

/** The list that an address is looked for in, and its id there; undefined where whoever may read the log may open it. */
function listedAs(address: string): { readonly list: string; readonly id: string } | undefined {
  const [, list = '', id = ''] = address.split('/');
  return list in LISTS ? { list, id } : undefined;
}

/**
 * Whether the reader may open an address that the log leads to. A member's events are the team's, also about accounts and SIEMs of the member's own, which
 * nobody else may open; and what was there then may be gone. Until that is known, none of them is.
 */
export function useReadable(addressOf: (event: AuditEvent) => string | undefined, events: readonly AuditEvent[]) {
  const { data: profile } = useProfile();
  const asked = new Set(events.flatMap((event) => listedAs(addressOf(event) ?? '')?.list ?? []));
  const { data } = useQuery({
    queryKey: ['readable', ...[...asked].sort()],
    // A tier without coverage opens none.
    enabled: asked.size > 0 && profile !== undefined && profile.effectiveTier !== 'free',
    queryFn: async () => {
      const lists = await Promise.all(
        [...asked].map(async (list) => (await LISTS[list]?.())?.map(({ id }) => `${list} ${id}`) ?? []),
      );
      return new Set(lists.flat());
    },
  });
  return (address: string): boolean => {
    const listed = listedAs(address);
    return listed === undefined || (data?.has(`${listed.list} ${listed.id}`) ?? false);
  };
}
