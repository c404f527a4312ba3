import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import { download, rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { Empty, ErrorNotice, Loading } from '../../ui/states.js';
import { AuditTable } from './audit-table.js';
import { VerifySeal } from './verify-seal.js';
import { isWithoutTeam, WithoutTeam } from './without-team.js';

const FILTERS = ['from', 'to', 'action', 'actor'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

const filtersIn = (search: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );

/** What was done in the team, newest first. The filters are in the address. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search);
  const query = useInfiniteQuery({
    queryKey: ['audit', filters],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      rulesData(
        rules.GET('/v1/team/audit', {
          params: { query: { ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const events = query.data?.pages.flatMap((page) => page.events);
  const save = useMutation({
    mutationFn: () => download(`/v1/team/audit?${new URLSearchParams({ ...filters, format: 'csv' })}`),
  });
  return (
    <Page
      title="Audit log"
      about="Every change of the team, of both services, recorded with what it changed and sealed in a chain."
      actions={
        !isWithoutTeam(query.error) && (
          <Button pending={save.isPending} onPress={() => save.mutate()}>
            Download as CSV
          </Button>
        )
      }
    >
      {save.isError && <ErrorNotice error={save.error} />}
      {isWithoutTeam(query.error) ? (
        <WithoutTeam error={query.error} />
      ) : (
        <>
          <AuditFilters key={search.toString()} filters={filters} onFilter={(next) => setSearch({ ...next })} />
          <VerifySeal />
          {query.isError && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
          {query.isPending && <Loading lines={8} />}
          {events?.length === 0 && (
            <Empty title="Nothing recorded">
              {Object.keys(filters).length === 0
                ? 'What members do from now on appears here.'
                : 'No event matches the filters; a wider range or fewer filters may.'}
            </Empty>
          )}
          {events !== undefined && events.length > 0 && <AuditTable events={events} />}
          {query.hasNextPage && (
            <div className="row">
              <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                Show earlier events
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const [draft, setDraft] = useState(filters);
  const set = (name: keyof Filters) => (value: string) => setDraft({ ...draft, [name]: value });
  return (
    <Form
      className="row-end"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== '')));
      }}
    >
      <TextField label="From (UTC day)" type="date" value={draft.from ?? ''} onChange={set('from')} />
      <TextField label="To (UTC day)" type="date" value={draft.to ?? ''} onChange={set('to')} />
      <TextField label="Action" placeholder="member.invited" value={draft.action ?? ''} onChange={set('action')} />
      <TextField label="Who" placeholder="e-mail address or id" value={draft.actor ?? ''} onChange={set('actor')} />
      <Button type="submit">Filter</Button>
      {Object.keys(filters).length > 0 && (
        <Button kind="quiet" onPress={() => onFilter({})}>
          Clear
        </Button>
      )}
    </Form>
  );
}
