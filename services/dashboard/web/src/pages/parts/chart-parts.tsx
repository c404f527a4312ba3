import { TimeChart } from '../../ui/time-chart.js';
import { Bars, DayChart } from '../team/charts.js';
import { Part } from './part.js';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const dayAt = (day: number): string => new Date(START + day * DAY_MS).toISOString();
const POINTS = [12, 14, 14, 30, 28, 41].map((percent, index) => ({
  ...{ id: String(index), at: dayAt(index * index), percent },
  ...(index === 3 ? { breakBecause: 'ATT&CK has a new version.' } : {}),
}));
const DAYS = Array.from({ length: 30 }, (_, day) => ({ date: dayAt(day).slice(0, 10), count: (day * 7) % 11 }));

/** Charts: of many scans, of one, with nothing in them. */
export const ChartParts = () => (
  <>
    <Part name="time-chart">
      <TimeChart label="Coverage over time" points={POINTS} />
      <TimeChart label="Coverage of one scan" points={POINTS.slice(0, 1)} height={150} />
    </Part>
    <Part name="bars">
      <Bars
        bars={[
          { id: 'a', label: 'AWS CloudTrail', count: 12 },
          { id: 'b', label: 'Windows Sysmon', count: 3 },
          { id: 'c', label: 'Okta', count: 0 },
        ]}
      />
    </Part>
    <Part name="day-chart">
      <DayChart label="Rules by day" days={DAYS} />
      <DayChart label="Rules of days without any" days={DAYS.map(({ date }) => ({ date, count: 0 }))} />
    </Part>
  </>
);
