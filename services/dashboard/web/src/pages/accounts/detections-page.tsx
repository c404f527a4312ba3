import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData, download } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { Empty, ErrorNotice, QueryView } from '../../ui/states.js';
import { Pager, Table } from '../../ui/table.js';
import { useTitle } from '../../ui/title.js';
import { ColumnChooser, useShownColumns } from '../../views/columns.js';
import { SavedViews } from '../../views/saved-views.js';
import { useAccountId } from './account-queries.js';
import { detectionColumns, groupsOf } from './detection-groups.js';

/** By name, the regions of one control then are seldom on two pages; twice as many would not fit what a page may load. */
const SIZE = 50;
const ANY = 'any';
const STATUSES: readonly { value: Coverage['Detection']['status'] | typeof ANY; label: string }[] = [
  { value: ANY, label: 'any' },
  { value: 'active', label: 'can fire' },
  { value: 'degraded', label: 'limited' },
  { value: 'disabled', label: 'cannot fire' },
  { value: 'unknown', label: 'not known' },
  { value: 'removed', label: 'removed' },
];
const YES_NO = [
  { value: ANY, label: 'any' },
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];
/** The filters, as the API and the address call them. */
const FILTERS = ['q', 'status', 'region', 'mapped', 'managed', 'tag'] as const;

/** An account's detections, with filters that stand in the address. */
export function Component() {
  useTitle('Detections');
  const id = useAccountId();
  const [search, setSearch] = useSearchParams();
  const page = Number(search.get('page')) || 1;
  const filter = filterOf(search);
  const sort = search.get('sort') ?? 'name';
  const sorting = { by: sort.replace('-', ''), descending: sort.startsWith('-') };
  const query = useDetections(id, filter, sort, page);
  const columns = useMemo(() => detectionColumns(id), [id]);
  const shown = useShownColumns('detections', columns);
  const changed = (name: string, value: string): URLSearchParams => withChanged(search, name, value);
  const set = (name: FilterName, value: string): void => setSearch(changed(name, value), { replace: true });
  return (
    <div className="stack">
      <Filters counts={query.data?.counts ?? null} get={(name) => search.get(name)} set={set} />
      <SavedViews list="detections" />
      <QueryView query={query} lines={12}>
        {({ detections, total }) =>
          total === 0 ? (
            <NoDetection isFiltered={Object.keys(filter).length > 0} />
          ) : (
            <>
              <div className="row-apart">
                <p role="status" className="dim">
                  {total} detections; one in several regions stands in one row
                </p>
                <div className="row">
                  <ColumnChooser list="detections" columns={columns} />
                  <CsvButton account={id} filter={filter} />
                </div>
              </div>
              <Table
                label="Detections"
                sorting={sorting}
                onSort={(by) =>
                  setSearch(changed('sort', sorting.by === by && !sorting.descending ? `-${by}` : by), {
                    replace: true,
                  })
                }
                rows={groupsOf(detections)}
                rowKey={({ first }) => first.id}
                columns={shown}
              />
              <Pager
                offset={(page - 1) * SIZE}
                limit={SIZE}
                total={total}
                onOffset={(offset) => setSearch(withPage(search, offset / SIZE + 1))}
              />
            </>
          )
        }
      </QueryView>
    </div>
  );
}

/** Downloads what the filters leave. */
function CsvButton({ account, filter }: { account: string; filter: Readonly<Record<string, string>> }) {
  const [failure, setFailure] = useState<unknown>();
  const csv = (): void => {
    setFailure(undefined);
    const query = new URLSearchParams({ ...filter, format: 'csv' });
    download(`/api/v1/public/accounts/${account}/detections?${query}`).catch(setFailure);
  };
  return (
    <>
      <Button onPress={csv}>Download CSV</Button>
      {failure !== undefined && <ErrorNotice error={failure} />}
    </>
  );
}

/** An address with something changed, on the first page again. */
function withChanged(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === '' || value === ANY) next.delete(name);
  else next.set(name, value);
  next.delete('page');
  return next;
}

const withPage = (search: URLSearchParams, page: number): URLSearchParams =>
  new URLSearchParams([...[...search].filter(([name]) => name !== 'page'), ['page', String(page)]]);

const NoDetection = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty title="No detection">
    {isFiltered ? 'None fits these filters.' : 'The last scan found none, or there was none yet.'}
  </Empty>
);

const useDetections = (id: string, filter: Readonly<Record<string, string>>, sort: string, page: number) =>
  useQuery({
    queryKey: ['detections', id, filter, sort, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      coverageData(
        // The address may hold anything; the service says what it does not take.
        coverage.GET('/accounts/{id}/detections', {
          params: { path: { id }, query: { ...filter, sort: sort as 'name', page, page_size: SIZE, counts: true } },
        }),
      ),
  });

type FilterName = (typeof FILTERS)[number];

type Counts = Coverage['DetectionCounts'];

/** Values to choose from, each with how many detections it leaves. */
const counting = (
  counts: readonly { readonly value: string; readonly count: number }[] | undefined,
  options: readonly { readonly value: string; readonly label: string }[],
) =>
  counts === undefined
    ? options
    : options.map(({ label, value }) => ({
        value,
        label:
          value === ANY
            ? label
            : `${label} (${counts.find((one) => one.value === value)?.count.toLocaleString('en') ?? 0})`,
      }));

/** The fields that narrow the list. `counts`: how many detections there would be with each value; null where that is not known. */
function Filters({
  counts,
  get,
  set,
}: {
  counts: Counts | null;
  get: (name: FilterName) => string | null;
  set: (name: FilterName, value: string) => void;
}) {
  const region = get('region');
  const regions = [
    ...new Set([...(region === null ? [] : [region]), ...(counts?.region ?? []).map(({ value }) => value)]),
  ];
  return (
    <search className="filters">
      <TextField label="Name contains" type="search" value={get('q') ?? ''} onChange={(value) => set('q', value)} />
      <Select
        label="State"
        value={get('status') ?? ANY}
        options={counting(counts?.status, STATUSES)}
        onChange={(value) => set('status', value)}
      />
      <Select
        label="Region"
        value={get('region') ?? ANY}
        options={counting(counts?.region, [
          { value: ANY, label: 'any' },
          ...regions.sort().map((value) => ({ value, label: value })),
        ])}
        onChange={(value) => set('region', value)}
      />
      <Select
        label="Technique known"
        value={get('mapped') ?? ANY}
        options={counting(counts?.mapped, YES_NO)}
        onChange={(value) => set('mapped', value)}
      />
      <Select
        label="Managed by AWS"
        value={get('managed') ?? ANY}
        options={counting(counts?.managed, YES_NO)}
        onChange={(value) => set('managed', value)}
      />
      <TextField label="Tag" value={get('tag') ?? ''} onChange={(value) => set('tag', value)} />
    </search>
  );
}

/** What the address narrows the list to. */
function filterOf(search: URLSearchParams): Record<string, string> {
  const filter: Record<string, string> = {};
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value !== null && value !== '') filter[name] = value;
  }
  return filter;
}
