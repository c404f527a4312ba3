import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Rules } from '../../api/clients.js';
import type { Sorting } from '../../ui/table.js';
import type { RuleCounts } from './rule-counts.js';
import { type RuleFilter, useRuleFilter } from './rule-filters.js';

const LIMIT = 50;

/** What a list of rules can be sorted by, and whether the first press begins with the last: the newest, the worst. */
const SORTS = { title: false, level: true, state: false, platform: false, created: true, updated: true } as const;
type Sort = keyof typeof SORTS;

/** A page of a list of rules, as the service answers it. */
interface RulePage {
  readonly rules: Rules['RuleRow'][];
  readonly nextCursor: string | null;
  readonly total: number;
  readonly moreThanTotal: boolean;
  readonly counts: RuleCounts | null;
}

/** What a list of rules is asked for. */
type RuleQuery = RuleFilter & {
  readonly limit: number;
  readonly sort: Sort | `-${Sort}`;
  readonly cursor?: string;
  readonly counts?: boolean;
  readonly measures?: boolean;
  readonly sigma?: boolean;
};

/** A list of rules as the address asks for it. Rows that were there stay until the next have come. `measures`: also with what is measured of each rule; `sigma`: with its text. */
export function useRuleList(
  key: readonly string[],
  read: (query: RuleQuery) => Promise<RulePage>,
  { measures = false, sigma = false }: { readonly measures?: boolean; readonly sigma?: boolean } = {},
) {
  const filter = useRuleFilter();
  const { onSort, sorting } = useSorting();
  const sort: RuleQuery['sort'] = `${sorting.descending ? '-' : ''}${sorting.by as Sort}`;
  const query = useInfiniteQuery({
    queryKey: [...key, filter, sort, measures, sigma],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      read({
        ...{ ...filter, sort, limit: LIMIT },
        ...(measures ? { measures } : {}),
        ...(sigma ? { sigma } : {}),
        ...(pageParam === undefined ? { counts: true } : { cursor: pageParam }),
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => ({
      rows: pages.flatMap((page) => page.rules),
      total: pages[0]?.total ?? 0,
      moreThanTotal: pages[0]?.moreThanTotal ?? false,
      counts: pages[0]?.counts ?? null,
    }),
  });
  return { query, isFiltered: Object.keys(filter).some((name) => name !== 'owner'), sorting, onSort };
}

/** The order that the address says: the newest first, unless it says another. */
function useSorting(): { sorting: Sorting; onSort: (by: string) => void } {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('sort') ?? '-created';
  const named = asked.replace(/^-/, '');
  const [by, descending]: [Sort, boolean] = named in SORTS ? [named as Sort, asked !== named] : ['created', true];
  return {
    sorting: { by, descending },
    onSort: (next) => {
      const after = new URLSearchParams(search);
      const isLastFirst = next === by ? !descending : SORTS[next as Sort];
      after.set('sort', `${isLastFirst ? '-' : ''}${next}`);
      setSearch(after, { replace: true });
    },
  };
}
