import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import styles from './coverage.module.css';

type Snapshot = Coverage['Snapshot'];
const SHOWN = 100;

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
            <Chart snapshots={snapshots.toReversed()} />
            <CountedAnew snapshots={snapshots} />
            {snapshots.length > 1 && <Compare account={id} snapshots={snapshots} />}
            <Table
              label="Snapshots"
              rows={snapshots}
              rowKey={(one) => one.id}
              columns={[
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
              ]}
            />
          </div>
        )
      }
    </QueryView>
  );
}

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;

/** Coverage over time; the table below has the same figures. */
const Chart = ({ snapshots }: { snapshots: readonly Snapshot[] }) => {
  const top = Math.max(10, Math.ceil(Math.max(...snapshots.map((one) => one.coverage_percent)) / 10) * 10);
  const x = (index: number): number => LEFT + ((WIDTH - LEFT - 12) * index) / Math.max(1, snapshots.length - 1);
  const y = (percent: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 12) * percent) / top;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Coverage over time; the table below has the figures"
    >
      {[0, top / 2, top].map((percent) => (
        <g key={percent}>
          <line className={styles.chartGrid} x1={LEFT} x2={WIDTH} y1={y(percent)} y2={y(percent)} />
          <text x={LEFT - 6} y={y(percent) + 4} textAnchor="end">
            {percent} %
          </text>
        </g>
      ))}
      {stretches(snapshots).map((stretch) => (
        <polyline
          key={stretch[0]}
          className={styles.chartLine}
          points={stretch.map((index) => `${x(index)},${y(snapshots[index]?.coverage_percent ?? 0)}`).join(' ')}
        />
      ))}
      {snapshots.map(
        (one, index) =>
          one.counted_anew_because !== null && (
            <line key={one.id} className={styles.chartBreak} x1={x(index - 0.5)} x2={x(index - 0.5)} y1={12} y2={y(0)}>
              <title>{one.counted_anew_because}</title>
            </line>
          ),
      )}
      {snapshots.map((one, index) => (
        <circle key={one.id} className={styles.chartPoint} cx={x(index)} cy={y(one.coverage_percent)} r="4">
          <title>{`${one.created_at.slice(0, 16).replace('T', ' ')} UTC: ${one.coverage_percent} %`}</title>
        </circle>
      ))}
    </svg>
  );
};

/** The positions of snapshots that were counted by one method, oldest first: a line is drawn through these only. */
function stretches(snapshots: readonly Snapshot[]): number[][] {
  const lines: number[][] = [];
  snapshots.forEach((one, index) => {
    const line = lines.at(-1);
    if (line === undefined || one.counted_anew_because !== null) lines.push([index]);
    else line.push(index);
  });
  return lines;
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
    label: `${new Date(one.created_at).toLocaleString()}, ${one.coverage_percent} %`,
  }));
  return (
    <div className="filters">
      <Select label="From" value={from} options={options} onChange={setFrom} />
      <Select label="To" value={to} options={options} onChange={setTo} />
      <Button onPress={() => navigate(`/coverage/${account}/diff?from=${from}&to=${to}`)}>Compare</Button>
    </div>
  );
}
