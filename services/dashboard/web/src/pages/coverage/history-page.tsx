import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { momentsApart } from '../../ui/moments.js';
import { Select } from '../../ui/select.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { TimeChart } from '../../ui/time-chart.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import styles from './coverage.module.css';

type Snapshot = Coverage['Snapshot'];
const SHOWN = 100;

/** When each snapshot was taken, by its id, in words that tell it from the others. */
type Moments = ReadonlyMap<string, string>;

const columnsWith = (moments: Moments): readonly Column<Snapshot>[] => [
  { id: 'at', title: 'When', cell: ({ created_at, id }) => <Time at={created_at} words={moments.get(id)} /> },
  { id: 'percent', title: 'Coverage', align: 'end', cell: (one) => `${one.coverage_percent} %` },
  { id: 'covered', title: 'Covered', align: 'end', cell: (one) => one.covered_techniques },
  { id: 'partial', title: 'Partly', align: 'end', cell: (one) => one.partial_techniques },
  {
    id: 'uncovered',
    title: 'Not',
    align: 'end',
    cell: (one) => one.uncovered_techniques - one.unknown_techniques,
  },
  {
    id: 'unknown',
    title: 'Unknown',
    align: 'end',
    wideOnly: true,
    cell: (one) => one.unknown_techniques,
  },
  {
    id: 'of',
    title: 'ATT&CK',
    wideOnly: true,
    cell: (one) => `${one.attack_version}, ${one.total_techniques} techniques`,
  },
];

/** How an account's coverage came about. */
export function Component() {
  useTitle('History');
  const id = useAccountId();
  const query = useQuery({
    queryKey: ['snapshots', id],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/history', { params: { path: { id }, query: { limit: SHOWN } } }),
      ),
  });
  return (
    <QueryView query={query}>
      {({ snapshots }) =>
        snapshots.length === 0 ? (
          <Empty title="No history yet">Each scan adds a point.</Empty>
        ) : (
          <History account={id} snapshots={snapshots} />
        )
      }
    </QueryView>
  );
}

function History({ account, snapshots }: { account: string; snapshots: readonly Snapshot[] }) {
  const words = momentsApart(snapshots.map((one) => one.created_at));
  const moments = new Map(snapshots.map(({ id }, place) => [id, words[place] ?? '']));
  return (
    <div className="stack">
      <TimeChart
        label="Coverage over time; the table below has the figures"
        points={snapshots.toReversed().map((one) => ({
          ...{ id: one.id, at: one.created_at, percent: one.coverage_percent },
          breakBecause: one.counted_anew_because,
        }))}
      />
      <CountedAnew snapshots={snapshots} moments={moments} />
      {snapshots.length > 1 && <Compare account={account} snapshots={snapshots} moments={moments} />}
      <Table label="Snapshots" rows={snapshots} rowKey={(one) => one.id} columns={columnsWith(moments)} />
    </div>
  );
}

/** Where the method of counting changed, and how. */
const CountedAnew = ({ moments, snapshots }: { moments: Moments; snapshots: readonly Snapshot[] }) =>
  snapshots
    .filter(({ counted_anew_because: because }) => because !== null)
    .map(({ counted_anew_because: because, created_at, id }) => (
      <p key={id} className="dim">
        <Time at={created_at} words={moments.get(id)} />: {because} The account itself did not change there.
      </p>
    ));

function Compare({
  account,
  moments,
  snapshots,
}: {
  account: string;
  moments: Moments;
  snapshots: readonly Snapshot[];
}) {
  const navigate = useNavigate();
  const [from, setFrom] = useState(snapshots[1]?.id ?? '');
  const [to, setTo] = useState(snapshots[0]?.id ?? '');
  const options = snapshots.map((one) => ({
    value: one.id,
    label: `${moments.get(one.id)}, ${one.coverage_percent} %`,
  }));
  return (
    <search className={styles.compare}>
      <Select label="From" value={from} options={options} onChange={setFrom} />
      <Select label="To" value={to} options={options} onChange={setTo} />
      <Button onPress={() => navigate(`/coverage/${account}/diff?from=${from}&to=${to}`)}>Compare</Button>
    </search>
  );
}
