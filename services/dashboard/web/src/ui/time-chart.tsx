import { Fragment } from 'react';
import { momentOf } from './time.js';
import styles from './time-chart.module.css';

/** A percentage at a moment. `breakBecause`: it was counted by another method than the one before, so that no line joins the two. */
export interface ChartPoint {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly percent: number;
  readonly breakBecause?: string | null;
}

const LEFT = 44;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 26;
/** Dates along the axis, where time allows. */
const TICKS = 4;
const DAY_MS = 86_400_000;

/**
 * Percentages over time: the axis is time itself, so that a week without a scan is as wide as a week. What it shows must also stand in words or a table beside it.
 * @param points oldest first
 * @param width and `height`: of the drawing, which is then as wide as its place; words on it are as large as others where both are alike
 */
export function TimeChart({
  height = 220,
  label,
  points,
  width = 720,
}: {
  label: string;
  points: readonly ChartPoint[];
  height?: number;
  width?: number;
}) {
  const times = points.map(({ at }) => Date.parse(at));
  const first = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  const top = Math.max(10, Math.ceil(Math.max(...points.map(({ percent }) => percent)) / 10) * 10);
  // A single point stands in the middle.
  const x = (time: number): number =>
    points.length === 1 ? (LEFT + width - RIGHT) / 2 : LEFT + ((width - LEFT - RIGHT) * (time - first)) / span;
  const y = (percent: number): number => height - BOTTOM - ((height - BOTTOM - TOP) * percent) / top;
  const at = (index: number): string => `${x(times[index] ?? first)},${y(points[index]?.percent ?? 0)}`;
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((percent) => (
        <GridLine key={percent} percent={percent} right={width - RIGHT} y={y(percent)} />
      ))}
      {ticksOf(first, points.length === 1 ? 0 : span).map((time, index, all) => (
        <text
          key={time}
          x={x(time)}
          y={height - 8}
          textAnchor={all.length === 1 ? 'middle' : index === 0 ? 'start' : index === all.length - 1 ? 'end' : 'middle'}
        >
          {all.length === 1 ? DATE.format(time) : tickText(time, span)}
        </text>
      ))}
      {stretches(points).map((stretch) => (
        <polyline key={stretch[0]} className={styles.line} points={stretch.map(at).join(' ')} />
      ))}
      {points.map((point, index) => {
        const because = point.breakBecause ?? null;
        const place = x(times[index] ?? first);
        const before = x(times[index - 1] ?? first);
        return (
          <Fragment key={point.id}>
            {because !== null && index > 0 && (
              <line className={styles.break} x1={(place + before) / 2} x2={(place + before) / 2} y1={TOP} y2={y(0)}>
                <title>{because}</title>
              </line>
            )}
            <circle className={styles.point} cx={place} cy={y(point.percent)} r="4">
              <title>{`${momentOf(point.at)}: ${point.percent} %`}</title>
            </circle>
          </Fragment>
        );
      })}
    </svg>
  );
}

const GridLine = ({ percent, right, y }: { percent: number; right: number; y: number }) => (
  <g>
    <line className={styles.grid} x1={LEFT} x2={right} y1={y} y2={y} />
    <text x={LEFT - 6} y={y + 4} textAnchor="end">
      {percent} %
    </text>
  </g>
);

/** Evenly spaced moments from the first to the last; one where all would read alike, which is then told by its day. */
function ticksOf(first: number, span: number): number[] {
  if (tickText(first, span) === tickText(first + span, span)) return [first];
  return Array.from({ length: TICKS }, (_, index) => first + (span * index) / (TICKS - 1));
}

const DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const PRECISE = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Dates say nothing where all happened on one day. */
const tickText = (time: number, span: number): string =>
  (span > 4 * DAY_MS ? DATE : span > DAY_MS / 24 ? CLOCK : PRECISE).format(time);

/** The positions of points that were counted by one method, oldest first: a line is drawn through these only. */
function stretches(points: readonly ChartPoint[]): number[][] {
  const lines: number[][] = [];
  points.forEach((one, index) => {
    const line = lines.at(-1);
    if (line === undefined || (one.breakBecause ?? null) !== null) lines.push([index]);
    else line.push(index);
  });
  return lines;
}
