import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { momentOf, Time } from '../../ui/time.js';
import { TimeChart } from '../../ui/time-chart.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import styles from './coverage.module.css';

type Snapshot = Coverage['Snapshot'];
const SHOWN = 100;

const COLUMNS: readonly Column<Snapshot>[] = [
  { id: 'at', title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
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
          <div className="stack">
            <TimeChart
              label="Coverage over time; the table below has the figures"
              points={snapshots.toReversed().map((one) => ({
                ...{ id: one.id, at: one.created_at, percent: one.coverage_percent },
                breakBecause: one.counted_anew_because,
              }))}
            />
            <CountedAnew snapshots={snapshots} />
            {snapshots.length > 1 && <Compare account={id} snapshots={snapshots} />}
            <Table label="Snapshots" rows={snapshots} rowKey={(one) => one.id} columns={COLUMNS} />
          </div>
        )
      }
    </QueryView>
  );
}

/** Where the method of counting changed, and how. */
const CountedAnew = ({ snapshots }: { snapshots: readonly Snapshot[] }) =>
  snapshots
    .filter(({ counted_anew_because: because }) => because !== null)
    .map(({ counted_anew_because: because, created_at, id }) => (
      <p key={id} className="dim">
        <Time at={created_at} />: {because} The account itself did not change there.
      </p>
    ));

function Compare({ account, snapshots }: { account: string; snapshots: readonly Snapshot[] }) {
  const navigate = useNavigate();
  const [from, setFrom] = useState(snapshots[1]?.id ?? '');
  const [to, setTo] = useState(snapshots[0]?.id ?? '');
  const options = snapshots.map((one) => ({
    value: one.id,
    label: `${momentOf(one.created_at)}, ${one.coverage_percent} %`,
  }));
  return (
    <search className={styles.compare}>
      <Select label="From" value={from} options={options} onChange={setFrom} />
      <Select label="To" value={to} options={options} onChange={setTo} />
      <Button onPress={() => navigate(`/coverage/${account}/diff?from=${from}&to=${to}`)}>Compare</Button>
    </search>
  );
}
