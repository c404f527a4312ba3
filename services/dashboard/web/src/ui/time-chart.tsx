import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { momentsApart } from './moments.js';
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
/** Room for a word of the axis, half as much again as the longest takes: the first and the last stand inside the chart, and reach as far again into it. */
const TICK_WIDTH = 110;
/** Drawn so before its place is known. */
const USUAL_WIDTH = 720;
const DAY_MS = 86_400_000;

/**
 * Percentages over time: the axis is time itself, so that a week without a scan is as wide as a week. It is as wide as its place, and its words are as large
 * everywhere. What it shows must also stand in words or a table beside it.
 * @param points oldest first
 */
export function TimeChart({
  height = 220,
  label,
  points,
}: {
  label: string;
  points: readonly ChartPoint[];
  height?: number;
}) {
  const drawing = useRef<SVGSVGElement>(null);
  const width = useWidth(drawing);
  const words = momentsApart(points.map(({ at }) => at).toReversed()).toReversed();
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
    <svg ref={drawing} className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((percent) => (
        <GridLine key={percent} percent={percent} right={width - RIGHT} y={y(percent)} />
      ))}
      {ticksOf(first, points.length === 1 ? 0 : span, width).map((time, index, all) => (
        <text
          key={time}
          x={x(time)}
          y={height - 8}
          textAnchor={all.length === 1 ? 'middle' : index === 0 ? 'start' : time === first + span ? 'end' : 'middle'}
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
              <title>{`${words[index]}: ${point.percent} %`}</title>
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

/** How wide an element is, now and whenever that changes. */
function useWidth(of: RefObject<Element | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    const measure = (): void => setWidth(Math.max(1, element.getBoundingClientRect().width));
    // Before anything is painted, so that nothing below it jumps.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return width;
}

/** Evenly spaced moments from the first to the last that read differently; one where all would read alike, which is then told by its day. */
function ticksOf(first: number, span: number, width: number): number[] {
  const most = Math.max(2, Math.floor((width - LEFT - RIGHT) / TICK_WIDTH));
  // Of moments that read alike the later of this list stays: the ends of the chart keep their words.
  const ends = [first + span, first];
  const between = Array.from({ length: most - 2 }, (_, index) => first + (span * (index + 1)) / (most - 1));
  const byText = new Map([...between, ...ends].map((time) => [tickText(time, span), time]));
  return [...byText.values()].sort((one, other) => one - other);
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
