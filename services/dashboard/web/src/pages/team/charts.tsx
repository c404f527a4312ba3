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

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day as the axis names it; the days of an answer are UTC days. */
const dayOf = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));

const HEIGHT = 100;
const STEP = 10;

/** Counts by day as bars that stand, with the highest count and the dates beside them; the same as a table behind a fold. */
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
      <div className={styles.dayFrame}>
        <span className="dim">{most}</span>
        <svg
          className={styles.dayChart}
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}: ${total} in ${days.length} days${busiest.count === 0 ? '' : `, most on ${busiest.date}: ${busiest.count}`}`}
        >
          {days.map(({ count, date }, index) => (
            <g key={date}>
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
      </div>
      <figcaption className={`dim ${styles.dayAxis}`}>
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((day, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: first, middle and last.
          <span key={index}>{day === undefined ? '' : dayOf(day.date)}</span>
        ))}
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
