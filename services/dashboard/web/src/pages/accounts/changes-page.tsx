import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Select } from '../../ui/select.js';
import { Empty, ErrorNotice, QueryView } from '../../ui/states.js';
import { type Column, Pager, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from './account-queries.js';
import { ChangedThing } from './changed-thing.js';
import { changeWords } from './words.js';

const LIMIT = 50;
type Kind = Coverage['Change']['kind'];
const KINDS: readonly { value: Kind | 'any'; label: string }[] = [
  { value: 'any', label: 'all' },
  { value: 'coverage_dropped', label: 'techniques covered less' },
  { value: 'detection_removed', label: 'detections that are gone' },
  { value: 'detection_stopped', label: 'detections that can no longer fire' },
];

/** What became worse in an account, newest first. */
export function Component() {
  useTitle('Changes');
  const id = useAccountId();
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get('offset')) || 0;
  const kind = KINDS.find(({ value }) => value === search.get('kind'))?.value ?? 'any';
  const query = useQuery({
    queryKey: ['changes', id, kind, offset],
    placeholderData: keepPreviousData,
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/changes', {
          params: { path: { id }, query: { limit: LIMIT, offset, ...(kind === 'any' ? {} : { kind }) } },
        }),
      ),
  });
  return (
    <div className="stack">
      <div className="row-end">
        <Select
          label="Show"
          value={kind}
          options={KINDS}
          onChange={(next) => setSearch(next === 'any' ? {} : { kind: next }, { replace: true })}
        />
        <ChangeMail id={id} />
      </div>
      <QueryView query={query}>
        {({ changes, total }) =>
          total === 0 ? (
            <Empty title="Nothing became worse">
              Techniques that lose coverage, and detections that vanish or fall silent, are told here.
            </Empty>
          ) : (
            <>
              <Table label="Changes" rows={changes} rowKey={(one) => one.id} columns={changeColumns(id)} />
              <Pager
                offset={offset}
                limit={LIMIT}
                total={total}
                onOffset={(next) => setSearch({ ...(kind === 'any' ? {} : { kind }), offset: String(next) })}
              />
            </>
          )
        }
      </QueryView>
    </div>
  );
}

function ChangeMail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['change-mail', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}/changes/mail', { params: { path: { id } } })),
  });
  const set = useMutation({
    mutationFn: (enabled: boolean) =>
      coverageData(coverage.PUT('/accounts/{id}/changes/mail', { params: { path: { id } }, body: { enabled } })),
  });
  return (
    <div className="stack">
      <Checkbox
        isSelected={query.data?.enabled ?? false}
        isDisabled={query.data === undefined || set.isPending}
        onChange={(enabled) => set.mutate(enabled)}
      >
        Mail me after a scan that found any{query.data?.email ? ` (to ${query.data.email})` : ''}
      </Checkbox>
      {set.isError && <ErrorNotice error={set.error} />}
    </div>
  );
}

/** What is shown of each change. */
const changeColumns = (account: string): Column<Coverage['Change']>[] => [
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} /> },
  { id: 'what', title: 'What', cell: (one) => <ChangedThing account={account} change={one} /> },
  { id: 'from', title: 'Was', cell: (one) => changeWords(one).from },
  { id: 'to', title: 'Is', cell: (one) => changeWords(one).to },
  {
    id: 'scan',
    title: 'Found by',
    wideOnly: true,
    cell: ({ scan_id }) =>
      scan_id === null ? 'people' : <Link to={`/coverage/${account}/scans/${scan_id}`}>a scan</Link>,
  },
];
