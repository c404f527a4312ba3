import { Table } from '../../ui/table.js';
import styles from './charts.module.css';

/** One bar: what it stands for, and how many. */
export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

/** Counts as bars that lie, each with its number beside it. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <dl className={styles.bars}>
      {bars.map(({ count, id, label }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd aria-hidden="true">
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.chartGround} width="100" height="10" />
              <rect className={styles.chartBar} width={(count / most) * 100} height="10" />
            </svg>
          </dd>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

const HEIGHT = 100;
const STEP = 10;

/** Counts by day as bars that stand; the same as a table behind a fold. */
export function DayChart({
  label,
  days,
}: {
  label: string;
  days: readonly { readonly date: string; readonly count: number }[];
}) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = days.reduce((best, day) => (day.count > best.count ? day : best), { date: '', count: 0 });
  return (
    <figure className={`stack ${styles.chartFigure}`}>
      <svg
        className={styles.dayChart}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${total} in ${days.length} days${busiest.count === 0 ? '' : `, most on ${busiest.date}: ${busiest.count}`}`}
      >
        {days.map(({ count, date }, index) => (
          <g key={date}>
            <rect className={styles.chartGround} x={index * STEP + 1} width={STEP - 2} height={HEIGHT} />
            <rect
              className={styles.chartBar}
              x={index * STEP + 1}
              y={HEIGHT - (count / most) * HEIGHT}
              width={STEP - 2}
              height={(count / most) * HEIGHT}
            >
              <title>{`${date}: ${count}`}</title>
            </rect>
          </g>
        ))}
      </svg>
      <figcaption className="dim">
        {days[0]?.date} to {days.at(-1)?.date}; the highest bar is {most}.
      </figcaption>
      <details>
        <summary>As a table</summary>
        <Table
          label={label}
          rows={days}
          rowKey={({ date }) => date}
          columns={[
            { id: 'date', title: 'Day (UTC)', cell: ({ date }) => date },
            { id: 'count', title: 'Rules', align: 'end', cell: ({ count }) => count },
          ]}
        />
      </details>
    </figure>
  );
}
