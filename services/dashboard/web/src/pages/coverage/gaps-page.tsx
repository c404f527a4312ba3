import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData, download } from '../../api/clients.js';
import { newsDue } from '../../rule/gap-news.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Select } from '../../ui/select.js';
import { Empty, ErrorNotice, QueryView } from '../../ui/states.js';
import { Pager, Table } from '../../ui/table.js';
import { useTitle } from '../../ui/title.js';
import { ColumnChooser, useShownColumns } from '../../views/columns.js';
import { SavedViews } from '../../views/saved-views.js';
import { useAccountId } from '../accounts/account-queries.js';
import { gapColumns, MarksLegend } from './gap-columns.js';
import { GapPanel } from './gap-panel.js';
import { GenerateMany } from './generate-many.js';

/** The columns that can be chosen: what they are called is the same for every account. */
const OFFERED = gapColumns('', () => undefined);

/** As many as a table draws without scrolling in itself. */
const LIMIT = 100;
type Priority = Coverage['Gap']['priority'];

/** What an account would not notice, the worst first, and rules for it. */
export function Component() {
  useTitle('Gaps');
  const id = useAccountId();
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const offset = Number(search.get('offset')) || 0;
  const priority = (['critical', 'high', 'medium', 'low'] as const).find((one) => one === search.get('priority'));
  const filter = filterOf(search, priority);
  const query = useGaps(id, filter, offset);
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    next.delete('offset');
    setSearch(next, { replace: true });
  };
  const csv = (): void => {
    setFailure(undefined);
    downloadAll(id, filter).catch(setFailure);
  };
  return (
    <div className="stack">
      <Filters priority={priority} get={(name) => search.get(name)} set={set} />
      <SavedViews list="gaps" />
      {failure !== undefined && <ErrorNotice error={failure} />}
      <QueryView query={query} lines={12}>
        {({ gaps, total, unknown }) =>
          total === 0 ? (
            <Empty title="No gap">
              No technique fits these filters that the account would not notice. {leftOut(unknown)}
            </Empty>
          ) : (
            <>
              <div className="row-apart">
                <p role="status" className="dim">
                  {total} techniques, the worst first. {leftOut(search.get('unknown') === 'yes' ? 0 : unknown)}
                </p>
                <div className="row">
                  <ColumnChooser list="gaps" columns={OFFERED} />
                  <Button onPress={csv}>Download CSV</Button>
                </div>
              </div>
              <GapTable account={id} gaps={gaps} />
              <Pager
                offset={offset}
                limit={LIMIT}
                total={total}
                onOffset={(next) => setSearch(withOffset(search, next))}
              />
            </>
          )
        }
      </QueryView>
    </div>
  );
}

/** The gaps with what is chosen of them, and beside them more of the one that was asked for. */
function GapTable({ account, gaps }: { account: string; gaps: readonly Coverage['Gap'][] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useSearchParams();
  // In the address, so that Back closes the panel, and from a page that it led to comes back to it.
  const openedKey = search.get(OPENED);
  const setOpened = useCallback(
    (key: string | undefined): void =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (key === undefined) after.delete(OPENED);
          else after.set(OPENED, key);
          return after;
        },
        { preventScrollReset: true, replace: key === undefined },
      ),
    [setSearch],
  );
  const columns = useMemo(() => gapColumns(account, (gap) => setOpened(keyOf(gap))), [account, setOpened]);
  const shown = useShownColumns('gaps', columns);
  const opened = gaps.find((gap) => keyOf(gap) === openedKey);
  const toggle = (key: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  return (
    <>
      <MarksLegend />
      <GenerateMany
        gaps={gaps.filter(({ technique_id }) => chosen.has(technique_id))}
        onDone={() => setChosen(new Set())}
      />
      <Table
        label="Gaps"
        rows={gaps}
        rowKey={keyOf}
        columns={shown}
        selection={{
          has: (key) => chosen.has(key),
          toggle,
          chooseShown: (on) => setChosen(new Set(on ? gaps.map(keyOf) : [])),
          nameOf: keyOf,
        }}
      />
      {opened !== undefined && <GapPanel account={account} gap={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The gap whose panel is open, in the address. */
const OPENED = 'gap';
const keyOf = ({ technique_id }: Coverage['Gap']): string => technique_id;

const withOffset = (search: URLSearchParams, offset: number): URLSearchParams =>
  new URLSearchParams([...[...search].filter(([name]) => name !== 'offset'), ['offset', String(offset)]]);

/** What the address narrows the list to, as the API takes it. */
const filterOf = (search: URLSearchParams, priority: Priority | undefined) => ({
  ...(priority === undefined ? {} : { priority }),
  ...(search.get('partial') === 'yes' ? { include_partial: true } : {}),
  ...(search.get('actors') === 'chosen' ? { actor: 'chosen' } : {}),
  // What could not be looked into is no gap.
  ...(search.get('unknown') === 'yes' ? {} : { unknown: false }),
});

/** Downloads all that fits the filter as CSV. */
const downloadAll = (id: string, filter: ReturnType<typeof filterOf>) => {
  const query = Object.entries({ ...filter, format: 'csv' }).map(([name, value]) => [name, String(value)]);
  return download(`/api/v1/public/accounts/${id}/coverage/gaps?${new URLSearchParams(query)}`);
};

const useGaps = (id: string, filter: ReturnType<typeof filterOf>, offset: number) =>
  useQuery({
    queryKey: ['gaps', id, filter, offset],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => anyNewsDue(id, state.data?.gaps ?? []),
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/gaps', {
          params: { path: { id }, query: { ...filter, limit: LIMIT, offset } },
        }),
      ),
  });

/** When to ask again: as soon as one of the gaps is to be asked for again. */
const anyNewsDue = (id: string, gaps: readonly Coverage['Gap'][]): number | false =>
  gaps.map((gap) => newsDue(id, gap.technique_id, gap.rules)).find((due) => due !== false) ?? false;

/** The fields that narrow the list. */
const Filters = ({
  get,
  priority,
  set,
}: {
  priority: Priority | undefined;
  get: (name: string) => string | null;
  set: (name: string, value: string) => void;
}) => (
  <search className="filters">
    <Select<Priority | 'any'>
      label="Priority"
      value={priority ?? 'any'}
      options={[
        { value: 'any', label: 'any' },
        { value: 'critical', label: 'critical' },
        { value: 'high', label: 'high' },
        { value: 'medium', label: 'medium' },
        { value: 'low', label: 'low' },
      ]}
      onChange={(value) => set('priority', value === 'any' ? '' : value)}
    />
    <Checkbox isSelected={get('partial') === 'yes'} onChange={(on) => set('partial', on ? 'yes' : '')}>
      Partly covered too
    </Checkbox>
    <Checkbox isSelected={get('unknown') === 'yes'} onChange={(on) => set('unknown', on ? 'yes' : '')}>
      Unknown too
    </Checkbox>
    <Checkbox isSelected={get('actors') === 'chosen'} onChange={(on) => set('actors', on ? 'chosen' : '')}>
      Used by my actors
    </Checkbox>
  </search>
);

/** How many techniques are not listed, since they may be no gaps. */
const leftOut = (unknown: number): string =>
  unknown === 0 ? '' : `${unknown} more are unknown: something that may notice them could not be read.`;
